// Rewind, save and restore, fork and self-check over the toy game, with and without `load`.

import type { OkReply, Reply } from "@tickbridge/bridge/protocol";
import { expect, test } from "vitest";
import type { ToyParts } from "../fixtures/toy-game.js";
import { ask, exported, playToy, toySession } from "../support/toy-session.js";

const games: readonly (readonly [words: string, parts: ToyParts])[] = [
  ["a game that loads", {}],
  ["a game that only saves", { withoutLoad: true }],
  ["a game with no save", { withoutSave: true }],
];

async function ok(session: ReturnType<typeof toySession>, cmd: string, ...args: unknown[]): Promise<OkReply> {
  const reply: Reply = await ask(session, cmd, ...args);
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply;
}

/** In the tick `at` the game adds how often it has simulated it: no two simulations agree. */
function countingOwnCalls(at: number): ToyParts {
  let calls = 0;
  return {
    duringTick(toy) {
      if (toy.tick === at) toy.coins += calls++;
      return undefined;
    },
  };
}

/** The hash at every boundary of a run stepped tick by tick, choices not yet made, and the run's replay. */
async function straightPlay(parts: ToyParts) {
  const session = toySession(parts);
  const hashes: unknown[] = [];
  await ok(session, "pinSeed", 7);
  await ok(session, "startRun", { asks: [5, 40, 40] });
  hashes.push((await ok(session, "hash")).hash);
  for (let tick = 1; tick <= 150; tick++) {
    if (tick % 30 === 3) await ok(session, "input", { move: tick % 60 === 3 ? 0.25 : -1 }, { ticks: 10 });
    if (tick === 70) await ok(session, "cheat", "setHp", { hp: 60 });
    await ok(session, "step", 1);
    hashes.push((await ok(session, "hash")).hash);
    while (session.state.choice !== undefined) await ok(session, "choose", { action: "Pick", index: tick % 2 });
  }
  return { session, hashes, replay: await exported(session) };
}

test.for(games)(
  "rewind by any k meets the hash of straight play, and playing on gives the same replay: %s",
  async ([, parts]) => {
    const { session, hashes, replay } = await straightPlay(parts);
    for (let k = 1; k <= 150; k += 7) {
      const reply = await ok(session, "rewind", k);
      expect(reply).toMatchObject({ tick: 150 - k, from: 150 });
      expect((await ok(session, "hash")).hash).toBe(hashes[150 - k]);
      // The inputs of the rest, by hand: seek is the independent way.
      await ok(session, "loadReplay", replay, { mode: "seek", tick: 150 });
      expect((await ok(session, "hash")).hash).toBe(hashes[150]);
    }
  },
);

test("an input in force before the boundary goes on with the rest of its hold, one given later is gone", async () => {
  const session = toySession();
  await ok(session, "startRun");
  await ok(session, "input", { move: 0.5 }, { ticks: 10 });
  await ok(session, "step", 6);
  await ok(session, "input", { move: -1 });
  await ok(session, "step", 20);
  await ok(session, "rewind", 22);
  expect(session.state).toMatchObject({ tick: 4, x: 2 });
  await ok(session, "step", 10);
  // Six of the ten ticks were left.
  expect(session.state.x).toBe(5);
  expect((await exported(session)).inputs).toEqual([
    [1, { move: 0.5 }],
    [11, { move: 0 }],
  ]);
});

test("what waits is dropped by a rewind, with a receipt each, and the tail of the streams is gone", async () => {
  const session = toySession();
  await ok(session, "startRun");
  await ok(session, "step", 10);
  const input = session.issue("input", [{ move: 1 }]).seq;
  const cheat = session.issue("cheat", ["setHp", { hp: 5 }]).seq;
  const reply = await ok(session, "rewind", 5);
  expect(reply.receipts).toMatchObject([
    { seq: input, tick: 11, outcome: "dropped" },
    { seq: cheat, tick: 11, outcome: "dropped" },
  ]);
  await ok(session, "step", 5);
  expect(await exported(session)).toMatchObject({ ticks: 10, inputs: [], cheats: [], cheated: false });
});

test("rewind 0 undoes the choices made at this boundary and refuses when there are none", async () => {
  const session = toySession();
  await ok(session, "startRun", { asks: [3, 3] });
  await ok(session, "step", 5);
  const before = (await ok(session, "hash")).hash;
  expect(await ask(session, "rewind", 0)).toMatchObject({ ok: false, error: { code: "NO_EFFECT" } });
  await ok(session, "choose", { action: "Pick", index: 0 });
  await ok(session, "choose", { action: "Skip" });
  expect(await ok(session, "rewind", 0)).toMatchObject({ tick: 3, choicesUndone: 2, choice: { id: 1 } });
  expect((await ok(session, "hash")).hash).toBe(before);
  expect((await exported(session)).choices).toEqual([]);
});

test("rewind works from inside a choice and after game over, and refuses more than there is", async () => {
  const session = toySession();
  await ok(session, "startRun", { asks: [3] });
  await ok(session, "step", 5);
  expect(await ok(session, "rewind", 1)).toMatchObject({ tick: 2, choicesUndone: 0 });
  expect(session.state.choice).toBeUndefined();
  expect(await ok(session, "rewind", 2)).toMatchObject({ tick: 0 });
  expect(await ask(session, "rewind", 1)).toMatchObject({ error: { code: "BAD_ARGS", path: "/0" } });
  await ok(session, "step", 3);
  await ok(session, "choose", { action: "Skip" });
  expect(await ok(session, "step", 5000)).toMatchObject({ stopped: "gameover" });
  expect(await ok(session, "rewind", 10)).toMatchObject({ from: 1000, tick: 990 });
  expect(await ok(session, "step", 100)).toMatchObject({ stopped: "gameover", tick: 1000 });
});

test.for(games)("restore brings back a branch with the choices at its boundary: %s", async ([, parts]) => {
  const session = toySession(parts);
  await ok(session, "startRun", { asks: [3, 3, 8] });
  await ok(session, "step", 5);
  await ok(session, "choose", { action: "Pick", index: 0 });
  expect(await ok(session, "save", "one gift")).toMatchObject({ choices: 1 });
  const saved = { hash: (await ok(session, "hash")).hash, replay: await exported(session) };
  await ok(session, "choose", { action: "Pick", index: 1 });
  await ok(session, "step", 5);
  await ok(session, "rewind", 8);
  await ok(session, "input", { move: 1 });
  await ok(session, "step", 1);
  expect(await ok(session, "restore", "one gift")).toMatchObject({ tick: 3, from: 1, choice: { id: 2 } });
  expect((await ok(session, "hash")).hash).toBe(saved.hash);
  expect(await exported(session)).toEqual(saved.replay);
  await ok(session, "choose", { action: "Skip" });
  await ok(session, "step", 2);
  await ok(session, "restore", "one gift");
  expect(await exported(session)).toEqual(saved.replay);
  await ok(session, "startRun");
  expect(await ask(session, "restore", "one gift")).toMatchObject({ error: { code: "BAD_ARGS" } });
});

test.for(games)("fork tries branches and changes nothing: %s", async ([, parts]) => {
  const session = toySession(parts);
  await playToy(session);
  await ok(session, "pause");
  const waiting = session.issue("input", [{ move: 1 }, { ticks: 5 }]).seq;
  const before = [(await ok(session, "hash")).hash, await exported(session)];
  const { branches } = (await ok(session, "fork", [
    [{ cmd: "step", args: [3] }],
    [
      { cmd: "input", args: [{ move: -1 }] },
      { cmd: "step", args: [3] },
    ],
    [{ cmd: "choose", args: [{ action: "Skip" }] }],
    [],
  ])) as OkReply & { branches: { ok: boolean; tick: number; state: { x: number }; result: object }[] };
  expect(branches).toMatchObject([
    { ok: true, tick: 153, receipts: [{ seq: waiting, outcome: "applied" }], result: { stepped: 3 }, evaluation: {} },
    { ok: true, tick: 153, result: { stepped: 3 } },
    { ok: false, tick: 150, result: { error: { code: "NO_CHOICE" } } },
    { ok: true, tick: 150 },
  ]);
  expect((branches[0]?.state.x ?? 0) - (branches[1]?.state.x ?? 0)).toBe(6);
  expect([(await ok(session, "hash")).hash, await exported(session)]).toEqual(before);
  expect((await ok(session, "step", 1)).receipts).toEqual([{ seq: waiting, tick: 151, outcome: "applied" }]);
});

test("a branch with a command that cannot stand in it is refused before anything runs", async () => {
  const session = toySession();
  await ok(session, "startRun");
  const bad = (...branches: unknown[]) => ask(session, "fork", branches);
  expect(await bad([{ cmd: "step", args: [1] }], [{ cmd: "startRun" }])).toMatchObject({
    error: { path: "/0/1/0/cmd" },
  });
  expect(await bad([{ cmd: "step", args: [-1] }])).toMatchObject({
    error: { code: "BAD_ARGS", path: "/0/0/0/args/0" },
  });
  expect(await ask(session, "fork", [])).toMatchObject({ error: { code: "BAD_ARGS", path: "/0" } });
});

test.for(games)("self-check finds equal hashes, changes nothing: %s", async ([, parts]) => {
  const session = toySession(parts);
  await playToy(session);
  const before = [(await ok(session, "hash")).hash, await exported(session)];
  expect(await ok(session, "selfCheck", 150)).toMatchObject({ verdict: "identical", ticks: 150, hashesCompared: 152 });
  expect(await ask(session, "selfCheck", 0)).toMatchObject({ error: { code: "BAD_ARGS" } });
  expect(await ask(session, "selfCheck", 151)).toMatchObject({ error: { code: "BAD_ARGS" } });
  expect([(await ok(session, "hash")).hash, await exported(session)]).toEqual(before);
});

test("self-check names the tick and the path of a game that counts its own simulations", async () => {
  const session = toySession(countingOwnCalls(33));
  await ok(session, "startRun");
  await ok(session, "step", 50);
  const reply = await ok(session, "selfCheck", 30);
  expect(reply).toMatchObject({ verdict: "diverged", divergence: { tick: 33, path: "/toy/coins" }, restored: true });
});

test("a game whose rewind meets another hash is told of it, and the run stands as it was", async () => {
  const session = toySession(countingOwnCalls(60));
  await ok(session, "startRun");
  await ok(session, "step", 130);
  const before = (await ok(session, "hash")).hash;
  // From the keyframe at 60 nothing differs; from the one at 0 the hash at 60 does.
  expect(await ok(session, "rewind", 65)).toMatchObject({ tick: 65 });
  await ok(session, "step", 65);
  expect((await ok(session, "hash")).hash).toBe(before);
  const other = toySession({ ...countingOwnCalls(60), withoutLoad: true });
  await ok(other, "startRun");
  await ok(other, "step", 130);
  const refused = await ask(other, "rewind", 65);
  expect(refused).toMatchObject({ ok: false, error: { code: "DIVERGED" }, divergence: { tick: 60 }, restored: false });
});

test("a fork whose branches observe eats no events of the next look", async () => {
  const session = toySession();
  await ok(session, "startRun");
  await ok(session, "step", 30);
  await ok(session, "pause");
  const before = session.eventsSince;
  expect(before).toBe(30);
  session.issue("step", [20]);
  const { seq } = session.issue("fork", [[[{ cmd: "stepUntil", args: [{ maxTicks: 20, observeEvery: 5 }] }]]]);
  await session.wait({ seq });
  expect(session.eventsSince).toBe(30);
});
