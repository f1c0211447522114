// Fuzzed replays through the spawned `tickbridge verify`: exit codes of SPEC section 9, a result a file, no stack trace.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tickbridge } from "../driver/command-line.js";
import { servePages, type TestPages, toyModule, toyPage } from "../driver/test-pages.js";
import { caseOf, RunBeside } from "./fuzz-case.js";
import { diceOf } from "./mutations.js";
import { makeOriginals, type Original } from "./originals.js";

const seed = Number(process.env.FUZZ_SEED ?? 20261201);
const caseCount = 100;
const filesAtOnce = 25;
const limitMs = 600_000;

interface FileCase {
  readonly file: string;
  /** What `loadReplay` makes of the same text; missing where the bytes are no text. */
  readonly outcome?: string;
}
interface FileResult {
  readonly file: string;
  readonly verdict?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

let folder: string;
let pages: TestPages;
let cases: FileCase[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-fuzz-"));
  pages = await servePages({ "/toy": await toyPage() });
  await writeFile(join(folder, "toy.mjs"), await toyModule());
  cases = await writeCases((await makeOriginals()).filter(({ name }) => name === "toy"));
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

async function writeCases(originals: readonly Original[]): Promise<FileCase[]> {
  const written: FileCase[] = [];
  const beside = new RunBeside(originals[0] as Original);
  await beside.begin();
  for (let index = 0; written.length < caseCount; index++) {
    const { given, kind, harmless } = caseOf(originals, seed, index);
    if (typeof given !== "string" || given.length > 100_000 || /\p{Surrogate}/u.test(given)) continue;
    const file = `${written.length}-${kind.replaceAll(" ", "-")}.json`;
    const bytes = Buffer.from(given);
    // Now and then the file is spoilt on the disk.
    const spoilt = written.length % 10 === 9;
    const dice = diceOf(seed, -index);
    if (spoilt) for (let flips = 0; flips < 3; flips++) bytes[dice.nat(bytes.length)] = 128 + dice.nat(128);
    await writeFile(join(folder, file), bytes);
    written.push(spoilt ? { file } : { file, outcome: await beside.verify({ given, kind, harmless }) });
  }
  return written;
}

/** The exit code of one result. */
function exitOf({ verdict }: FileResult): number {
  return verdict === "identical" ? 0 : verdict === "diverged" ? 1 : 3;
}

async function verifyFiles(files: readonly FileCase[], ...place: string[]): Promise<number> {
  const ended = await tickbridge(["verify", ...files.map(({ file }) => file), ...place, "--json"], { cwd: folder });
  const again = `FUZZ_SEED=${seed} npx vitest run test/fuzz/fuzzed-command-line.test.ts`;
  const results = JSON.parse(ended.stdout) as FileResult[];
  expect(results.map(({ file }) => file)).toEqual(files.map(({ file }) => file));
  for (const [place, result] of results.entries()) {
    const outcome = files[place]?.outcome;
    const seen = result.verdict ?? `refused ${result.error?.code}`;
    if (outcome !== undefined) expect(seen, `${result.file}: ${again}`).toBe(outcome);
    expect(seen, `${result.file}: ${again}`).toMatch(
      /^(identical|diverged|unverifiable|refused (BAD_REPLAY|REPLAY_TOO_NEW|REPLAY_TOO_LARGE|WRONG_GAME))$/,
    );
  }
  const exits = results.map(exitOf);
  expect(ended.exit, again).toBe(exits.includes(1) ? 1 : Math.max(...exits));
  expect(ended.stdout + ended.stderr, again).not.toMatch(/^\s+at /m);
  return results.length;
}

test(
  "100 fuzzed files given to tickbridge verify get a result each, the exit code of the gravest, and no stack trace",
  async () => {
    let seen = 0;
    for (let at = 0; at < caseCount; at += filesAtOnce) {
      seen += await verifyFiles(cases.slice(at, at + filesAtOnce), "--game", "toy.mjs");
    }
    expect(seen).toBe(caseCount);
    const outcomes = new Set(cases.map(({ outcome }) => outcome));
    for (const outcome of ["identical", "diverged", "unverifiable", "refused BAD_REPLAY"])
      expect(outcomes).toContain(outcome);
  },
  limitMs,
);

test(
  "alone, a file's own outcome is the exit code",
  async () => {
    const exits = new Map<string, unknown>();
    for (const outcome of ["identical", "diverged", "unverifiable", "refused BAD_REPLAY"]) {
      const found = cases.find((each) => each.outcome === outcome) as FileCase;
      exits.set(outcome, (await tickbridge(["verify", found.file, "--game", "toy.mjs"], { cwd: folder })).exit);
    }
    expect(Object.fromEntries(exits)).toEqual({ identical: 0, diverged: 1, unverifiable: 3, "refused BAD_REPLAY": 3 });
  },
  limitMs,
);

test(
  "fuzzed files verified on fresh pages get the same results as in Node",
  async () => {
    expect(await verifyFiles(cases.slice(0, 12), "--url", `${pages.url}/toy`)).toBe(12);
  },
  limitMs,
);
