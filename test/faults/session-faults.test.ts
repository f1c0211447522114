// Faults of SPEC section 11 that a session alone can have, each by its name there. Those of a page are beside.

import { createSession, type Session } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { ask, exported, nodeHost, toySession } from "../support/toy-session.js";

async function exampleSession(seed = 777001): Promise<Session> {
  const session = createSession(createCandyrush(), nodeHost);
  await ask(session, "pinSeed", seed);
  await ask(session, "startRun", { characterId: 0 });
  return session;
}

/** Past the starting weapon. */
async function underWay(): Promise<Session> {
  const session = await exampleSession();
  await ask(session, "step", 1);
  await ask(session, "levelUp", "Pick", 0);
  return session;
}

async function hashOf(session: Session): Promise<unknown> {
  const reply = await ask(session, "hash");
  return reply.ok && reply.hash;
}

test("fault: a second queued level-up invisible and undrivable, so the run is stuck", async () => {
  const session = await underWay();
  await ask(session, "cheat", "levelUp", { levels: 2 });
  expect(await ask(session, "step", 5)).toMatchObject({ stopped: "levelup", stepped: 1, choice: { kind: "levelup" } });
  const choice = session.state.choice as { id: number } | undefined;
  expect(session.state).toMatchObject({ choicesQueued: 1, pauseOwners: ["agent", "levelup"] });
  expect(await ask(session, "choose", { action: "Pick", index: 0, id: choice?.id })).toMatchObject({
    ok: true,
    choice: { kind: "levelup" },
  });
  expect(session.state).toMatchObject({ choicesQueued: 0, choice: { kind: "levelup" } });
  expect((session.state.choice as { id: number }).id).not.toBe(choice?.id);
  expect(await ask(session, "levelUp", "Skip")).not.toHaveProperty("choice");
  expect(await ask(session, "step", 5)).toMatchObject({ ok: true, stepped: 5 });
});

test("fault: the starting-weapon gate invisible or undrivable", async () => {
  const session = await exampleSession();
  expect(await ask(session, "step", 60)).toMatchObject({ stepped: 1, stopped: "startingWeapon" });
  expect(session.state).toMatchObject({
    runState: "Paused",
    pauseOwners: ["agent", "startingWeapon"],
    choice: {
      kind: "startingWeapon",
      actions: ["Pick", "Reroll"],
      options: expect.arrayContaining([expect.anything()]),
    },
  });
  expect(await ask(session, "levelUp", "Pick", 0)).toMatchObject({ ok: true });
  expect(await ask(session, "step", 60)).toMatchObject({ ok: true, stepped: 60 });
});

test("fault: rewind called twice, or from inside a choice, stranding the run on a choice already resolved", async () => {
  const session = toySession();
  await ask(session, "startRun", { asks: [3, 5] });
  const isOpen = { choice: { kind: "gift" } };
  expect(await ask(session, "step", 9)).toMatchObject({ stepped: 3, ...isOpen });
  // From inside the choice: the tick that opened it is undone, and opens it again.
  expect(await ask(session, "rewind", 1)).toMatchObject({ ok: true, tick: 2 });
  expect(session.state).not.toHaveProperty("choice");
  expect(await ask(session, "step", 9)).toMatchObject({ stepped: 1, ...isOpen });
  // From behind it, twice: it is open as it was before it was answered.
  expect(await ask(session, "levelUp", "Pick", 0)).toMatchObject({ ok: true });
  expect(await ask(session, "step", 9)).toMatchObject({ tick: 5, ...isOpen });
  expect(await ask(session, "rewind", 1)).toMatchObject({ ok: true, tick: 4 });
  expect(await ask(session, "rewind", 1)).toMatchObject({ ok: true, tick: 3, choicesUndone: 1, ...isOpen });
  expect(session.state).toMatchObject({ pauseOwners: ["agent", "gift"], ...isOpen });
  expect(await ask(session, "levelUp", "Skip")).toMatchObject({ ok: true });
  expect(await ask(session, "step", 9)).toMatchObject({ ok: true, tick: 5 });
  const replay = await exported(session);
  expect(replay.choices).toEqual([[3, "Skip", null]]);
  expect(await ask(toySession(), "loadReplay", replay)).toMatchObject({ verdict: "identical" });
});

test("fault: a no-op reported as success", async () => {
  const session = toySession();
  await ask(session, "startRun", { asks: [1] });
  await ask(session, "step", 1);
  await ask(session, "levelUp", "Reroll");
  const before = [await hashOf(session), await exported(session), session.state.pauseOwners];
  // Nothing is left to reroll.
  expect(await ask(session, "levelUp", "Reroll")).toMatchObject({ ok: false, error: { code: "NO_EFFECT" } });
  expect(await ask(session, "input", { move: 1 }, { ticks: 0 })).toMatchObject({ error: { code: "NO_EFFECT" } });
  expect(await ask(session, "abort")).toMatchObject({ ok: false, error: { code: "NO_EFFECT" } });
  expect([await hashOf(session), await exported(session), session.state.pauseOwners]).toEqual(before);
  await ask(session, "levelUp", "Skip");
  await ask(session, "step", 2);
  expect(await ask(session, "rewind", 0)).toMatchObject({ ok: false, error: { code: "NO_EFFECT" } });
  await ask(session, "cheat", "setHp", { hp: -1 });
  expect((await ask(session, "step", 1)).receipts).toMatchObject([{ outcome: "refused" }]);
});

test("fault: NaN destroying the whole snapshot", async () => {
  const session = toySession({
    shown: { speed: Number.NaN, far: { away: Number.NEGATIVE_INFINITY }, hits: [1, Number.NaN] },
  });
  await ask(session, "startRun");
  const reply = await ask(session, "dump");
  const state = {
    x: 0,
    hp: 100,
    speed: 0,
    far: { away: 0 },
    hits: [1, 0],
    nonFinite: ["/speed", "/far/away", "/hits/1"],
  };
  expect(reply).toMatchObject({ ok: true, state });
  expect(JSON.parse(JSON.stringify(session.state))).toMatchObject(state);
});

test("fault: hpBelow reported where the player died", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "cheat", "setHp", { hp: 1 });
  // With one hit point left, the hit that makes hpBelow:1 true is the one that kills.
  const reply = await ask(session, "stepUntil", { maxTicks: 100, stopOn: ["hpBelow:1"] });
  expect(reply).toMatchObject({ ok: true, stopped: "gameover", stepped: 10 });
  expect(reply).not.toHaveProperty("condition");
  expect(session.state).toMatchObject({ hp: 0, runState: "Over" });
});

test("fault: a cheat applied at command time shifting the random stream", async () => {
  const session = await underWay();
  await ask(session, "step", 20);
  const before = await hashOf(session);
  // It draws where each enemy comes from.
  const spawn = { type: "gumdrop", count: 20 };
  expect(await ask(session, "cheat", "spawnEnemies", spawn)).toMatchObject({ ok: true, scheduled: { tick: 22 } });
  expect(await hashOf(session)).toBe(before);
  expect(await exported(session)).toMatchObject({ cheats: [] });
  expect((await ask(session, "step", 10)).receipts).toEqual([{ seq: 7, tick: 22, outcome: "applied" }]);
  const replay = await exported(session);
  expect(replay.cheats).toEqual([[22, "spawnEnemies", spawn]]);
  expect(await ask(await exampleSession(), "loadReplay", replay)).toMatchObject({
    verdict: "identical",
    cheated: true,
  });
});

test("fault: replay tail left behind after a rewind or restore", async () => {
  const session = toySession();
  await ask(session, "startRun", { asks: [70] });
  await ask(session, "input", { move: 0.5 });
  await ask(session, "step", 5);
  await ask(session, "save", "fork in the road");
  const saved = await exported(session);
  for (const [cmd, where] of [
    ["restore", "fork in the road"],
    ["rewind", 125],
  ] as const) {
    await ask(session, "input", { move: -1 });
    await ask(session, "cheat", "setHp", { hp: 50 });
    await ask(session, "step", 65);
    await ask(session, "levelUp", "Pick", 0);
    await ask(session, "step", 60);
    expect(await exported(session)).toMatchObject({ ticks: 130, cheated: true, choices: [[70, "Pick", 0]] });
    expect(await ask(session, cmd, where)).toMatchObject({ ok: true, tick: 5 });
    expect(await exported(session)).toEqual(saved);
  }
  await ask(session, "step", 10);
  const branch = await exported(session);
  expect(branch).toMatchObject({
    ticks: 15,
    cheated: false,
    inputs: [[1, { move: 0.5 }]],
    hashes: { values: [expect.anything()] },
  });
  expect(await ask(toySession(), "loadReplay", branch)).toMatchObject({ verdict: "identical" });
});

test("fault: state read while a live object has a cycle", async () => {
  const enemy: { name: string; target?: object } = { name: "jawbreaker" };
  const ally = { name: "gumdrop", target: enemy };
  enemy.target = ally;
  const session = toySession({ shown: { enemies: [enemy, { name: "slug" }] } });
  await ask(session, "startRun");
  expect(await ask(session, "dump")).toMatchObject({ ok: true });
  expect(session.state).toMatchObject({
    x: 0,
    enemies: [{ name: "jawbreaker", target: { name: "gumdrop", target: null } }, { name: "slug" }],
    unshowable: ["/enemies/0/target/target"],
  });
  expect(() => JSON.stringify(session.state)).not.toThrow();
});
