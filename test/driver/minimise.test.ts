// The minimiser on a tiny game that breaks only after certain things in order, and its promise of 1-minimality.

import type { Command } from "@tickbridge/bridge/protocol";
import { type Given, launch, minimise, type Side, verify } from "@tickbridge/driver";
import { parseReplay, type Replay, stringifyReplay } from "@tickbridge/replay";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Clue, createFragileGame, type FragileParts } from "../fixtures/fragile-game.js";

const sideOf = (parts: FragileParts, name = "fragile"): Side => ({
  name,
  open: () => launch<never>({ game: createFragileGame(parts) as never }, { journal: false }),
});

/** Hundreds of runs take longer than one test may elsewhere. */
const hangMs = 600_000;

interface Recording {
  readonly ticks: number;
  /** Which act in which tick; the same each time, as if drawn at random. */
  readonly acts: (tick: number) => number;
  readonly cheats?: (tick: number) => string | undefined;
}

/** A small generator of numbers that look random. */
function drawn(seed: number, below: number): number {
  return ((seed * 2654435761) >>> 7) % below;
}

/** A run in which every tick has an input of its own; it ends where the game throws or is over. */
async function record(parts: FragileParts, { ticks, acts, cheats = () => undefined }: Recording): Promise<Replay> {
  const game = await sideOf(parts).open();
  await game.pinSeed(3);
  await game.startRun();
  for (let tick = 1; tick <= ticks; tick++) {
    const cheat = cheats(tick);
    const commands: Command[] = cheat === undefined ? [] : [{ cmd: "cheat", args: [cheat] }];
    commands.push({ cmd: "input", args: [{ act: acts(tick), aim: drawn(tick, 1000) / 1000 }] });
    commands.push({ cmd: "step", args: [1] });
    const { replies } = await game.batch(commands, { refusals: "return" });
    if (replies.some((reply) => !reply.ok)) break;
    const index = drawn(tick, 3);
    if (parts.asksEvery !== undefined && tick % parts.asksEvery === 0)
      await game.choose(index === 2 ? { action: "Skip" } : { action: "Pick", index });
  }
  const replay = await game.exportReplay();
  await game.close();
  return replay;
}

const inputOf = (act: number, tick: number, ticks = 1): Given => ({
  kind: "input",
  tick,
  ticks,
  input: { act, aim: 0 },
});
const twoClues: FragileParts = { clues: [{ act: 7 }, { act: 8 }] };
/** Acts 1 to 6 at random; 7 and 8 where they are wanted. */
const acts = (wanted: { readonly [tick: number]: number }) => (tick: number) => wanted[tick] ?? 1 + drawn(tick, 6);

describe("from 2,000 random inputs", () => {
  const recorded = record(twoClues, { ticks: 2000, acts: acts({ 300: 8, 700: 7, 1900: 8 }) });

  test("exactly the two are left that make the game throw, each for one tick, with no wait between them", async () => {
    const replay = await recorded;
    expect(replay.fault?.tick).toBe(1900);
    const found = await minimise(replay, sideOf(twoClues));
    expect(found).toMatchObject({
      minimal: true,
      shown: { kind: "throw", tick: 2, message: "the floor is gone at tick 2" },
      given: [inputOf(7, 1), inputOf(8, 2)],
      before: { inputs: 1900, inputTicks: 1900, cheats: 0, answers: 0, ticks: 1900 },
      after: { inputs: 2, inputTicks: 2, ticks: 2 },
    });
    expect(found.replay).toMatchObject({ ticks: 1, inputs: [[1, { act: 7, aim: 0 }]], fault: { tick: 2 } });
    expect(found.runs).toBeLessThan(200);
  });

  test("the same questions are asked each time: one replay, one result", async () => {
    const [one, other] = [
      await minimise(await recorded, sideOf(twoClues)),
      await minimise(stringifyReplay(await recorded), sideOf(twoClues)),
    ];
    expect(other).toEqual(one);
  });

  test("the result is a valid replay that verifies as identical where it was recorded", async () => {
    const { replay } = await minimise(await recorded, sideOf(twoClues));
    expect(parseReplay(stringifyReplay(replay))).toEqual(replay);
    expect(await verify(replay, { game: createFragileGame(twoClues) as never })).toMatchObject({
      verdict: "identical",
    });
  });

  test("a budget that ends before is told, and what was found by then shows it all the same", async () => {
    const found = await minimise(await recorded, sideOf(twoClues), { runsMax: 20 });
    expect(found).toMatchObject({ minimal: false, runs: 20, shown: { kind: "throw" } });
    expect(found.after.inputs).toBeGreaterThan(2);
    expect(found.after.inputs).toBeLessThan(1900);
    expect(found.replay.fault).toBeDefined();
  });
});

describe("what is shown", () => {
  test.each([
    ["game over", "over", "gameover"],
    ["a condition of the game with its argument", "rich", "coins:40"],
  ] as const)("may be %s", async (_name, end, stop) => {
    const parts = { ...twoClues, end };
    const replay = await record(parts, { ticks: 400, acts: acts({ 30: 7, 333: 8 }) });
    const found = await minimise(replay, sideOf(parts), { shows: { kind: "stop", stop } });
    expect(found).toMatchObject({
      minimal: true,
      shown: { kind: "stop", stop, tick: 2 },
      given: [inputOf(7, 1), inputOf(8, 2)],
      replay: { ticks: 2 },
    });
  });

  test("may hang on a cheat and on the answer to a choice: the other choices are answered by the game's first answer", async () => {
    const parts: FragileParts = { clues: [{ cheat: "lift" }, { answer: "Skip" }, { act: 7 }], asksEvery: 30 };
    const replay = await record(parts, {
      ticks: 900,
      acts: acts({ 880: 7 }),
      cheats: (tick) => (tick % 40 === 0 ? (tick === 720 ? "lift" : "drop") : undefined),
    });
    expect(replay.fault?.tick).toBe(880);
    expect(replay.cheats).toHaveLength(21);
    const found = await minimise(replay, sideOf(parts));
    expect(found).toMatchObject({ minimal: true, after: { inputs: 1, inputTicks: 1, cheats: 1, answers: 1 } });
    const [input, cheat, answer] = found.given;
    expect(input).toMatchObject({ kind: "input", ticks: 1, input: { act: 7, aim: 0 } });
    expect(cheat).toMatchObject({ kind: "cheat", name: "lift" });
    expect(answer).toMatchObject({ kind: "answer", action: "Skip" });
    const skipped = found.replay.choices.filter(([, action]) => action === "Skip");
    expect(skipped).toHaveLength(1);
    expect(found.replay.choices.every(([, action, index]) => action === "Skip" || index === 0)).toBe(true);
  });

  test("may be a divergence between two builds: recorded by one, minimised on both", async () => {
    const [older, newer] = [
      { ...twoClues, end: "drifts", build: "fragile-2" } as const,
      { ...twoClues, end: "stays", build: "fragile-1" } as const,
    ];
    const replay = await record(newer, { ticks: 500, acts: acts({ 40: 7, 260: 8 }) });
    const found = await minimise(replay, sideOf(newer), {
      shows: { kind: "diverged" },
      against: sideOf(older, "older"),
    });
    expect(found).toMatchObject({
      minimal: true,
      shown: { kind: "diverged", tick: 2, verdict: { verdict: "diverged" } },
      given: [inputOf(7, 1), inputOf(8, 2)],
      replay: { ticks: 2, game: { build: "fragile-1" } },
    });
    const verdict = await verify(found.replay, { game: createFragileGame(older) as never }, { allowBuild: true });
    expect(verdict).toMatchObject({ verdict: "diverged" });
    expect(await verify(found.replay, { game: createFragileGame(newer) as never })).toMatchObject({
      verdict: "identical",
    });
  });

  test("with a neutral input that is no whole number a part comes to it, and the search to its end", async () => {
    const side: Side = {
      name: "half",
      open: () => {
        const game = { ...createFragileGame({ clues: [{ act: 7 }] }), neutralInput: { act: 0, aim: 0.5 } };
        return launch<never>({ game: game as never }, { journal: false });
      },
    };
    const replay = await record({ clues: [{ act: 7 }] }, { ticks: 9, acts: acts({ 6: 7 }) });
    const found = await minimise(replay, side, { runsMax: 200 });
    expect(found).toMatchObject({ minimal: true, given: [{ kind: "input", input: { act: 7, aim: 0.5 } }] });
  });

  test("another throw than the first is none: the words count, their numbers do not", async () => {
    const parts: FragileParts = { clues: [{ act: 7 }, { act: 8 }] };
    const side: Side = {
      name: "two faults",
      open: () => {
        const game = createFragileGame(parts);
        const tick: typeof game.tick = (input) => {
          if (input.act === 5) throw new Error("another fault");
          return game.tick(input);
        };
        return launch<never>({ game: { ...game, tick } as never }, { journal: false });
      },
    };
    const replay = await record(parts, { ticks: 100, acts: (tick) => ({ 20: 7, 90: 8 })[tick] ?? 1 + drawn(tick, 4) });
    expect(await minimise(replay, side)).toMatchObject({ given: [inputOf(7, 1), inputOf(8, 2)] });
  });
});

describe("what does not show it is refused with NOT_SHOWN", () => {
  const quiet = { clues: [{ act: 99 }] };
  test.each([
    ["a throw", { kind: "throw" } as const, /no tick throws, its 50 ticks run to their end/],
    ["a stop", { kind: "stop", stop: "coins:5" } as const, /coins:5 does not become true/],
    ["a divergence", { kind: "diverged" } as const, /both sides come to the same hashes/],
  ])("%s", async (_name, shows, message) => {
    const replay = await record(quiet, { ticks: 50, acts: acts({}) });
    await expect(minimise(replay, sideOf(quiet), { shows })).rejects.toMatchObject({
      code: "NOT_SHOWN",
      message: expect.stringMatching(message),
    });
  });

  test("a game that throws now and then", async () => {
    let runs = 0;
    const side: Side = {
      name: "moody",
      open: () => sideOf(runs++ === 0 ? twoClues : quiet).open(),
    };
    const replay = await record(twoClues, { ticks: 100, acts: acts({ 20: 7, 90: 8 }) });
    await expect(minimise(replay, side)).rejects.toMatchObject({ code: "NOT_SHOWN" });
  });

  test("a stop condition that the game does not have is refused by the game, which names those it has", async () => {
    const replay = await record(quiet, { ticks: 5, acts: acts({}) });
    const shows = { kind: "stop", stop: "hpBelow:3" } as const;
    await expect(minimise(replay, sideOf(quiet), { shows })).rejects.toThrow(/coins:N/);
  });

  test("another game", async () => {
    const replay = await record(quiet, { ticks: 5, acts: acts({}) });
    await expect(minimise({ ...replay, game: { id: "other", build: "1" } }, sideOf(quiet))).rejects.toMatchObject({
      code: "BAD_GAME",
    });
  });
});

/** Whether a game that is driven by hand through its port throws in one of these ticks. */
function throwsByHand(parts: FragileParts, given: readonly Given[], ticks: number): boolean {
  const game = createFragileGame(parts);
  void game.start(3, {} as never);
  let choices = 0;
  for (let tick = 1; tick <= ticks; tick++) {
    for (const part of given)
      if (part.kind === "cheat" && part.tick === tick) game.cheats?.[part.name]?.apply({} as never);
    const input = given.find((part) => part.kind === "input" && part.tick <= tick && tick < part.tick + part.ticks);
    try {
      void game.tick((input?.kind === "input" ? input.input : { act: 0, aim: 0 }) as never);
    } catch {
      return true;
    }
    if (game.choices?.open() === undefined) continue;
    const answer = given.find((part) => part.kind === "answer" && part.place === choices);
    choices++;
    const { action, index } = answer?.kind === "answer" ? answer : { action: "Pick", index: 0 };
    game.choices.resolve(action, index ?? undefined);
  }
  return false;
}

/** Every way to give one thing less, or one tick less of it, or to wait one tick less before it. */
function lessOf(
  given: readonly Given[],
  ticks: number,
): { readonly given: readonly Given[]; readonly ticks: number }[] {
  return given.flatMap((part, place) => {
    const without = { given: given.filter((other) => other !== part), ticks };
    if (part.kind === "answer") return [without];
    const earlier = given.map((other) =>
      other.kind !== "answer" && other.tick >= part.tick ? { ...other, tick: other.tick - 1 } : other,
    );
    const isFree = part.tick > 1 && !given.some((other) => isIn(other, part.tick - 1));
    const shorter = part.kind === "input" && part.ticks > 1 ? [{ ...part, ticks: part.ticks - 1 }] : [];
    return [
      without,
      ...(isFree ? [{ given: earlier, ticks: ticks - 1 }] : []),
      ...shorter.map((less) => ({ given: given.with(place, less), ticks })),
    ];
  });
}

function isIn(part: Given, tick: number): boolean {
  if (part.kind === "answer") return false;
  return tick >= part.tick && tick < part.tick + (part.kind === "input" ? part.ticks : 1);
}

describe("1-minimality", () => {
  const clue: fc.Arbitrary<Clue> = fc.oneof(
    fc.integer({ min: 1, max: 3 }).map((act) => ({ act })),
    fc.constantFrom("lift", "drop").map((cheat) => ({ cheat })),
    fc.constantFrom("Pick 1", "Pick 2", "Skip").map((answer) => ({ answer })),
  );

  test(
    "of whatever random run throws, nothing that is left can be left out or made a tick shorter alone",
    async () => {
      let minimised = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(clue, { minLength: 1, maxLength: 4 }), fc.nat(10_000), async (clues, seed) => {
          const parts: FragileParts = { clues, asksEvery: 4 };
          const replay = await record(parts, {
            ticks: 120,
            acts: (tick) => drawn(tick + seed, 4),
            cheats: (tick) => [undefined, undefined, "lift", "drop"][drawn(tick * 7 + seed, 4)],
          });
          if (replay.fault === undefined) return;
          minimised++;
          const { minimal, given, after, replay: smallest } = await minimise(replay, sideOf(parts));
          expect(minimal).toBe(true);
          expect(given.length).toBeLessThanOrEqual(clues.length);
          expect(throwsByHand(parts, given, after.ticks)).toBe(true);
          for (const less of lessOf(given, after.ticks))
            expect(throwsByHand(parts, less.given, less.ticks), JSON.stringify(less)).toBe(false);
          const again = await minimise(smallest, sideOf(parts));
          expect(again.replay).toEqual(smallest);
        }),
        { numRuns: 60 },
      );
      expect(minimised).toBeGreaterThan(20);
    },
    hangMs,
  );
});
