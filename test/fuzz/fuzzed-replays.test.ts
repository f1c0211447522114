// SPEC section 7: a truncated, edited or hostile replay gets a coded refusal or an honest verdict, and nothing of the
// running game changes. FUZZ_SEED, FUZZ_FROM and FUZZ_COUNT choose other cases than these 10,000.

import { afterAll, beforeAll, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import type { AnyGame } from "../model/by-hand.js";
import { playToy } from "../support/toy-session.js";
import { type Outcome, RunBeside } from "./fuzz-case.js";
import { makeOriginals, type Original } from "./originals.js";
import { FuzzChild, type Watched } from "./watched-child.js";

const seed = Number(process.env.FUZZ_SEED ?? 20261201);
const from = Number(process.env.FUZZ_FROM ?? 0);
const count = Number(process.env.FUZZ_COUNT ?? 10_000);
const limitMs = 2000;
let child: FuzzChild;

beforeAll(async () => {
  child = await FuzzChild.prepare();
});
afterAll(() => child.close());

function tell({ findings }: Watched): string {
  const told = findings.slice(0, 5).map(
    ({ index, what }) => `case ${index}: ${what}
    FUZZ_SEED=${seed} FUZZ_FROM=${index} FUZZ_COUNT=1 npx vitest run test/fuzz/fuzzed-replays.test.ts`,
  );
  return [`${findings.length} findings with seed ${seed}, cases ${from} to ${from + count - 1}`, ...told].join("\n");
}

function counted(outcomes: readonly Outcome[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

test("10,000 fuzzed replays give a coded refusal or an honest verdict, never a crash, a hang over 2 s or a changed running game", async () => {
  const watched = await child.run({ seed, from, count, limitMs });
  expect(watched.findings.length, tell(watched)).toBe(0);
  expect(watched.outcomes).toHaveLength(count);
  if (count < 10_000) return;
  // The cases are worth something only if they come to every end.
  const counts = counted(watched.outcomes);
  for (const [outcome, least] of Object.entries({
    identical: 500,
    diverged: 1000,
    sought: 100,
    "refused DIVERGED": 50,
    unverifiable: 50,
    "refused BAD_REPLAY": 1000,
    "refused BAD_ARGS": 100,
    "refused REPLAY_TOO_NEW": 50,
    "refused REPLAY_TOO_LARGE": 1,
    "refused WRONG_GAME": 10,
  })) {
    expect(counts.get(outcome) ?? 0, outcome).toBeGreaterThanOrEqual(least);
  }
  expect(new Set(watched.outcomes.map(({ kind }) => kind.replace(/, .*/, ""))).size).toBeGreaterThanOrEqual(25);
}, 600_000);

test("a case that hangs is found, by its number, and so is one that crashes", async () => {
  const hung = await child.run({ seed, from: 7, count: 1, limitMs: 100, misdeed: "hang" });
  expect(hung.findings).toEqual([{ index: 7, what: "it took over 100 ms, 3 times" }]);
  const crashed = await child.run({ seed, from: 7, count: 2, limitMs, misdeed: "crash" });
  expect(crashed.findings.map(({ index }) => index)).toEqual([7, 8]);
});

/** The toy's original, of a game that a test makes misbehave. */
async function misbehaving(createGame: () => AnyGame): Promise<{ beside: RunBeside; original: Original }> {
  const [toy] = await makeOriginals();
  const original = { ...(toy as Original), createGame, play: playToy };
  const beside = new RunBeside(original);
  await beside.begin();
  return { beside, original };
}

test("a verdict that a run by hand does not give is found", async () => {
  let games = 0;
  const { beside, original } = await misbehaving(() => {
    // Every game but the session's own runs another simulation.
    const own = games++ === 0;
    const parts = own ? {} : { duringTick: (state: object) => void Object.assign(state, { coins: 1 }) };
    return createToyGame(parts) as AnyGame;
  });
  const given = { kind: "nothing", given: original.replay, harmless: false };
  await expect(beside.verify(given)).rejects.toThrow('the verdict is {"ok":true');
});

test("a running game that a replay changes is found", async () => {
  let starts = 0;
  const { beside, original } = await misbehaving(() => {
    const game = createToyGame() as AnyGame;
    const start: AnyGame["start"] = (...args) => {
      starts++;
      return game.start(...args);
    };
    return { ...game, start, pauses: () => (starts > 1 ? ["cutscene"] : []) };
  });
  const given = { kind: "nothing", given: original.replay, harmless: false };
  await expect(beside.verify(given)).rejects.toThrow("the run beside was changed");
});
