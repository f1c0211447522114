// What a game session does, by one table, against the example's real page and against the same game in this process.

import { CommandError, type GameSession, launch, type RunningServer, serveDirectory, verify } from "@tickbridge/driver";
import { type Replay, stringifyReplay } from "@tickbridge/replay";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { exampleDist } from "../support/example-page.js";

let server: RunningServer;
const exported = new Map<string, string>();

beforeAll(async () => {
  server = await serveDirectory(exampleDist);
});
afterAll(() => server.close());

const links = [
  { link: "page", place: () => ({ url: server.url }) },
  { link: "Node", place: () => ({ game: createCandyrush() }) },
] as const;

describe.each(links)("over the $link link", ({ link, place }) => {
  let game: GameSession<{ moveX: number; moveY: number }>;

  beforeAll(async () => {
    game = await launch<{ moveX: number; moveY: number }>(place());
  });
  afterAll(() => game.close());

  /** A run past its starting weapon, at tick 1. */
  async function startPlaying(): Promise<void> {
    await game.pinSeed(777001);
    await game.startRun();
    expect(await game.step(10)).toMatchObject({ stepped: 1, stopped: "startingWeapon" });
    await game.levelUp("Pick", 0);
  }

  test("describe names protocol, game and schemas", async () => {
    expect(await game.describe()).toMatchObject({
      protocol: 1,
      game: { id: "candyrush-mock", ticksPerSecond: 60 },
      evidence: "state",
      schemas: { input: { properties: { moveX: { minimum: -1 } } } },
    });
  });

  test("a run starts frozen at tick 0 with the pinned seed, and state says the same", async () => {
    await game.pinSeed(31);
    expect(await game.startRun({ characterId: 1 })).toMatchObject({
      seed: 31,
      seedSource: "pinned",
      state: { tick: 0, seed: 31, pauseOwners: ["agent"] },
    });
    expect(await game.state()).toMatchObject({ tick: 0, seed: 31, pauseOwners: ["agent"] });
    await game.pinSeed(null);
    expect((await game.startRun()).seedSource).toBe("drawn");
  });

  test("an input is scheduled for the next tick, and the step that runs it brings its receipt", async () => {
    await startPlaying();
    const { scheduled, seq } = await game.input({ moveX: 1, moveY: 0 }, { ticks: 3 });
    expect(scheduled).toMatchObject({ tick: 2, ticks: 3 });
    expect((await game.step(1)).receipts).toEqual([{ seq, tick: 2, outcome: "applied" }]);
    expect(await game.input(null)).toMatchObject({ ok: true, cmd: "input" });
  });

  test("step and stepUntil reply with the state of the boundary that they reached", async () => {
    await startPlaying();
    expect(await game.step(5)).toMatchObject({
      tick: 6,
      requested: 5,
      stepped: 5,
      stopped: "maxTicks",
      state: { tick: 6 },
    });
    const until = await game.stepUntil({ maxTicks: 100_000, stopOn: ["hpBelow:1000"] });
    expect(until).toMatchObject({ alreadyTrue: ["hpBelow:1000"], stopped: "levelup", choice: { kind: "levelup" } });
    expect(until.state).toMatchObject({ tick: until.tick, choice: { kind: "levelup" } });
  });

  test("choose answers by action, index and id, and a stale id is refused", async () => {
    await startPlaying();
    const { choice } = await game.stepUntil({ maxTicks: 100_000 });
    const stale = game.choose({ action: "Pick", index: 0, id: 9999 });
    await expect(stale).rejects.toMatchObject({ name: "CommandError", code: "STALE_CHOICE" });
    const resolved = await game.choose({ action: "Pick", index: 1, id: choice?.id ?? "" });
    expect(resolved).toMatchObject({ ok: true, action: "Pick", index: 1, state: { runState: "InRun" } });
  });

  test("a cheat lands in the next tick and is recorded with it", async () => {
    await startPlaying();
    await game.cheat("setHp", { hp: 7 });
    expect((await game.state()).player).not.toMatchObject({ hp: 7 });
    expect((await game.step(1)).receipts).toMatchObject([{ tick: 2, outcome: "applied" }]);
    expect((await game.exportReplay()).cheats).toEqual([[2, "setHp", { hp: 7 }]]);
    await game.cheat("killAll");
    expect((await game.step(1)).receipts).toMatchObject([{ outcome: "applied" }]);
  });

  test("reads give actions, the verdict, an audit and the hash, and change nothing", async () => {
    await startPlaying();
    const before = await game.hash();
    expect(before).toMatchObject({
      tick: 1,
      choices: 1,
      evidence: "state",
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(await game.actions()).toBeTypeOf("object");
    expect(await game.evaluate()).toMatchObject({ done: false, failed: false });
    expect(JSON.stringify(await game.audit("vfx"))).toContain("path");
    expect((await game.hash()).hash).toBe(before.hash);
  });

  test("dump takes a limit for this one look, and setMaxEntities one for all that follow", async () => {
    await startPlaying();
    await game.cheat("spawnEnemies", { type: "gumdrop", count: 30 });
    await game.step(1);
    const { state } = await game.dump({ maxEntities: 2 });
    expect(state.enemies).toHaveLength(2);
    expect(state.enemiesTotal).toBeGreaterThan(20);
    expect((await game.dump()).state.enemies).toHaveLength(15);
    await game.setMaxEntities(4);
    expect((await game.dump()).state.enemies).toHaveLength(4);
    expect((await game.step(1)).state.enemies).toHaveLength(4);
    await game.setMaxEntities(15);
  });

  test("pause and resume take and release the agent's hold", async () => {
    await startPlaying();
    expect((await game.resume()).state.pauseOwners).toEqual([]);
    expect((await game.pause()).state.pauseOwners).toEqual(["agent"]);
  });

  test("a refused command rejects with CommandError that carries the whole reply, and changes nothing", async () => {
    await startPlaying();
    const { hash } = await game.hash();
    const refused = await game.step(-1).catch((thrown: unknown) => thrown);
    expect(refused).toBeInstanceOf(CommandError);
    expect(refused).toMatchObject({
      code: "BAD_ARGS",
      message: expect.stringMatching(/^step: BAD_ARGS at \/0: .*0/),
      reply: { ok: false, cmd: "step", tick: 1, error: { code: "BAD_ARGS", path: "/0" } },
    });
    expect((await game.hash()).hash).toBe(hash);
  });

  test("a step before an open choice is refused with the choice in the reply", async () => {
    await game.startRun();
    await game.step(1);
    await expect(game.step(1)).rejects.toMatchObject({
      code: "CHOICE_PENDING",
      reply: { choice: { kind: "startingWeapon", options: expect.any(Array) } },
    });
  });

  test("calls made at once are served in the order in which they were made", async () => {
    await startPlaying();
    const ended: string[] = [];
    const calls = [
      game.input({ moveX: 0, moveY: 1 }),
      game.step(40),
      game.hash(),
      game.step(2),
      game.dump(),
      game.step(1),
    ].map((call, index) => call.then((reply) => ended.push(`${index}:${reply.state.tick}`)));
    await Promise.all(calls);
    expect(ended).toEqual(["0:1", "1:41", "2:41", "3:43", "4:43", "5:44"]);
  });

  test("a batch gives its replies in order, and more than 256 commands too", async () => {
    await startPlaying();
    const few = await game.batch([{ cmd: "step", args: [2] }, { cmd: "hash" }, { cmd: "step", args: [1] }]);
    expect(few.replies.map(({ cmd, tick }) => [cmd, tick])).toEqual([
      ["step", 3],
      ["hash", 3],
      ["step", 4],
    ]);
    expect(few.state.tick).toBe(4);
    const many = await game.batch(
      Array.from({ length: 600 }, (_, index) => ({ cmd: index % 2 === 0 ? "hash" : "evaluate" }) as const),
    );
    expect(many.replies).toHaveLength(600);
    const first = many.replies[0]?.seq ?? 0;
    expect(many.replies.map(({ seq }) => seq)).toEqual(Array.from({ length: 600 }, (_, index) => first + index));
    const none = await game.batch([]);
    expect(none).toMatchObject({ replies: [], state: { tick: 4 } });
  });

  test("a batch with a refusal rejects after all were given, or returns it among the replies when asked", async () => {
    await startPlaying();
    const given = [
      { cmd: "step", args: [1] },
      { cmd: "step", args: [0.5] },
      { cmd: "step", args: [1] },
    ] as const;
    await expect(game.batch(given)).rejects.toMatchObject({ code: "BAD_ARGS" });
    expect((await game.state()).tick).toBe(3);
    const { replies, state } = await game.batch(given, { refusals: "return" });
    expect(replies.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(state.tick).toBe(5);
  });

  test("abort with nothing running is refused with NO_EFFECT", async () => {
    await expect(game.abort()).rejects.toMatchObject({ code: "NO_EFFECT" });
  });

  test("a run is exported, and verified in the same session with the run before put back", async () => {
    await startPlaying();
    await game.input({ moveX: -1, moveY: 0 });
    await game.step(100);
    const replay = await game.exportReplay();
    exported.set(link, stringifyReplay(replay));
    await game.step(1);
    const verdict = await game.loadReplay(replay);
    expect(verdict).toMatchObject({
      verdict: "identical",
      evidence: "state",
      ticks: 101,
      hashesCompared: 3,
      state: { tick: 102 },
    });
    expect(await game.loadReplay(stringifyReplay(replay))).toMatchObject({ verdict: "identical" });
  });

  test("verify runs a replay on a fresh page or game, as an object or as text", async () => {
    const replay = await game.exportReplay();
    const expected = { verdict: "identical", evidence: "state", ticks: replay.ticks, cheated: false };
    expect(await verify(replay, place())).toMatchObject(expected);
    expect(await verify(stringifyReplay(replay), place())).toMatchObject(expected);
    const forged: Replay = { ...replay, seed: replay.seed + 1 };
    expect(await verify(forged, place())).toMatchObject({
      verdict: "diverged",
      divergence: { kind: "hash", tick: 0, lastEqualTick: -1 },
      reason: expect.stringContaining("0"),
    });
  });

  test("verify of another game's replay rejects, and of another build's gives no verdict unless allowed", async () => {
    const replay = await game.exportReplay();
    const foreign = { ...replay, game: { ...replay.game, id: "chess" } };
    await expect(verify(foreign, place())).rejects.toMatchObject({
      code: "WRONG_GAME",
      message: expect.stringContaining('"chess"'),
    });
    const older = { ...replay, game: { ...replay.game, build: "older" } };
    expect(await verify(older, place())).toMatchObject({
      verdict: "unverifiable",
      hashesCompared: 0,
      reason: expect.stringContaining('"older"'),
    });
    expect(await verify(older, place(), { allowBuild: true })).toMatchObject({ verdict: "identical" });
  });

  test("what a caller changes in a reply does not reach the session", async () => {
    await startPlaying();
    const state = (await game.state()) as unknown as { player: { x: number } };
    const { x } = state.player;
    state.player.x = -5;
    expect((await game.state()).player).toMatchObject({ x });
  });

  test("two sessions at once have nothing in common", async () => {
    const other = await launch(place());
    try {
      await startPlaying();
      await other.pinSeed(2);
      await Promise.all([other.startRun(), game.step(7)]);
      expect(await other.state()).toMatchObject({ tick: 0, seed: 2 });
      expect(await game.state()).toMatchObject({ tick: 8, seed: 777001 });
    } finally {
      await other.close();
    }
    expect((await game.step(1)).tick).toBe(9);
  });

  test("close may be called twice, and at once", async () => {
    const other = await launch(place());
    await Promise.all([other.close(), other.close()]);
    await other.close();
  });
});

test("the same commands give the same replay bytes in the page and in Node", () => {
  expect(exported.get("page")).toBeDefined();
  expect(exported.get("page")).toBe(exported.get("Node"));
});
