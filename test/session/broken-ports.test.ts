// Games that keep the port's shape and break its contract: the fault is the game's, and the run stands as it was.

import { createSession } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost } from "../support/toy-session.js";

const unsayable = { ignored: Object.create(null) };

test("a reason that is no text is a throw of the game's tick, also when it comes out of a replay", async () => {
  let breaks = true;
  const toy = createToyGame({ duringTick: ({ tick }) => (breaks && tick === 5 ? unsayable : undefined) });
  const session = createSession(toy, nodeHost);
  await ask(session, "startRun", {});
  const broken = { ok: false, tick: 4, stepped: 4, restored: true, error: { code: "GAME_THREW" } };
  expect(await ask(session, "step", 10)).toMatchObject(broken);
  const replay = await exported(session);
  breaks = false;
  await ask(session, "step", 100);
  const before = await ask(session, "hash");
  breaks = true;
  expect(await ask(session, "loadReplay", replay)).toMatchObject({ ok: true, verdict: "identical" });
  breaks = false;
  expect((await ask(session, "hash")).hash).toBe(before.hash);
});

test("what a game says of its owners and its queue is made JSON like the rest of a snapshot", async () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  const toy = createToyGame();
  const choices = { ...toy.choices, queued: () => Number.NaN } as typeof toy.choices;
  const session = createSession(
    { ...toy, choices, pauses: () => [Number.NaN, circle] } as unknown as typeof toy,
    nodeHost,
  );
  await ask(session, "startRun", { asks: [3] });
  await ask(session, "step", 5);
  const { state } = await ask(session, "dump");
  const owners = ["agent", "gift", "NaN", "[object Object]"];
  expect(state).toMatchObject({ pauseOwners: owners, choicesQueued: 0, nonFinite: ["/choicesQueued"] });
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});

test("a choice without a kind, actions or options is a fault of the game, and going back over it puts the run back", async () => {
  let given: unknown;
  const toy = createToyGame();
  const open = () => (given === undefined ? toy.choices?.open() : given) as never;
  const session = createSession({ ...toy, choices: { ...toy.choices, open } } as typeof toy, nodeHost);
  await ask(session, "startRun", { asks: [3] });
  await ask(session, "step", 5);
  await ask(session, "choose", { action: "Pick", index: 0 });
  await ask(session, "step", 20);
  const before = await ask(session, "hash");
  for (given of [{}, 5, { kind: "gift", actions: ["Pick"] }, { kind: Number.NaN, actions: [], options: [] }]) {
    const refused = { ok: false, error: { code: "GAME_THREW", message: expect.stringContaining("a choice: {id") } };
    for (const [cmd, ...args] of [
      ["step", 1],
      ["choose", { action: "Skip" }],
    ] as const) {
      expect(await ask(session, cmd, ...args)).toMatchObject(refused);
    }
    expect(await ask(session, "rewind", 2)).toMatchObject({ error: { code: "DIVERGED" }, restored: true });
  }
  given = undefined;
  expect((await ask(session, "hash")).hash).toBe(before.hash);
});

test("a rewind to a keyframe whose state comes back changed is refused, not called reached", async () => {
  let loses = false;
  const toy = createToyGame();
  const load = (saved: { toy: { coins: number } }) => {
    if (loses) saved.toy.coins = 0;
    loses = false;
    toy.load?.(saved as never);
  };
  const session = createSession({ ...toy, load } as typeof toy, nodeHost);
  await ask(session, "startRun", {});
  await ask(session, "step", 80);
  const before = await ask(session, "hash");
  loses = true;
  expect(await ask(session, "rewind", 20)).toMatchObject({ ok: false, error: { code: "DIVERGED" }, restored: true });
  expect(await ask(session, "hash")).toMatchObject({ tick: 80, hash: before.hash });
});

test("a start or a recovery that fails while the state cannot be saved leaves the run as it was", async () => {
  let breaks = false;
  const toy = createToyGame();
  const save = () => {
    const saved = toy.save?.() as { toy: { tick: number } };
    return breaks && saved.toy.tick === 70 ? new (class Saved {})() : saved;
  };
  const start = (seed: number, options: object) => {
    if (breaks && seed !== 7) throw new Error("no start");
    return toy.start(seed, options);
  };
  const session = createSession({ ...toy, save, start } as typeof toy, nodeHost);
  await ask(session, "pinSeed", 7);
  await ask(session, "startRun", {});
  await ask(session, "pinSeed", 8);
  await ask(session, "input", { move: 1 });
  await ask(session, "step", 70);
  const before = await ask(session, "hash");
  const head = { kind: "head", format: "tickbridge-journal", version: 1, game: { id: "toy", build: "toy-1" } };
  const journal = [head, { kind: "run", seed: 9, options: {} }];
  for (const [cmd, args] of [["startRun", {}] as const, ["recover", journal] as const]) {
    breaks = true;
    expect(await ask(session, cmd, args)).toMatchObject({ ok: false, tick: 70 });
    breaks = false;
    expect(await ask(session, "hash")).toMatchObject({ tick: 70, hash: before.hash });
  }
});

test("a self-check that was aborted says so when the run could not be put back", async () => {
  let breaks = false;
  const toy = createToyGame({ withoutSave: true });
  const afterLoad = () => {
    if (breaks) throw new Error("no view");
  };
  let clockMs = 0;
  const host = { ...nodeHost, now: () => (clockMs += 20), turn: async () => undefined };
  const session = createSession({ ...toy, afterLoad }, host);
  await ask(session, "startRun", {});
  await ask(session, "step", 70);
  session.issue("selfCheck", [10]);
  session.issue("abort", []);
  expect((await session.wait()).results[0]).toMatchObject({ error: { code: "ABORTED" }, restored: true });
  breaks = true;
  session.issue("selfCheck", [10]);
  session.issue("abort", []);
  const { results } = await session.wait();
  expect(results[0]).toMatchObject({ ok: false, restored: false });
  expect(await ask(session, "hash")).toMatchObject({ error: { code: "RUN_FAULTED" } });
});
