// The one tick of SPEC section 6, on a game whose state can be worked out by hand.

import { stringifyReplay } from "@tickbridge/replay";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, playToy, sessionOf, toySession } from "../support/toy-session.js";

test("a scripted run gives the pinned replay, byte for byte", async () => {
  const session = toySession();
  await playToy(session);
  await expect(stringifyReplay(await exported(session))).toMatchFileSnapshot("../goldens/toy-replay.json");
});

test("the same run on another session gives the same bytes", async () => {
  const texts = [];
  for (let time = 0; time < 2; time++) {
    const session = toySession();
    await playToy(session);
    texts.push(stringifyReplay(await exported(session)));
  }
  expect(texts[0]).toBe(texts[1]);
});

test("startRun stands at boundary 0, held by agent, and no tick runs unasked", async () => {
  const session = toySession();
  await ask(session, "pinSeed", 777001);
  await ask(session, "startRun");
  expect(session.runsInRealTime).toBe(false);
  expect(session.state).toMatchObject({ tick: 0, seed: 777001, pauseOwners: ["agent"], runState: "InRun" });
});

test("an input is handed to the very next tick and to no other when it holds for one", async () => {
  const session = toySession();
  await ask(session, "startRun");
  expect(await ask(session, "input", { move: 1 }, { ticks: 1 })).toMatchObject({ scheduled: { tick: 1, ticks: 1 } });
  expect(session.state.x).toBe(0);
  const reply = await ask(session, "step", 3);
  expect(reply.receipts).toEqual([{ seq: 2, tick: 1, outcome: "applied" }]);
  expect(session.state.x).toBe(1);
  expect((await exported(session)).inputs).toEqual([
    [1, { move: 1 }],
    [2, { move: 0 }],
  ]);
});

test("an input holds until it is replaced, and only changes are recorded", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "input", { move: 0.25 });
  await ask(session, "step", 4);
  await ask(session, "input", { move: 0.25 });
  await ask(session, "step", 4);
  expect(session.state.x).toBe(2);
  expect((await exported(session)).inputs).toEqual([[1, { move: 0.25 }]]);
});

test("an input that another replaces before any tick is superseded", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "input", { move: 1 });
  const second = await ask(session, "input", { move: -1 });
  expect(second.receipts).toEqual([{ seq: 2, tick: 1, outcome: "superseded" }]);
  const stepped = await ask(session, "step", 1);
  expect(stepped.receipts).toEqual([{ seq: 3, tick: 1, outcome: "applied" }]);
});

test("an input that the game ignores is reported so, with the game's reason", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "input", { move: 1 });
  await ask(session, "step", 10);
  await ask(session, "input", { move: 0.5 });
  const reply = await ask(session, "step", 1);
  expect(reply.receipts).toEqual([{ seq: 4, tick: 11, outcome: "ignored", reason: "a wall stands at 10" }]);
});

test("an input and a cheat that no tick consumed are dropped by startRun", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "input", { move: 1 });
  await ask(session, "cheat", "setHp", { hp: 5 });
  const reply = await ask(session, "startRun");
  expect(reply.receipts?.map(({ seq, outcome }) => [seq, outcome])).toEqual([
    [2, "dropped"],
    [3, "dropped"],
  ]);
});

test("a cheat waits for the head of the next tick, and is recorded with that tick", async () => {
  const session = toySession();
  await ask(session, "startRun");
  expect(await ask(session, "cheat", "setHp", { hp: 5 })).toMatchObject({ ok: true, scheduled: { tick: 1 } });
  expect(session.state.hp).toBe(100);
  expect((await ask(session, "step", 1)).receipts).toEqual([{ seq: 2, tick: 1, outcome: "applied" }]);
  expect(session.state.hp).toBe(5);
  expect(await exported(session)).toMatchObject({ cheats: [[1, "setHp", { hp: 5 }]], cheated: true });
});

test("a cheat that the game refuses is reported and not recorded", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "cheat", "setHp", { hp: -1 });
  const reply = await ask(session, "step", 1);
  expect(reply.receipts).toEqual([{ seq: 2, tick: 1, outcome: "refused", reason: "hp cannot be negative" }]);
  expect(await exported(session)).toMatchObject({ cheats: [], cheated: false });
});

test("a choice applies at once, at its boundary, and needs no resume afterwards", async () => {
  const session = toySession();
  await ask(session, "startRun", { asks: [3] });
  const stopped = await ask(session, "step", 10);
  expect(stopped).toMatchObject({ stepped: 3, stopped: "gift", choice: { kind: "gift" } });
  expect(await ask(session, "step", 1)).toMatchObject({
    ok: false,
    error: { code: "CHOICE_PENDING" },
    choice: { kind: "gift" },
  });
  await ask(session, "choose", { action: "Pick", index: 0 });
  expect((await exported(session)).choices).toEqual([[3, "Pick", 0]]);
  expect(await ask(session, "step", 2)).toMatchObject({ ok: true, stepped: 2, stopped: "maxTicks" });
});

test("a second choice queued behind the first is visible and drivable", async () => {
  const session = toySession();
  await ask(session, "startRun", { asks: [3, 3, 3] });
  await ask(session, "step", 3);
  expect(session.state).toMatchObject({ choicesQueued: 2, pauseOwners: ["agent", "gift"] });
  expect(await ask(session, "choose", { action: "Skip" })).toMatchObject({ ok: true, choice: { id: 2 } });
  expect(await ask(session, "choose", { action: "Skip" })).toMatchObject({ ok: true, choice: { id: 3 } });
  expect(await ask(session, "choose", { action: "Skip" })).not.toHaveProperty("choice");
});

test("a choice with a wrong id is stale, and a reroll without charges has no effect", async () => {
  const session = toySession();
  await ask(session, "startRun", { asks: [1] });
  await ask(session, "step", 1);
  const before = await ask(session, "hash");
  expect(await ask(session, "choose", { action: "Pick", index: 0, id: 99 })).toMatchObject({
    error: { code: "STALE_CHOICE" },
  });
  expect(await ask(session, "hash")).toMatchObject({ hash: (before as { hash?: string }).hash });
  expect(await ask(session, "choose", { action: "Reroll" })).toMatchObject({ ok: true });
  expect(await ask(session, "choose", { action: "Reroll" })).toMatchObject({ error: { code: "NO_EFFECT" } });
});

test("stops win in a fixed order, and a condition that is true already does not stop", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "cheat", "setHp", { hp: 42 });
  const first = await ask(session, "stepUntil", { maxTicks: 1000, stopOn: ["rich", "hpBelow:41", "hpBelow:50"] });
  expect(first).toMatchObject({ stopped: "hpBelow", condition: "hpBelow:50", stepped: 1 });
  const second = await ask(session, "stepUntil", { maxTicks: 1000, stopOn: ["rich", "hpBelow:41", "hpBelow:50"] });
  expect(second).toMatchObject({ stopped: "hpBelow", condition: "hpBelow:41", alreadyTrue: ["hpBelow:50"] });
  const end = await ask(session, "stepUntil", { maxTicks: 100_000, stopOn: ["hpBelow:1"] });
  expect(end).toMatchObject({ stopped: "gameover" });
  expect(await ask(session, "step", 1)).toMatchObject({ ok: false, error: { code: "RUN_OVER" } });
});

test("a misspelt stop is an error that lists the valid ones", async () => {
  const session = toySession();
  await ask(session, "startRun");
  const reply = await ask(session, "stepUntil", { maxTicks: 10, stopOn: ["gameover", "hpbelow:3"] });
  expect(reply).toMatchObject({
    ok: false,
    error: { code: "BAD_ARGS", path: "/0/stopOn/1", expected: "one of gameover, gift, hpBelow:N, rich" },
  });
});

test("wall time drives after resume, hardware is heard, and all of it is recorded", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "input", { move: 1 }, { ticks: 2 });
  await ask(session, "resume");
  for (let tick = 0; tick < 5; tick++) {
    expect(session.runsInRealTime).toBe(true);
    session.realTimeTick();
  }
  expect(session.state).toMatchObject({ tick: 5, x: 2 });
  const waited = await session.wait();
  expect(waited.receipts).toEqual([{ seq: 2, tick: 1, outcome: "applied" }]);
  expect((await exported(session)).inputs).toEqual([
    [1, { move: 1 }],
    [3, { move: 0 }],
  ]);
});

test("a raw NaN in a snapshot is published as 0 and its path listed; a cycle is cut and listed", async () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  const session = toySession({ shown: { speed: Number.NaN, deep: [{ far: Number.POSITIVE_INFINITY }], cycle } });
  await ask(session, "startRun");
  expect(session.state).toMatchObject({
    speed: 0,
    deep: [{ far: 0 }],
    nonFinite: ["/speed", "/deep/0/far"],
    cycle: { self: null },
    unshowable: ["/cycle/self"],
  });
});

test("a web of objects in a snapshot is cut, and costs no more than its bound", async () => {
  const nodes: object[][] = Array.from({ length: 30 }, () => []);
  for (const node of nodes) node.push(...nodes.filter((other) => other !== node));
  const session = toySession({ shown: { nodes } });
  await ask(session, "startRun");
  expect(session.state.unshowable).toHaveLength(100);
  expect(session.state.x).toBe(0);
});

test("an exported replay shares nothing with the run", async () => {
  const session = toySession();
  await ask(session, "startRun");
  await ask(session, "input", { move: 1 });
  await ask(session, "step", 2);
  const replay = await exported(session);
  expect(() => {
    (replay.inputs[0] as unknown as number[])[0] = 99;
  }).toThrow(TypeError);
  expect((await exported(session)).inputs).toEqual([[1, { move: 1 }]]);
});

test("a fault of the hardware stops real time and is no fault of a tick", async () => {
  const { createSession } = await import("@tickbridge/bridge/session");
  const told: string[] = [];
  const game = { ...createToyGame(), sampleHardware: () => ({ move: 7 }) };
  const session = createSession(game, nodeHost, { realTimeFault: (error) => told.push(error.message) });
  await ask(session, "startRun");
  await ask(session, "resume");
  session.realTimeTick();
  await session.wait();
  expect(told).toEqual(["expected a number from -1 to 1"]);
  expect(await exported(session)).toMatchObject({ ticks: 0 });
  expect(await exported(session)).not.toHaveProperty("fault");
});

test("a menu that a person opens stands in the state at once, also when no tick runs any more", async () => {
  let menuIsOpen = false;
  const session = sessionOf((plain) => ({ ...plain, pauses: () => (menuIsOpen ? ["menu"] : []) }));
  await ask(session, "startRun");
  await ask(session, "resume");
  session.realTimeTick();
  const before = session.state;
  expect(session.state).toBe(before);
  menuIsOpen = true;
  expect(session.runsInRealTime).toBe(false);
  expect(session.state).toMatchObject({ tick: 1, pauseOwners: ["menu"], runState: "Paused" });
});
