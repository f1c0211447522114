// `tickbridge verify`: runs replays again on fresh pages and says of each whether it came out the same.

import { availableParallelism } from "node:os";
import type { Verdict } from "@tickbridge/bridge/protocol";
import { parseReplay, type Replay } from "@tickbridge/replay";
import { verify } from "../../verify.js";
import { defineCommand, type ExitCode } from "../command.js";
import { exitCodeFor, wordsFor } from "../failure.js";
import { readText } from "../files.js";
import { placeOptions, readLaunchOptions, readPlace } from "../place.js";
import type { Terminal } from "../terminal.js";

/** A browser takes memory and a core. */
const parallelMax = 4;

interface Failure {
  readonly words: string;
  readonly code: string;
  readonly exitCode: ExitCode;
}
type Outcome = { readonly file: string } & ({ readonly verdict: Verdict } | { readonly failure: Failure });

export const verifyCommand = defineCommand({
  name: "verify",
  summary: "runs replays again, each on a fresh page, and compares every recorded hash",
  usage: "<replay…>",
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  options: {
    url: { kind: "text", value: "URL", summary: "the game's address" },
    ...placeOptions,
    "allow-build": { kind: "flag", summary: "compare all the same when the replay is of another build" },
    json: { kind: "flag", summary: "the results as one JSON list" },
  },
  examples: ["run.json --url http://127.0.0.1:8080/", "replays/*.json --game dist/game.mjs --json"],
  notes:
    "A line for each replay: identical, diverged (exit code 1), or unverifiable or an error (exit code 3). With several\n" +
    "the gravest counts: diverged, then what could not be verified.",
  async run(files, options, terminal) {
    const place = await readPlace(options.url, options);
    const launchOptions = { ...readLaunchOptions(options), allowBuild: options["allow-build"] === true };
    const texts = await Promise.all(files.map(async (file) => ({ file, text: await readText(file, "a replay") })));
    const report = reporter(terminal, texts.length, options.json === true);
    const atOnceMax = place.separate && options.url !== undefined ? Math.min(parallelMax, availableParallelism()) : 1;
    const outcomes = await mapInParallel(texts, atOnceMax, async ({ file, text }, index) => {
      const outcome = await judge(file, text, (replay) => verify(replay, place.open(), launchOptions));
      report(index, outcome);
      return outcome;
    });
    if (options.json === true) terminal.print(JSON.stringify(outcomes.map(jsonOf), undefined, 2));
    const exitCodes = outcomes.map(exitCodeOf);
    return exitCodes.includes(1) ? 1 : (Math.max(...exitCodes) as ExitCode);
  },
});

async function judge(file: string, text: string, run: (replay: Replay) => Promise<Verdict>): Promise<Outcome> {
  try {
    return { file, verdict: await run(parseReplay(text)) };
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "UNEXPECTED";
    return { file, failure: { words: wordsFor(thrown), code, exitCode: exitCodeFor(thrown) } };
  }
}

/** Prints the outcomes in the order of the files, each as soon as it and all before it are there. */
function reporter(terminal: Terminal, total: number, quiet: boolean): (index: number, outcome: Outcome) => void {
  const waiting = new Map<number, Outcome>();
  let printed = 0;
  let done = 0;
  terminal.progress(`verified 0 of ${total}`);
  return (index, outcome) => {
    waiting.set(index, outcome);
    done++;
    for (let next = waiting.get(printed); next !== undefined; next = waiting.get(printed)) {
      if (!quiet) terminal.print(lineOf(next, terminal));
      printed++;
    }
    if (done < total) terminal.progress(`verified ${done} of ${total}`);
  };
}

function lineOf(outcome: Outcome, terminal: Terminal): string {
  if ("failure" in outcome)
    return `${outcome.file}: ${terminal.paint("not verified", "unsure")}: ${outcome.failure.words}`;
  const { verdict, evidence, ticks, hashesCompared, cheated, divergence, reason } = outcome.verdict;
  const word = terminal.paint(verdict, verdict === "identical" ? "good" : verdict === "diverged" ? "bad" : "unsure");
  const why = (divergence?.message ?? reason)?.replace("pass allowBuild", "pass --allow-build");
  const facts = [
    `${ticks} ticks`,
    `${hashesCompared} hashes of the ${evidence}`,
    ...(cheated ? ["cheats were used"] : []),
    ...(why === undefined ? [] : [why]),
  ];
  return `${outcome.file}: ${word}: ${facts.join(", ")}`;
}

function jsonOf(outcome: Outcome): object {
  if ("verdict" in outcome) return { file: outcome.file, ...outcome.verdict };
  return { file: outcome.file, error: { code: outcome.failure.code, message: outcome.failure.words } };
}

function exitCodeOf(outcome: Outcome): ExitCode {
  if ("failure" in outcome) return outcome.failure.exitCode;
  return ({ identical: 0, diverged: 1, unverifiable: 3 } as const)[outcome.verdict.verdict];
}

async function mapInParallel<Item, Result>(
  items: readonly Item[],
  atOnceMax: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, worker));
  return results;
}
