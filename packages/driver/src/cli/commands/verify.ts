// `tickbridge verify`: runs replays again on fresh pages and says of each whether it came out the same.

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseReplay } from "@tickbridge/replay";
import { DriverError } from "../../errors.js";
import type { VerifyOptions } from "../../verify.js";
import { defineCommand, type ExitCode } from "../command.js";
import { exitCodeFor, wordsFor } from "../failure.js";
import { openForResult, readText } from "../files.js";
import { type Place, placeOptions, readLaunchOptions, readPlace } from "../place.js";
import { exitCodeOf, lineOf, type Outcome, type ReporterName, reporterNames, reportText } from "../reports.js";
import type { Terminal } from "../terminal.js";

/** A browser takes memory beside a core, so that on a large machine more must be asked for. */
const jobsMax = 8;
const heartbeatMs = 1000;

export const verifyCommand = defineCommand({
  name: "verify",
  summary: "runs replays again, each on a fresh page, and compares every recorded hash",
  usage: "<replay…>",
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  options: {
    url: { kind: "text", value: "URL", summary: "the game's address" },
    ...placeOptions,
    "allow-build": { kind: "flag", summary: "compare all the same when the replay is of another build" },
    jobs: {
      kind: "count",
      value: "N",
      summary: `how many browsers at once; one for each core unless named, at most ${jobsMax}`,
    },
    reporter: { kind: "text", value: "NAME", summary: `${reporterNames.join(", ")}; text unless named` },
    json: { kind: "flag", summary: "the same as --reporter json" },
    out: { kind: "text", value: "FILE", summary: "write the report there, and print the lines of text" },
  },
  examples: [
    "run.json --url http://127.0.0.1:8080/",
    "replays/*.json --url http://127.0.0.1:8080/ --jobs 4 --reporter junit --out report.xml",
    "replays/*.json --game dist/game.mjs --json",
  ],
  notes:
    "A line for each replay: identical, diverged (exit code 1), or unverifiable or an error (exit code 3). With several\n" +
    "the gravest counts: diverged, then what could not be verified. A file that cannot be read does not stop the others, and\n" +
    "is wrong usage (exit code 2) where nothing graver happened. A game of --game runs in this one process, one replay after\n" +
    "another. The report of an earlier run is written over.",
  async run(files, options, terminal) {
    const place = await readPlace(options.url, options);
    const reporter = readReporter(options.reporter, options.json === true);
    const jobs = readJobs(options.jobs, options.url !== undefined);
    const launchOptions = { ...readLaunchOptions(options), allowBuild: options["allow-build"] === true };
    if (options.out !== undefined) refuseReplayAsReport(options.out, files);
    const report = options.out === undefined ? undefined : await openForResult(options.out, true);
    try {
      const quiet = report === undefined && reporter !== "text";
      const outcomes = await judgeAll(files, place, { jobs, launchOptions, quiet }, terminal);
      if (report !== undefined) await report.write(`${reportText(reporter, outcomes)}\n`);
      else if (quiet) terminal.print(reportText(reporter, outcomes));
      const exitCodes = outcomes.map(exitCodeOf);
      return exitCodes.includes(1) ? 1 : (Math.max(...exitCodes) as ExitCode);
    } finally {
      await report?.close();
    }
  },
});

function readReporter(name: string | undefined, json: boolean): ReporterName {
  const wanted = name ?? (json ? "json" : "text");
  const known = reporterNames.find((reporter) => reporter === wanted);
  if (known === undefined || (json && known !== "json")) {
    const words = known === undefined ? `expected ${reporterNames.join(", ")}` : "--json asks for another one";
    throw new DriverError("USAGE", `--reporter ${wanted}: ${words}`);
  }
  return known;
}

function readJobs(jobs: number | undefined, inBrowsers: boolean): number {
  if (jobs === 0) throw new DriverError("USAGE", "--jobs 0: expected at least 1");
  // A game object runs in this process, which has but one thread for it.
  return inBrowsers ? (jobs ?? Math.min(jobsMax, availableParallelism())) : 1;
}

function refuseReplayAsReport(out: string, files: readonly string[]): void {
  if (!files.some((file) => resolve(file) === resolve(out))) return;
  throw new DriverError("USAGE", `--out ${out} is one of the replays: name another file for the report`);
}

interface Judging {
  readonly jobs: number;
  readonly launchOptions: VerifyOptions;
  /** Print no lines: the report comes at the end. */
  readonly quiet: boolean;
}

/** The outcomes in the order of the files. Prints each as soon as it and all before it are there. */
async function judgeAll(
  files: readonly string[],
  place: Place,
  { jobs, launchOptions, quiet }: Judging,
  terminal: Terminal,
): Promise<readonly Outcome[]> {
  const outcomes: (Outcome | undefined)[] = files.map(() => undefined);
  const startMs = performance.now();
  let printed = 0;
  let begun = 0;
  let done = 0;
  const tell = () => {
    const running = begun > done ? `, ${begun - done} running` : "";
    const elapsed = Math.round((performance.now() - startMs) / 1000);
    terminal.progress(`verified ${done} of ${files.length}${running} (${elapsed} s)`);
  };
  const heartbeat = setInterval(tell, heartbeatMs);
  const queue = files.entries();
  const worker = async () => {
    for (const [index, file] of queue) {
      begun++;
      tell();
      outcomes[index] = await judge(file, place, launchOptions);
      done++;
      for (let next = outcomes[printed]; next !== undefined; next = outcomes[++printed]) {
        if (!quiet) terminal.print(lineOf(next, terminal.paint));
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, worker));
  } finally {
    clearInterval(heartbeat);
  }
  return outcomes as Outcome[];
}

/** Never rejects: what goes wrong with one replay is its outcome. */
async function judge(file: string, place: Place, launchOptions: VerifyOptions): Promise<Outcome> {
  const startMs = performance.now();
  let game: string | undefined;
  const head = () => ({
    file,
    ...(game === undefined ? {} : { game }),
    durationMs: performance.now() - startMs,
  });
  try {
    const replay = parseReplay(await readText(file, "a replay"));
    game = replay.game.id;
    // Here and not above: what opens browsers takes most of a second to load, and --help should not wait for it.
    const { verify } = await import("../../verify.js");
    const verdict = await verify(replay, place.open(), launchOptions);
    return { ...head(), verdict };
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "UNEXPECTED";
    return { ...head(), failure: { words: wordsFor(thrown), code, exitCode: exitCodeFor(thrown) } };
  }
}
