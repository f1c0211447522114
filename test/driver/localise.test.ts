// `localise` against a plain comparison of the two games after every start, choice and tick, on divergences that heal and
// return; and the suspects that a fake bridge gives.

import { inspect } from "node:util";
import type { Command, DeterminismWarning, Exchange } from "@tickbridge/bridge/protocol";
import { GameSession, type LocaliseOptions, launch, localise, type Side } from "@tickbridge/driver";
import { firstDifference, hashEvery, hashState, type Replay } from "@tickbridge/replay";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createHarmedGame, type Harm } from "../fixtures/harmed-game.js";

/** Hundreds of runs take longer than one test may elsewhere. */
const hangMs = 600_000;

interface Case {
  readonly ticks: number;
  readonly asks: readonly number[];
  readonly cheats: readonly number[];
  readonly moves: readonly number[];
  readonly harms: readonly Harm[];
}

const cases: fc.Arbitrary<Case> = fc.integer({ min: 1, max: 150 }).chain((ticks) => {
  const tick = fc.integer({ min: 1, max: ticks });
  const boundaries = fc.uniqueArray(fc.integer({ min: 0, max: ticks }), { maxLength: 4 });
  const cheats = fc.uniqueArray(tick, { maxLength: 4 });
  return fc.record({ asks: boundaries, cheats }).chain((given) => {
    // Where a harm can be: at the start, in any tick, and where a choice or a cheat is.
    const places = fc.oneof(
      fc.constant({ where: "start" as const, tick: 0 }),
      tick.map((at) => ({ where: "tick" as const, tick: at })),
      fc.constant({ where: "tick" as const, tick: ticks }),
      ...given.asks.map((at) => fc.constant({ where: "choice" as const, tick: at })),
      ...given.cheats.map((at) => fc.constant({ where: "cheat" as const, tick: at })),
    );
    const span = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 200 }));
    const harms = fc.array(fc.record({ place: places, ticks: span, amount: fc.integer({ min: -2, max: 2 }) }), {
      maxLength: 6,
    });
    return fc.record({
      ticks: fc.constant(ticks),
      asks: fc.constant(given.asks),
      cheats: fc.constant(given.cheats),
      moves: fc.array(fc.integer({ min: -1, max: 1 }), { minLength: 1, maxLength: 20 }),
      harms: harms.map((list) => list.map(({ place, ...rest }) => ({ ...place, ...rest }))),
    });
  });
});

/** A run of the whole game, played by an agent. */
async function record({ ticks, asks, cheats, moves }: Omit<Case, "harms">): Promise<Replay> {
  const game = await launch<{ move: number }>({ game: createHarmedGame() }, { journal: false });
  await game.pinSeed(5);
  await game.startRun({ asks: [...asks] });
  const commands: Command[] = [];
  for (let boundary = 0; boundary <= ticks; boundary++) {
    if (asks.includes(boundary)) commands.push({ cmd: "choose", args: [{ action: "Pick", index: boundary % 2 }] });
    if (boundary === ticks) break;
    if (cheats.includes(boundary + 1)) commands.push({ cmd: "cheat", args: ["jump", {}] });
    commands.push({ cmd: "input", args: [{ move: moves[boundary % moves.length] }] }, { cmd: "step", args: [1] });
  }
  await game.batch(commands);
  const replay = await game.exportReplay();
  await game.close();
  return replay;
}

interface Seen {
  readonly tick: number;
  readonly after: "start" | "choices" | "tick";
  readonly state: unknown;
}

/** What becomes of a game that is driven by hand through its port. */
function playByHand(harms: readonly Harm[], replay: Replay): readonly Seen[] {
  const game = createHarmedGame(harms);
  const seen: Seen[] = [];
  const see = (tick: number, after: Seen["after"]) => seen.push({ tick, after, state: game.save?.() });
  void game.start(replay.seed, replay.options as never);
  see(0, "start");
  let input = { move: 0 };
  for (let boundary = 0; boundary <= replay.ticks; boundary++) {
    const answers = replay.choices.filter(([tick]) => tick === boundary);
    for (const [, action, index] of answers) game.choices?.resolve(action, index ?? undefined);
    if (answers.length > 0) see(boundary, "choices");
    if (boundary === replay.ticks) break;
    for (const [tick] of replay.cheats) if (tick === boundary + 1) game.cheats?.jump?.apply({} as never);
    input = (replay.inputs.find(([tick]) => tick === boundary + 1)?.[1] as typeof input | undefined) ?? input;
    void game.tick(input);
    see(boundary + 1, "tick");
  }
  return seen;
}

/** The first moment in which two lists of states part. */
function firstParting(left: readonly Seen[], right: readonly Seen[]) {
  for (const [index, { tick, after, state }] of left.entries()) {
    const parted = firstDifference(state, right[index]?.state);
    if (parted === undefined) continue;
    const { path } = parted;
    return { kind: "state", tick, after, path, left: inspect(parted.left), right: inspect(parted.right) };
  }
  return undefined;
}

const sideOf = (name: string, create: () => object): Side => ({
  name,
  open: () => launch<never>({ game: create() as never }, { journal: false }),
});
const healthy = sideOf("whole", createHarmedGame);

const twin = { ticks: 130, asks: [5, 130], cheats: [9], moves: [1, 0] };
const inAll: readonly Harm[] = [
  { where: "start", tick: 0, ticks: 1, amount: 1 },
  { where: "choice", tick: 5, ticks: 2, amount: 1 },
  { where: "cheat", tick: 9, ticks: 1, amount: 1 },
  { where: "tick", tick: 61, ticks: 58, amount: 1 },
  { where: "tick", tick: 130, ticks: 9, amount: 1 },
  { where: "choice", tick: 130, ticks: 9, amount: 1 },
];
/** Each place alone: the start, a choice, a cheat, between two sparse hashes, the last tick, the choice after it. */
const examples = inAll.map((harm): [Case] => [{ ...twin, harms: [harm] }]);

describe("on divergences that heal and return", () => {
  test(
    "localise of two live sides equals a plain comparison after every start, choice and tick",
    async () => {
      let parted = 0;
      await fc.assert(
        fc.asyncProperty(cases, async (given) => {
          const replay = await record(given);
          const expected = firstParting(playByHand([], replay), playByHand(given.harms, replay));
          const found = await localise(replay, healthy, {
            against: sideOf("harmed", () => createHarmedGame(given.harms)),
          });
          if (expected === undefined) {
            expect(found).toMatchObject({ kind: "sides-agree" });
            expect(found).not.toHaveProperty("recording");
          } else expect(found).toMatchObject({ kind: "sides-differ", difference: expected });
          if (expected !== undefined) parted++;
        }),
        { numRuns: 300, examples },
      );
      expect(parted).toBeGreaterThan(100);
    },
    hangMs,
  );

  test(
    "localise of a failed verification gives the first tick in which two runs part, however early it healed",
    async () => {
      let parted = 0;
      await fc.assert(
        fc.asyncProperty(cases, async (given) => {
          const replay = await record(given);
          const [whole, harmed] = [playByHand([], replay), playByHand(given.harms, replay)];
          // Every second run is harmed, the one that verifies among them.
          let runs = 0;
          const flickering = sideOf("flickering", () => createHarmedGame(runs++ % 2 === 0 ? given.harms : []));
          const found = await localise(replay, flickering);
          const isSeen = ({ tick, after }: Seen, place: number) =>
            (after !== "choices" && tick % hashEvery === 0) || place === harmed.length - 1;
          const isIdentical = harmed.every(
            (seen, place) => !isSeen(seen, place) || hashState(seen.state) === hashState(whole[place]?.state),
          );
          if (isIdentical) expect(found).toMatchObject({ kind: "identical" });
          else expect(found).toMatchObject({ kind: "sides-differ", difference: firstParting(whole, harmed) });
          if (!isIdentical) parted++;
        }),
        { numRuns: 200, examples },
      );
      expect(parted).toBeGreaterThan(30);
    },
    hangMs,
  );
});

describe("suspects", () => {
  const recorded = record({ ticks: 130, asks: [], cheats: [], moves: [1] });
  const random = (tick: number, count = 1): DeterminismWarning => ({
    code: "TRIPWIRE",
    tick,
    message: "Math.random was called in a tick",
    api: "Math.random",
    during: "tick",
    count,
    site: "world.ts:7:3",
  });
  const clock = (tick: number): DeterminismWarning => ({ ...random(tick), api: "Date.now", site: "clock.ts:1:1" });
  const drawn = (tick: number, after: string): DeterminismWarning => ({
    code: "ASYNC_STATE_CHANGE",
    tick,
    message: "the state changed between two ticks",
    path: "/x",
    before: "1",
    after,
  });

  /** A side whose bridge gives warnings: those of a tick with the reply that ran it. */
  function warning(name: string, warnings: readonly DeterminismWarning[], harms: readonly Harm[] = []): Side {
    return {
      name,
      async open() {
        const game = await launch<never>({ game: createHarmedGame(harms) as never }, { journal: false });
        const link = {
          async exchange(commandsJson: string): Promise<Exchange> {
            const { replies, state } = await game.batch(JSON.parse(commandsJson), { timeoutMs: 0, refusals: "return" });
            const told = replies.map((reply) => {
              const own = warnings.filter(({ tick }) => reply.cmd === "step" && tick === reply.tick);
              return own.length === 0 ? reply : { ...reply, warnings: own };
            });
            return { timedOut: false, replies: told, state };
          },
          play: () => Promise.reject(new Error("not here")),
          stopPlay: async () => undefined,
          readText: async () => undefined,
          close: () => game.close(),
        };
        return new GameSession<never>(link, 0);
      },
    };
  }
  const compare = async (side: Side, options: LocaliseOptions) => localise(await recorded, side, options);
  const harm: Harm = { where: "tick", tick: 100, ticks: 5, amount: 1 };

  test("are what both sides were warned of up to the difference, merged; what only one side does stands first", async () => {
    const found = await compare(warning("one", [clock(3), clock(4), random(40), clock(101)]), {
      against: warning("other", [clock(3), clock(4), random(40), random(60, 2), drawn(99, "2"), random(101)], [harm]),
    });
    expect(found).toMatchObject({
      kind: "sides-differ",
      difference: { tick: 100, after: "tick", path: "/offset" },
      suspects: [
        { api: "Math.random", firstTick: 40, lastTick: 60, counts: [1, 3], alike: false, sites: ["world.ts:7:3"] },
        {
          code: "ASYNC_STATE_CHANGE",
          firstTick: 99,
          counts: [0, 1],
          alike: false,
          path: "/x",
          before: "1",
          after: "2",
        },
        { api: "Date.now", firstTick: 3, lastTick: 4, counts: [2, 2], alike: true, sites: ["clock.ts:1:1"] },
      ],
      notes: [expect.stringContaining("not always the cause"), expect.stringContaining("After boundary 99")],
    });
  });

  test("are there too when both sides agree, over the whole replay", async () => {
    const found = await compare(warning("one", [random(130)]), { against: warning("other", [random(130)]) });
    expect(found).toMatchObject({ kind: "sides-agree", suspects: [{ firstTick: 130, counts: [1, 1], alike: true }] });
  });

  test("name a change that a promise made right after a tick: the bridge saw it, who looks a command later cannot", async () => {
    const change = { ...drawn(100, "1"), path: "/offset", before: "0" };
    const found = await compare(warning("one", []), { against: warning("other", [change], [harm]) });
    expect(found).toMatchObject({
      difference: { kind: "state", tick: 100, after: "nothing", code: "ASYNC_STATE_CHANGE", path: "/offset" },
    });
  });

  test("that found no place in their bridge are counted in a note", async () => {
    const side: Side = {
      name: "random",
      open: () => {
        const game = createHarmedGame();
        const tick: typeof game.tick = (input) => {
          Math.random();
          return game.tick(input);
        };
        return launch<never>({ game: { ...game, tick } as never }, { journal: false, tripwires: "report" });
      },
    };
    const { notes } = await compare(side, { against: side });
    expect(notes).toContainEqual(expect.stringMatching(/no row of its own 122 and 122 times/));
  });
});
