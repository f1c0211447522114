// A policy that plays where the game is: what it decides, what ends it, and that it leaves the same replay as the same
// policy through the driver.

import {
  CommandError,
  DriverError,
  type GameSession,
  launch,
  PolicyError,
  type RunningServer,
  serveDirectory,
  verify,
} from "@tickbridge/driver";
import { stringifyReplay } from "@tickbridge/replay";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { createToyGame } from "../fixtures/toy-game.js";
import { exampleDist } from "../support/example-page.js";

type Input = { moveX: number; moveY: number };
interface Seen {
  readonly tick?: number;
  readonly choice?: { readonly kind: string };
  readonly player: { readonly x: number; readonly y: number };
  readonly enemies: readonly { readonly x: number; readonly y: number }[];
}

let server: RunningServer;
const replays = new Map<string, string>();

beforeAll(async () => {
  server = await serveDirectory(exampleDist);
});
afterAll(() => server.close());

/** Flees from the nearest enemy; uses nothing but its argument. */
function flee(state: unknown): Input | { action: string; index: number } {
  const { choice, player, enemies } = state as Seen;
  if (choice !== undefined) return { action: "Pick", index: 0 };
  const [nearest = { x: player.x + 1, y: player.y }] = enemies;
  return { moveX: Math.sign(player.x - nearest.x), moveY: Math.sign(player.y - nearest.y) };
}

const links = [
  { link: "page", place: () => ({ url: server.url }) },
  { link: "Node", place: () => ({ game: createCandyrush() }) },
] as const;

describe.each(links)("over the $link link", ({ link, place }) => {
  let game: GameSession<Input>;

  beforeAll(async () => {
    game = await launch<Input>(place());
  });
  afterAll(() => game.close());

  async function start(): Promise<void> {
    await game.pinSeed(777001);
    await game.startRun();
  }

  async function failure(call: Promise<unknown>): Promise<unknown> {
    return call.then(
      (value) => ({ value }),
      (thrown: unknown) => thrown,
    );
  }

  test("the same policy by calls of input, step and choose leaves the same replay, byte for byte", async () => {
    const ticks = 1200;
    await start();
    const played = await game.play(flee, { ticks, every: 6 });
    expect(played).toMatchObject({ ticks, stopped: "maxTicks", state: { tick: ticks }, memory: {} });
    const replay = await game.exportReplay();
    expect(replay.choices.length).toBeGreaterThan(1);
    replays.set(link, stringifyReplay(replay));

    await start();
    let state = await game.state();
    let decisions = 0;
    for (; (state.tick ?? 0) < ticks; decisions++) {
      const decision = flee(state);
      if ("action" in decision) ({ state } = await game.choose(decision));
      else {
        await game.input(decision);
        ({ state } = await game.step(Math.min(6, ticks - (state.tick ?? 0))));
      }
    }
    expect(stringifyReplay(await game.exportReplay())).toBe(replays.get(link));
    expect(played.decisions).toBe(decisions);
    expect(played.receipts).toEqual({ applied: decisions - replay.choices.length });
  });

  test("a run played to its end stops with gameover, and its replay is verified", async () => {
    await start();
    await game.step(1);
    await game.levelUp("Pick", 0);
    await game.cheat("setHp", { hp: 1 });
    const played = await game.play((state) => (state.choice ? { action: "Pick", index: 0 } : { moveX: 0, moveY: 0 }), {
      ticks: 100_000,
      every: 60,
      timeoutMs: 0,
    });
    expect(played).toMatchObject({ stopped: "gameover", state: { runState: "Over" } });
    expect(await verify(await game.exportReplay(), place())).toMatchObject({ verdict: "identical" });
    expect(await failure(game.play(flee, { ticks: 1 }))).toMatchObject({ code: "RUN_OVER" });
  });

  test("memory is kept from decision to decision, given at the start and returned at the end", async () => {
    await start();
    const { memory, decisions } = await game.play(
      (state, seen: { ticks: number[]; most: number }) => {
        if (seen.ticks.length === seen.most) return undefined;
        seen.ticks.push(state.tick ?? -1);
        return state.choice === undefined ? { moveX: 0, moveY: 0 } : { action: "Pick", index: 0 };
      },
      { ticks: 600, every: 10, memory: { ticks: [], most: 4 } },
    );
    expect(memory).toEqual({ ticks: [0, 1, 1, 11], most: 4 });
    expect(decisions).toBe(5);
  });

  test.each([
    ["undefined", () => undefined],
    ["{ done: true }", () => ({ done: true }) as const],
    ["a promise of it", async () => undefined],
  ])("a policy that returns %s stops before any tick", async (_, policy) => {
    await start();
    expect(await game.play(policy, { ticks: 600 })).toMatchObject({ decisions: 1, ticks: 0, stopped: "done" });
  });

  test("an input holds for one tick unless the call or the decision says otherwise, and no longer", async () => {
    await start();
    await game.step(1);
    await game.levelUp("Pick", 0);
    const policy = ({ tick }: { readonly tick?: number }): { input: Input; ticks?: number } | undefined => {
      if (tick === 1) return { input: { moveX: 1, moveY: 0 }, ticks: 5 };
      return tick === 6 ? { input: { moveX: 0, moveY: 1 } } : undefined;
    };
    expect(await game.play(policy, { ticks: 600 })).toMatchObject({ ticks: 6, stopped: "done" });
    await game.step(3);
    expect((await game.exportReplay()).inputs).toEqual([
      [2, { moveX: 1, moveY: 0 }],
      [7, { moveX: 0, moveY: 1 }],
      [8, { moveX: 0, moveY: 0 }],
    ]);
  });

  test("a condition of stopOn ends it, and those true from the start are named", async () => {
    await start();
    const played = await game.play(flee, {
      ticks: 100_000,
      every: 6,
      timeoutMs: 0,
      stopOn: ["hpBelow:60", "hpBelow:1000"],
    });
    expect(played).toMatchObject({ stopped: "hpBelow", condition: "hpBelow:60" });
    const { player } = played.state as unknown as { player: { hp: number } };
    expect(player.hp).toBeLessThan(60);
  });

  test("a condition that becomes true in the tick in which a choice opens ends it too, after the answer", async () => {
    await start();
    const played = await game.play(flee, { ticks: 100_000, every: 6, timeoutMs: 0, stopOn: ["levelReached:2"] });
    expect(played).toMatchObject({
      stopped: "levelReached",
      condition: "levelReached:2",
      state: { player: { level: 2 } },
    });
  });

  test("a misspelt condition is refused before the policy is asked", async () => {
    await start();
    const thrown = await failure(game.play(flee, { ticks: 10, stopOn: ["hpBelw:60"] }));
    expect(thrown).toBeInstanceOf(CommandError);
    expect(thrown).toMatchObject({ code: "BAD_ARGS", message: expect.stringContaining("hpBelow:N") });
  });

  test("a policy that throws rejects with the decision and the tick, and the run goes on", async () => {
    await start();
    const thrown = await failure(
      game.play(
        (state) => {
          if (state.tick === 13) throw new RangeError("thirteen");
          return state.choice === undefined ? { moveX: 1, moveY: 0 } : { action: "Pick", index: 0 };
        },
        { ticks: 600, every: 6 },
      ),
    );
    expect(thrown).toBeInstanceOf(PolicyError);
    expect(thrown).toMatchObject({
      code: "POLICY_THREW",
      decision: 5,
      tick: 13,
      message: expect.stringContaining("RangeError: thirteen"),
    });
    expect(await game.step(1)).toMatchObject({ tick: 14 });
  });

  test("a policy that needs its surroundings says what is missing", async () => {
    await start();
    const surroundings = { moveX: 1, moveY: 0 };
    const thrown = await failure(game.play(() => surroundings, { ticks: 10 }));
    expect(thrown).toMatchObject({
      code: "POLICY_THREW",
      decision: 1,
      tick: 0,
      message: expect.stringMatching(/surroundings is not defined.*nothing but its arguments/),
    });
  });

  test.each([
    ["no function", "state => undefined"],
    ["a bound function", flee.bind(null)],
    ["a built-in function", Math.max],
  ])("%s is wrong usage", async (_, policy) => {
    const thrown = await failure(game.play(policy as never, { ticks: 10 }));
    expect(thrown).toBeInstanceOf(DriverError);
    expect(thrown).toMatchObject({ code: "USAGE", message: expect.stringContaining("play:") });
  });

  test.each([{ ticks: -1 }, { ticks: 1.5 }, { ticks: 10, every: 0 }, { ticks: Number.NaN }])(
    "%j is wrong usage",
    async (options) => {
      expect(await failure(game.play(flee, options))).toMatchObject({ code: "USAGE" });
    },
  );

  test("a method of an object, a function keyword and an async function can be policies", async () => {
    const policies = {
      still() {
        return { moveX: 0, moveY: 0 };
      },
      async later() {
        return { moveX: 0, moveY: 0 };
      },
    };
    await start();
    await game.step(1);
    await game.levelUp("Pick", 0);
    const anonymous = (): Input => ({ moveX: 0, moveY: 0 });
    for (const policy of [policies.still, policies.later, anonymous]) {
      expect(await game.play(policy, { ticks: 3 })).toMatchObject({ decisions: 3, ticks: 3 });
    }
  });

  test.each([
    ["an input that the schema refuses", { moveX: 5, moveY: 0 }, "BAD_ARGS"],
    ["an input with a NaN", { moveX: Number.NaN, moveY: 0 }, "BAD_ARGS"],
    ["an answer where no choice is open", { action: "Pick", index: 0 }, "BAD_ARGS"],
    ["no ticks at all", { input: { moveX: 0, moveY: 0 }, ticks: 0 }, "BAD_ARGS"],
  ])("%s rejects with the command's own error, and no tick has run", async (_, decision, code) => {
    await start();
    await game.step(1);
    await game.levelUp("Pick", 0);
    const policy = (_state: unknown, memory: { nan: boolean; decision: unknown }) =>
      (memory.nan ? { moveX: Number.NaN, moveY: 0 } : memory.decision) as Input;
    const nan = "moveX" in decision && Number.isNaN(decision.moveX);
    const thrown = await failure(game.play(policy, { ticks: 10, memory: { nan, decision: nan ? null : decision } }));
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(/^decision 1 of the policy: sequence: /) });
    expect((await game.state()).tick).toBe(1);
  });

  test("a wrong answer to a choice says that it was one", async () => {
    await start();
    await game.step(1);
    expect(await failure(game.play(() => ({ action: "Pick", index: 99 }), { ticks: 1 }))).toMatchObject({
      code: "BAD_ARGS",
      message: expect.stringMatching(/^decision 1 of the policy, an answer to the startingWeapon choice: choose: /),
    });
  });

  test("the limit of the call stops it between two ticks with TIMEOUT, and the run goes on", async () => {
    await start();
    await game.cheat("setInvulnerable", { on: true });
    const endless = game.play((state) => (state.choice ? { action: "Pick", index: 0 } : { moveX: 0, moveY: 0 }), {
      ticks: 2 ** 31 - 1,
      timeoutMs: 300,
    });
    expect(await failure(endless)).toMatchObject({
      name: "DriverError",
      code: "TIMEOUT",
      message: expect.stringContaining("300 ms"),
    });
    expect((await game.state()).tick).toBeGreaterThan(0);
    expect((await game.startRun()).tick).toBe(0);
  });

  test("a policy that never answers can be stopped by the limit", async () => {
    await start();
    const thrown = await failure(
      game.play(() => new Promise<undefined>(() => undefined), { ticks: 10, timeoutMs: 200 }),
    );
    expect(thrown).toMatchObject({ code: "TIMEOUT" });
    expect(await game.step(1)).toMatchObject({ tick: 1 });
  });

  test("abort ends it with what it has done, also inside a long step, and other calls wait for their turn", async () => {
    for (const every of [1, 100_000]) {
      await start();
      await game.step(1);
      await game.levelUp("Pick", 0);
      await game.cheat("setInvulnerable", { on: true });
      const playing = game.play((state) => (state.choice ? { action: "Pick", index: 0 } : { moveX: 0, moveY: 0 }), {
        ticks: 2 ** 31 - 1,
        every,
        timeoutMs: 0,
      });
      const hash = game.hash();
      // Until it has begun there is nothing to stop.
      while ((await failure(game.abort())) instanceof CommandError);
      const played = await playing;
      expect(played.stopped).toBe("aborted");
      expect((await hash).tick).toBe(played.state.tick);
      expect(await failure(game.abort())).toMatchObject({ code: "NO_EFFECT" });
    }
  });

  test("0 ticks play nothing and ask nothing", async () => {
    await start();
    expect(await game.play(flee, { ticks: 0 })).toMatchObject({ decisions: 0, ticks: 0, stopped: "maxTicks" });
  });
});

test("the same policy leaves the same replay in the page and in Node", () => {
  expect(replays.get("page")).toBeDefined();
  expect(replays.get("page")).toBe(replays.get("Node"));
});

test("a policy cannot play where no run has been started", async () => {
  const game = await launch<Input>({ game: createCandyrush() });
  await expect(game.play(flee, { ticks: 1 })).rejects.toMatchObject({ code: "NO_RUN" });
  await game.close();
});

test("a game that throws rejects with GAME_THREW, says which decision it was, and how far it came", async () => {
  const game = await launch<{ move: number }>({
    game: createToyGame({
      duringTick(state) {
        state.hp = 100;
        if (state.tick === 8) throw new Error("the toy is broken");
      },
    }) as never,
  });
  await game.startRun();
  const thrown = await game.play(() => ({ move: 1 }), { ticks: 100, every: 4 }).catch((error: unknown) => error);
  expect(thrown).toMatchObject({
    code: "GAME_THREW",
    message: expect.stringMatching(/^decision \d+ of the policy: sequence: GAME_THREW.*the toy is broken/),
  });
  await game.close();
});
