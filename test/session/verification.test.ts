// Verification: identical only when every recorded hash was compared, and each way to differ is named.

import type { Replay } from "@tickbridge/replay";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, playToy, toySession } from "../support/toy-session.js";

async function toyReplay(): Promise<Replay> {
  const session = toySession();
  await playToy(session);
  return exported(session);
}

test("a fresh session verifies the replay of another as identical", async () => {
  const replay = await toyReplay();
  expect(await ask(toySession(), "loadReplay", replay)).toEqual({
    ok: true,
    cmd: "loadReplay",
    seq: 1,
    tick: 150,
    verdict: "identical",
    evidence: "state",
    ticks: 150,
    hashesCompared: 4,
    cheated: true,
    restored: false,
  });
});

test("a text is as good as an object", async () => {
  expect(await ask(toySession(), "loadReplay", JSON.stringify(await toyReplay()))).toMatchObject({
    verdict: "identical",
  });
});

for (const [name, parts] of [
  ["by loading its state", {}],
  ["by simulating it again", { withoutLoad: true }],
] as const) {
  test(`verification puts the run before it back ${name}, with all that waits`, async () => {
    const replay = await toyReplay();
    const session = toySession(parts);
    await ask(session, "pinSeed", 5);
    await ask(session, "startRun", { asks: [40] });
    await ask(session, "step", 33);
    await ask(session, "input", { move: 1 });
    const before = await ask(session, "hash");
    const ownReplay = await exported(session);
    expect(await ask(session, "loadReplay", { ...replay, evidence: "state" })).toMatchObject({
      verdict: "identical",
      restored: true,
    });
    expect(await ask(session, "hash")).toMatchObject({ tick: 33, hash: before.ok && before.hash });
    expect(await exported(session)).toEqual(ownReplay);
    expect(await ask(session, "step", 10)).toMatchObject({
      stopped: "gift",
      stepped: 7,
      receipts: [{ tick: 34, outcome: "applied" }],
    });
  });
}

test("a game without save is verified by its snapshots, and the verdict says so", async () => {
  const session = toySession({ withoutSave: true });
  await playToy(session);
  const replay = await exported(session);
  expect(replay.evidence).toBe("snapshot");
  expect(await ask(toySession({ withoutSave: true }), "loadReplay", replay)).toMatchObject({
    verdict: "identical",
    evidence: "snapshot",
  });
  expect(await ask(toySession(), "loadReplay", replay)).toMatchObject({ verdict: "unverifiable" });
});

test("a changed input is a divergence after the last equal hash", async () => {
  const replay = await toyReplay();
  const inputs = replay.inputs.map(([tick, input]) => (tick === 4 ? [5, input] : [tick, input]));
  expect(await ask(toySession(), "loadReplay", { ...replay, inputs })).toMatchObject({
    ok: true,
    verdict: "diverged",
    divergence: { kind: "hash", tick: 60, lastEqualTick: 0 },
  });
});

test("a changed final hash alone is a divergence at the end", async () => {
  const replay = { ...(await toyReplay()), final: "0123456789abcdef" };
  expect(await ask(toySession(), "loadReplay", replay)).toMatchObject({
    verdict: "diverged",
    hashesCompared: 4,
    divergence: { kind: "hash", tick: 150, lastEqualTick: 120, expected: "0123456789abcdef" },
  });
});

test("a recorded choice with none open, and an open one with none recorded, are divergences", async () => {
  const replay = await toyReplay();
  const early = { ...replay, choices: [[3, "Pick", 0], ...replay.choices] };
  expect(await ask(toySession(), "loadReplay", early)).toMatchObject({ divergence: { kind: "choice", tick: 3 } });
  const missing = { ...replay, choices: replay.choices.slice(0, -1) };
  expect(await ask(toySession(), "loadReplay", missing)).toMatchObject({ divergence: { kind: "choice", tick: 90 } });
});

test("a recorded cheat that is refused now is a divergence at its tick", async () => {
  const replay = await toyReplay();
  const cheats = [[6, "setHp", { hp: -4 }]];
  expect(await ask(toySession(), "loadReplay", { ...replay, cheats })).toMatchObject({
    divergence: { kind: "cheat", tick: 6 },
  });
});

test("a run that ends before its replay is a divergence", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "step", 300);
  const replay = await exported(session);
  const dying = toySession({
    duringTick: (toy) => {
      if (toy.tick === 200) toy.hp = 0;
    },
  });
  expect(await ask(dying, "loadReplay", { ...replay, hashes: replay.hashes })).toMatchObject({
    divergence: { kind: "ended", tick: 200 },
  });
});

test("a replay of another game is refused; one of another build is unverifiable unless allowed", async () => {
  const replay = await toyReplay();
  const other = { ...replay, game: { id: "chess", build: "toy-1" } };
  expect(await ask(toySession(), "loadReplay", other)).toMatchObject({ ok: false, error: { code: "WRONG_GAME" } });
  const older = { ...replay, game: { id: "toy", build: "toy-0" } };
  expect(await ask(toySession(), "loadReplay", older)).toMatchObject({
    ok: true,
    verdict: "unverifiable",
    hashesCompared: 0,
  });
  expect(await ask(toySession(), "loadReplay", older, { allowBuild: true })).toMatchObject({ verdict: "identical" });
});

test("a malformed replay gets a code and changes nothing", async () => {
  const session = toySession();
  await playToy(session);
  const before = await ask(session, "hash");
  const replay = await exported(session);
  for (const bad of [{}, [], 7, "x", "", { ...replay, ticks: 1e9 }, { ...replay, hashes: { every: 60, values: [] } }]) {
    const reply = await ask(session, "loadReplay", bad);
    expect(reply).toMatchObject({ ok: false, error: { code: expect.stringMatching(/^BAD_(REPLAY|ARGS)$/) } });
  }
  expect(await ask(session, "loadReplay", { ...replay, version: 7 })).toMatchObject({
    error: { code: "REPLAY_TOO_NEW" },
  });
  expect(await ask(session, "hash")).toMatchObject({ hash: before.ok && before.hash });
});

test("a watched replay runs in real time, refuses what would change it, and ends with a verdict", async () => {
  const verdicts: unknown[] = [];
  const session = toySession({}, { replayEnded: (verdict) => verdicts.push(verdict) });
  const replay = await toyReplay();
  expect(await ask(session, "loadReplay", replay, { mode: "watch", speed: 4 })).toMatchObject({
    ok: true,
    watching: true,
    ticks: 150,
  });
  for (let tick = 0; tick < 20; tick++) session.realTimeTick();
  for (const [cmd, ...args] of [
    ["step", 1],
    ["input", { move: 1 }],
    ["startRun"],
    ["choose", { action: "Skip" }],
    ["exportReplay"],
    ["loadReplay", replay],
  ] as [string, ...unknown[]][]) {
    expect(await ask(session, cmd, ...args), cmd).toMatchObject({ ok: false, error: { code: "REPLAY_PLAYING" } });
  }
  expect(await ask(session, "pause")).toMatchObject({ ok: true });
  expect(session.runsInRealTime).toBe(false);
  await ask(session, "resume");
  expect(await ask(session, "dump")).toMatchObject({ ok: true, state: { tick: 20 } });
  while (session.runsInRealTime) session.realTimeTick();
  expect(verdicts).toEqual([expect.objectContaining({ verdict: "identical", ticks: 150, hashesCompared: 4 })]);
  expect(session.state).toMatchObject({ tick: 150, pauseOwners: ["agent"] });
  expect(await exported(session)).toEqual(replay);
});

test("abort stops a watched replay, whose run stays, held by the agent", async () => {
  const verdicts: unknown[] = [];
  const session = toySession({}, { replayEnded: (verdict) => verdicts.push(verdict) });
  await ask(session, "loadReplay", await toyReplay(), { mode: "watch" });
  for (let tick = 0; tick < 7; tick++) session.realTimeTick();
  expect(await ask(session, "abort")).toMatchObject({ ok: true, aborted: 1 });
  expect(verdicts).toEqual([expect.objectContaining({ verdict: "unverifiable", reason: "stopped at tick 7 of 150" })]);
  expect(session.state).toMatchObject({ tick: 7, pauseOwners: ["agent"] });
  expect(await ask(session, "abort")).toMatchObject({ ok: false, error: { code: "NO_EFFECT" } });
});

test("after the replay of a run that threw, the run that stays stands at a whole boundary", async () => {
  const throwing = {
    duringTick: (toy: { tick: number; coins: number }) => {
      if (toy.tick !== 70) return;
      toy.coins += 1000;
      throw new Error("tripped");
    },
  };
  const recorded = toySession(throwing);
  await ask(recorded, "startRun");
  await ask(recorded, "step", 100);
  const replay = await exported(recorded);
  const fresh = toySession(throwing);
  expect(await ask(fresh, "loadReplay", replay)).toMatchObject({ verdict: "identical" });
  expect(await ask(fresh, "hash")).toMatchObject({ tick: 69, hash: replay.final });
  const watched = toySession(throwing);
  await ask(watched, "loadReplay", replay, { mode: "watch" });
  while (watched.runsInRealTime) watched.realTimeTick();
  expect(await ask(watched, "hash")).toMatchObject({ tick: 69, hash: replay.final });
});

test("a game that breaks in the middle of a verification leaves the run before it as it was", async () => {
  const recorded = toySession();
  await ask(recorded, "startRun");
  await ask(recorded, "step", 65);
  const replay = await exported(recorded);
  const session = toySession({
    duringTick: (toy) => {
      if (toy.tick === 65) Object.assign(toy, { when: new Date(0) });
    },
  });
  await ask(session, "startRun");
  await ask(session, "step", 5);
  const before = await ask(session, "hash");
  expect(await ask(session, "loadReplay", replay)).toMatchObject({
    verdict: "diverged",
    divergence: { kind: "threw" },
  });
  expect(await ask(session, "hash")).toMatchObject({ tick: 5, hash: before.ok && before.hash });
});

test("a watched replay of no ticks compares its final hash, and one stopped before that is not identical", async () => {
  const recorded = toySession();
  await ask(recorded, "startRun");
  const replay = { ...(await exported(recorded)), final: "0000000000000000" };
  const verdicts: unknown[] = [];
  const session = toySession({}, { replayEnded: (verdict) => verdicts.push(verdict) });
  await ask(session, "loadReplay", replay, { mode: "watch" });
  while (session.runsInRealTime) session.realTimeTick();
  await ask(session, "loadReplay", replay, { mode: "watch" });
  await ask(session, "abort");
  expect(verdicts).toMatchObject([{ verdict: "diverged" }, { verdict: "unverifiable" }]);
});

test("a person cannot answer a watched replay's choices; a run that a person starts ends it first", async () => {
  const verdicts: unknown[] = [];
  const session = toySession({}, { replayEnded: (verdict) => verdicts.push(verdict) });
  await ask(session, "loadReplay", await toyReplay(), { mode: "watch" });
  session.realTimeTick();
  await expect(session.chooseByPlayer("Pick", 0)).rejects.toThrow("a replay is being watched");
  await session.startRunByPlayer({});
  expect(verdicts).toMatchObject([{ verdict: "unverifiable" }]);
  session.realTimeTick();
  expect(session.state).toMatchObject({ tick: 1, pauseOwners: [] });
});

test("after a choice that threw in a replay, the run that stays stands at a whole boundary or says that it does not", async () => {
  const { createSession } = await import("@tickbridge/bridge/session");
  const replay = await toyReplay();
  const game = createToyGame();
  const resolve = () => {
    throw new Error("no such gift");
  };
  for (const mode of ["verify", "watch"]) {
    const session = createSession({ ...game, choices: { ...game.choices, resolve } } as typeof game, nodeHost);
    await ask(session, "loadReplay", replay, { mode });
    while (session.runsInRealTime) session.realTimeTick();
    const before = await ask(session, "hash");
    expect(before).toMatchObject({ ok: true, tick: 5 });
    expect(await ask(session, "loadReplay", await exported(session))).toMatchObject({ verdict: "identical" });
  }
});

test("a replay whose start throws leaves a run that says it is faulted", async () => {
  const { createSession } = await import("@tickbridge/bridge/session");
  const replay = await toyReplay();
  const session = createSession({ ...createToyGame(), start: () => Promise.reject(new Error("no level")) }, nodeHost);
  expect(await ask(session, "loadReplay", replay)).toMatchObject({
    verdict: "diverged",
    divergence: { kind: "threw" },
  });
  expect(await ask(session, "step", 1)).toMatchObject({ ok: false, error: { code: "RUN_FAULTED" } });
});
