// A game that throws inside a tick: the reply says so, the state returns to the last whole boundary, and the replay
// records the throw.

import { expect, test } from "vitest";
import type { ToyParts } from "../fixtures/toy-game.js";
import { ask, exported, toySession } from "../support/toy-session.js";

const throwsAt = (tick: number) => (toy: { tick: number; coins: number }) => {
  if (toy.tick !== tick) return;
  toy.coins += 1000;
  throw new Error("the walker tripped");
};

for (const [name, parts] of [
  ["a game that saves and loads", {}],
  ["a game that only saves", { withoutLoad: true }],
  ["a game that cannot save", { withoutSave: true }],
] as [string, ToyParts][]) {
  test(`${name} returns to the boundary before the tick that threw`, async () => {
    const straight = toySession(parts);
    await ask(straight, "startRun", { asks: [100] });
    await ask(straight, "step", 100);
    await ask(straight, "choose", { action: "Pick", index: 0 });
    await ask(straight, "step", 29);
    const expected = await ask(straight, "hash");

    const session = toySession({ ...parts, duringTick: throwsAt(130) });
    await ask(session, "startRun", { asks: [100] });
    await ask(session, "step", 100);
    await ask(session, "choose", { action: "Pick", index: 0 });
    await ask(session, "cheat", "setHp", { hp: 100 });
    await ask(session, "input", { move: 0 });
    const reply = await ask(session, "step", 200);
    expect(reply).toMatchObject({
      ok: false,
      tick: 129,
      requested: 200,
      stepped: 29,
      restored: true,
      error: { code: "GAME_THREW", message: "the game threw in tick: the walker tripped" },
    });
    expect(reply.ok ? "" : reply.error.stack).toContain("toy-game");
    expect(await ask(session, "hash")).toMatchObject({ tick: 129 });
    // The cheat of this run set hp to what it was, so that the straight run can be compared.
    expect(session.state.coins).toBe(straight.state.coins);
    expect(expected.ok).toBe(true);
    expect(await ask(session, "step", 1)).toMatchObject({ ok: false, tick: 129, error: { code: "GAME_THREW" } });
  });
}

test("the replay of a run that threw records the throw, and verification reproduces it", async () => {
  const session = toySession({ duringTick: throwsAt(70) });
  await ask(session, "startRun");
  await ask(session, "step", 69);
  await ask(session, "cheat", "setHp", { hp: 77 });
  await ask(session, "input", { move: 1 });
  const reply = await ask(session, "step", 5);
  expect(reply.receipts).toEqual([{ seq: 3, tick: 70, outcome: "dropped", reason: "the tick threw" }]);
  const replay = await exported(session);
  expect(replay).toMatchObject({
    ticks: 69,
    fault: { tick: 70, input: { move: 1 }, cheats: [["setHp", { hp: 77 }]], message: "the walker tripped" },
  });
  expect(await ask(session, "loadReplay", replay)).toMatchObject({ verdict: "identical", restored: true });
  expect(await ask(toySession(), "loadReplay", replay)).toMatchObject({
    verdict: "diverged",
    divergence: { kind: "did-not-throw" },
  });
});

test("a run whose boundary cannot be restored is marked faulted and says so from then on", async () => {
  let runs = 0;
  const session = toySession({
    withoutLoad: true,
    // Another walk each time the run is simulated: what no re-simulation can restore.
    duringTick: (toy) => {
      if (toy.tick === 1) runs++;
      if (toy.tick === 30) toy.x += runs;
      if (toy.tick === 90) throw new Error("gone");
    },
  });
  await ask(session, "startRun");
  expect(await ask(session, "step", 100)).toMatchObject({ ok: false, restored: false, error: { code: "GAME_THREW" } });
  expect(session.state.faulted).toEqual({ tick: 90, message: "gone" });
  expect(await ask(session, "step", 1)).toMatchObject({ ok: false, error: { code: "RUN_FAULTED" } });
  expect(await ask(session, "startRun")).toMatchObject({ ok: true });
  expect(session.state).not.toHaveProperty("faulted");
});

test("a port call that returns a promise is refused by name", async () => {
  const session = toySession({ duringTick: (toy) => (toy.tick === 3 ? Promise.resolve() : undefined) });
  await ask(session, "startRun");
  expect(await ask(session, "step", 10)).toMatchObject({ ok: false, stepped: 2, error: { code: "ASYNC_PORT" } });
});

test("a state that cannot be kept exactly is refused with its path", async () => {
  const session = toySession({
    duringTick: (toy) => void Object.assign(toy, { when: toy.tick === 60 ? new Date(0) : 0 }),
  });
  await ask(session, "startRun");
  expect(await ask(session, "step", 100)).toMatchObject({
    ok: false,
    stepped: 59,
    restored: true,
    error: { code: "BAD_STATE", path: "/toy/when" },
  });
});

test("a throw while wall time drives stops the run, is told, and restores the boundary", async () => {
  const told: string[] = [];
  const session = toySession({ duringTick: throwsAt(3) }, { realTimeFault: (error) => told.push(error.message) });
  await ask(session, "startRun");
  await ask(session, "resume");
  for (let tick = 0; tick < 3; tick++) session.realTimeTick();
  await session.wait();
  expect(told).toEqual(["the walker tripped"]);
  expect(session.state).toMatchObject({ tick: 2, pauseOwners: ["agent"] });
});

for (const [name, drive] of [
  ["stepped", "step"],
  ["in real time", "real-time"],
] as const) {
  test(`choices and cheats before and after the newest saved state come back after a throw (${name})`, async () => {
    const session = toySession({ duringTick: throwsAt(130) });
    await ask(session, "startRun", { asks: [3, 120] });
    await ask(session, "cheat", "setHp", { hp: 90 });
    await ask(session, "step", 3);
    await ask(session, "choose", { action: "Pick", index: 1 });
    await ask(session, "step", 200);
    await ask(session, "choose", { action: "Reroll" });
    await ask(session, "choose", { action: "Pick", index: 1 });
    await ask(session, "cheat", "setHp", { hp: 80 });
    await ask(session, "step", 9);
    const before = await ask(session, "hash");
    if (drive === "step") {
      expect(await ask(session, "step", 1)).toMatchObject({ error: { code: "GAME_THREW" }, restored: true });
    } else {
      await ask(session, "resume");
      session.realTimeTick();
    }
    expect(await ask(session, "hash")).toMatchObject({ tick: 129, hash: before.ok && before.hash });
    const replay = await exported(session);
    expect(await ask(toySession({ duringTick: throwsAt(130) }), "loadReplay", replay)).toMatchObject({
      verdict: "identical",
    });
  });
}
