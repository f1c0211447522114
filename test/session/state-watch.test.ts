// State that changes where nothing may change it: between two ticks, and by what only reads. Told once, with the boundary,
// the first path, and both values; an honest game never gives one.

import type { GameDefinition } from "@tickbridge/bridge";
import type { DeterminismWarning, Reply } from "@tickbridge/bridge/protocol";
import { createSession, type Session } from "@tickbridge/bridge/session";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { sabotage, sabotageTick } from "../../examples/candyrush-mock/src/saboteurs.js";
import { createToyGame, type ToyParts } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, playToy, toySession } from "../support/toy-session.js";

/** Gives everything else a turn, as a driver's way to a page does. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

function earn(toy: { coins: number }, coins: number): void {
  toy.coins += coins;
}

function hurt(toy: { hp: number }): void {
  toy.hp--;
}

describe("a change between two ticks is ASYNC_STATE_CHANGE", () => {
  const changes: readonly [how: string, later: (change: () => void) => void][] = [
    ["by a promise", (change) => void Promise.resolve().then(change)],
    ["by a timer", (change) => void setTimeout(change, 0)],
    ["by an immediate", (change) => void setImmediate(change)],
  ];

  test.each(changes)("%s, told with the exact tick where each tick is a command of its own", async (_how, later) => {
    const session = toySession({
      duringTick: (toy) => {
        if (toy.tick === 7) later(() => earn(toy, 1000));
      },
    });
    await ask(session, "startRun");
    const told: DeterminismWarning[] = [];
    for (let tick = 1; tick <= 10; tick++) {
      told.push(...stateRows(await ask(session, "step", 1)));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(told).toMatchObject([{ code: "ASYNC_STATE_CHANGE", tick: 7, path: "/toy/coins" }]);
    expect(Number(told[0]?.after) - Number(told[0]?.before)).toBe(1000);
    expect(told[0]?.message).toContain("after boundary 7");
  });

  test("in a long step it is told with the boundary at which the slice ended", async () => {
    const session = toySession({
      duringTick: (toy) => void (toy.tick === 7 && setImmediate(() => earn(toy, 1000))),
    });
    await ask(session, "startRun");
    await ask(session, "step", 20);
    await turn();
    expect(stateRows(await ask(session, "step", 1))).toMatchObject([{ tick: 20, path: "/toy/coins" }]);
  });

  test("what start leaves behind is told at boundary 0, and a choice's at its boundary", async () => {
    let live: { coins: number } | undefined;
    const session = sessionOf((plain) => ({
      ...plain,
      start(seed, options) {
        setImmediate(() => live && earn(live, 5));
        return plain.start(seed, options);
      },
      choices: {
        ...plain.choices,
        resolve(action, index) {
          void Promise.resolve().then(() => live && earn(live, 7));
          return plain.choices.resolve(action, index);
        },
      },
      tick(input) {
        return plain.tick(input);
      },
      save() {
        const saved = plain.save() as { toy: { coins: number } };
        return { ...saved, more: live?.coins };
      },
    }));
    live = { coins: 0 };
    await ask(session, "startRun", { asks: [1] });
    await turn();
    await turn();
    expect(stateRows(await ask(session, "step", 1))).toMatchObject([
      { tick: 0, path: "/more", before: "0", after: "5" },
    ]);
    await ask(session, "choose", { action: "Skip" });
    expect(stateRows(await ask(session, "step", 1))).toMatchObject([{ tick: 1, before: "5", after: "12" }]);
  });

  test("a verdict has it among its suspects", async () => {
    const session = toySession({
      duringTick: (toy) => void (toy.tick === 9 && Promise.resolve().then(() => earn(toy, 1))),
    });
    await ask(session, "startRun");
    for (let tick = 0; tick < 9; tick++) await ask(session, "step", 1);
    const replay = await exported(session);
    const reply = await ask(session, "loadReplay", { ...replay, final: "0123456789abcdef" });
    const { suspects } = reply.divergence as { suspects?: DeterminismWarning[] };
    expect(suspects).toMatchObject([{ code: "ASYNC_STATE_CHANGE", tick: 9 }]);
  });

  test("a game without save is watched by its whole snapshot", async () => {
    const session = toySession({
      withoutSave: true,
      duringTick: (toy) => void (toy.tick === 2 && Promise.resolve().then(() => hurt(toy))),
    });
    await ask(session, "startRun");
    await ask(session, "step", 1);
    await ask(session, "step", 1);
    expect(stateRows(await ask(session, "step", 1))).toMatchObject([
      { tick: 2, path: "/hp", before: "100", after: "99" },
    ]);
  });

  test("frames of real time are slices, too", async () => {
    const session = toySession({
      duringTick: (toy) => void (toy.tick === 4 && setImmediate(() => earn(toy, 1000))),
    });
    await ask(session, "startRun");
    await ask(session, "resume");
    for (let frame = 0; frame < 4; frame++) {
      session.inFrame(() => {
        session.realTimeTick();
        session.realTimeTick();
      });
      await turn();
      await turn();
    }
    const { warnings = [] } = await session.wait(1000);
    expect(warnings.filter(({ code }) => code !== "TRIPWIRE")).toMatchObject([{ tick: 4, path: "/toy/coins" }]);
  });
});

describe("a reader that changes the state is READ_CHANGED_STATE", () => {
  const readers: readonly [reader: string, command: readonly unknown[], part: keyof GameDefinition][] = [
    ["snapshot", ["dump"], "snapshot"],
    ["evaluate", ["evaluate"], "evaluate"],
    ["availableActions", ["actions"], "availableActions"],
    ["audit tally", ["audit", "tally"], "audits"],
    ["phase", ["pause"], "phase"],
  ];

  test.each(readers)("%s is named, at its boundary", async (reader, [command, ...args], part) => {
    let looks = 0;
    let isBad = false;
    const look = () => {
      if (isBad) looks++;
    };
    const session = sessionOf((plain) => {
      const honest = { availableActions: () => [], audits: { tally: () => 0 } };
      const game: Record<string, unknown> = { ...plain, ...honest };
      game.save = () => ({ ...(plain.save() as object), looks });
      const watched = game[part];
      game[part] =
        part === "audits"
          ? { tally: () => look() ?? 0 }
          : (...given: unknown[]) => look() ?? (watched as (...of: unknown[]) => unknown).apply(plain, given);
      return game as unknown as GameDefinition;
    });
    await ask(session, "startRun");
    await ask(session, "step", 5);
    isBad = true;
    const told = stateRows(await ask(session, command as string, ...args));
    isBad = part === "snapshot" || part === "phase";
    told.push(...stateRows(await ask(session, "step", 1)));
    expect(told[0]).toMatchObject({ code: "READ_CHANGED_STATE", tick: 5, reader, path: "/looks" });
    expect(told[0]?.message).toContain("must only read");
  });

  test("the example's cosmetic draw is told at the exact tick when stepped by one", async () => {
    const session = createSession(sabotage(createCandyrush(), "cosmeticDraw"), nodeHost);
    expect(await firstRow(session, 1)).toMatchObject({
      code: "READ_CHANGED_STATE",
      tick: sabotageTick,
      reader: "snapshot",
    });
  });

  test("and at the boundary of the first look in longer steps", async () => {
    const session = createSession(sabotage(createCandyrush(), "cosmeticDraw"), nodeHost);
    expect(await firstRow(session, 50)).toMatchObject({ code: "READ_CHANGED_STATE", tick: 101, reader: "snapshot" });
  });

  test("an observation in the middle of a step is looked at by itself", async () => {
    let looks = 0;
    const session = sessionOf((plain) => ({
      ...plain,
      save: () => ({ ...(plain.save() as object), looks }),
      snapshot(view) {
        looks++;
        return plain.snapshot(view);
      },
    }));
    await ask(session, "startRun");
    const reply = await ask(session, "stepUntil", { maxTicks: 6, observeEvery: 2 });
    expect(stateRows(reply).map(({ tick, reader }) => [tick, reader])).toEqual(
      expect.arrayContaining([
        [2, "snapshot"],
        [4, "snapshot"],
      ]),
    );
  });
});

describe("after the run came to a boundary by another way than a step, its state is watched at once", () => {
  /** Ticks above 70 throw while `isBroken`; `bonus` is a part of the state that anybody can change. */
  function openGame(canLoad: boolean) {
    const outside = { bonus: 0, isBroken: false };
    const session = sessionOf((plain) => {
      const { load, ...game } = plain;
      return {
        ...game,
        start(seed, options) {
          outside.bonus = 0;
          return plain.start(seed, options);
        },
        tick(input) {
          const { toy } = plain.save() as { toy: { tick: number } };
          if (outside.isBroken && toy.tick >= 70) throw new Error("broken");
          return plain.tick(input);
        },
        save: () => ({ ...(plain.save() as object), bonus: outside.bonus }),
        ...(canLoad && {
          load(saved: never) {
            outside.bonus = (saved as { bonus: number }).bonus;
            load(saved);
          },
        }),
      } as GameDefinition;
    });
    return { session, outside };
  }

  const ways: readonly [what: string, reached: number, go: (session: Session) => Promise<unknown>][] = [
    ["a rewind", 60, (session) => ask(session, "rewind", 10)],
    ["a self-check", 70, (session) => ask(session, "selfCheck", 5)],
    ["a fork", 70, (session) => ask(session, "fork", [[{ cmd: "step", args: [3] }]])],
    ["a verification", 70, async (session) => ask(session, "loadReplay", await exported(session))],
    ["a tick that threw", 70, (session) => ask(session, "step", 1)],
    [
      "a tick of wall time that threw",
      70,
      async (session) => {
        await ask(session, "resume");
        session.inFrame(() => session.realTimeTick());
        await session.wait(5000);
      },
    ],
  ];

  test.each(ways.flatMap(([what, tick, go]) => [true, false].map((canLoad) => ({ what, canLoad, tick, go }))))(
    "$what, of a game that can load: $canLoad",
    async ({ canLoad, tick, go, what }) => {
      const { session, outside } = openGame(canLoad);
      await ask(session, "startRun");
      await ask(session, "step", 70);
      outside.isBroken = what.includes("threw");
      await go(session);
      outside.isBroken = false;
      outside.bonus = 1000;
      expect(stateRows(await ask(session, "step", 1))).toMatchObject([
        { code: "ASYNC_STATE_CHANGE", tick, path: "/bonus", before: "0", after: "1000" },
      ]);
    },
  );
});

describe("a save that is not the same twice is named alone, and once in a run", () => {
  const impure: readonly [what: string, read: () => unknown][] = [
    ["a fine clock", () => performance.now()],
    ["a coarse clock", () => Math.floor(performance.now() / 10)],
    ["chance", () => Math.random()],
  ];
  const commands = [["dump"], ["evaluate"], ["step", 5], ["pause"], ["step", 1], ["evaluate"], ["step", 1]] as const;

  test.each(impure)("save, with %s in it", async (_what, read) => {
    const session = sessionOf((plain) => ({ ...plain, save: () => ({ ...(plain.save() as object), at: read() }) }));
    expect(await rowsOf(session)).toMatchObject([{ code: "READ_CHANGED_STATE", reader: "save", path: "/at" }]);
  });

  test.each(impure)("the snapshot of a game without save, with %s in it", async (_what, read) => {
    const shown = Object.defineProperty({}, "at", { enumerable: true, get: read });
    const session = toySession({ withoutSave: true, shown });
    expect(await rowsOf(session)).toMatchObject([{ code: "READ_CHANGED_STATE", reader: "snapshot", path: "/at" }]);
  });

  async function rowsOf(session: Session): Promise<DeterminismWarning[]> {
    await ask(session, "startRun");
    const told: DeterminismWarning[] = [];
    for (const command of commands) {
      await new Promise((resolve) => setTimeout(resolve, 12));
      told.push(...stateRows(await ask(session, ...command)));
    }
    return told;
  }
});

describe("what the looks cost", () => {
  /** How often the game is asked to save while a session of this mode does something. */
  async function savesOf(tripwires: "report" | "off", work: (session: Session) => Promise<unknown>): Promise<number> {
    let saves = 0;
    const plain = createToyGame();
    const save = () => {
      saves++;
      return plain.save?.();
    };
    const session = createSession({ ...plain, save } as never, nodeHost, {}, { tripwires });
    await ask(session, "startRun");
    await ask(session, "step", 1);
    saves = 0;
    await work(session);
    return saves;
  }

  test("off saves nothing but what hashes take", async () => {
    const work = async (session: Session) => {
      for (let tick = 2; tick < 60; tick++) await ask(session, "step", 1);
      await ask(session, "stepUntil", { maxTicks: 0, observeEvery: 1 });
      await ask(session, "evaluate");
      await ask(session, "dump");
      await ask(session, "resume");
      session.inFrame(() => undefined);
    };
    expect(await savesOf("off", work)).toBe(0);
  });

  test("of the observations in a step the first is looked at, and one in 16", async () => {
    const work = (session: Session) => ask(session, "stepUntil", { maxTicks: 48, observeEvery: 1 });
    // 48 observations; one look before the step and one behind it, two around each that is looked at.
    const saves = await savesOf("report", work);
    expect(saves).toBeLessThanOrEqual(16);
    expect(saves).toBeGreaterThanOrEqual(4);
  });

  test("a frame of wall time saves twice at most, however many ticks it runs", async () => {
    const frames = async (session: Session) => {
      await ask(session, "resume");
      for (let frame = 0; frame < 5; frame++) {
        session.inFrame(() => {
          for (let tick = 0; tick < 5; tick++) session.realTimeTick();
        });
      }
    };
    expect(await savesOf("report", frames)).toBeLessThanOrEqual(2 * 5 + 2);
  });
});

describe("an honest game gives no warning", () => {
  const command = fc.oneof(
    fc.integer({ min: 0, max: 40 }).map((ticks) => ["step", ticks]),
    fc.constantFrom<readonly unknown[]>(
      ["choose", { action: "Pick", index: 0 }],
      ["choose", { action: "Reroll" }],
      ["cheat", "setHp", { hp: 80 }],
      ["input", { move: 1 }, { ticks: 3 }],
      ["save", "here"],
      ["restore", "here"],
      ["fork", [[{ cmd: "step", args: [4] }], [{ cmd: "choose", args: [{ action: "Skip" }] }]]],
      ["selfCheck", 5],
      ["exportReplay"],
      ["dump"],
      ["evaluate"],
      ["stepUntil", { maxTicks: 20, observeEvery: 3, onChoice: { gift: { action: "Skip" } } }],
    ),
    fc.integer({ min: 0, max: 30 }).map((ticks) => ["rewind", ticks]),
  );
  const games: readonly [what: string, parts: ToyParts][] = [
    ["that can load", {}],
    ["that can only save", { withoutLoad: true }],
    ["that gives no state", { withoutSave: true }],
  ];

  test.each(games)(
    "%s, whatever commands it is given, and its replay is the same in each mode",
    async (_what, parts) => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (list) => {
          const replays = [];
          for (const tripwires of ["report", "throw", "off"] as const) {
            const session = createSession(createToyGame(parts), nodeHost, {}, { tripwires });
            await ask(session, "pinSeed", 5);
            await ask(session, "startRun", { asks: [3, 3, 20] });
            for (const [name, ...args] of list)
              expect((await ask(session, name as string, ...args)).warnings).toBeUndefined();
            const replay = await exported(session);
            expect((await ask(session, "loadReplay", replay)).warnings).toBeUndefined();
            expect((await ask(session, "audit", "determinism")).report).toMatchObject({ warnings: [], dropped: 0 });
            replays.push(JSON.stringify(replay));
          }
          expect(new Set(replays).size).toBe(1);
        }),
        { numRuns: 25 },
      );
    },
  );

  test("a game that throws, or whose state no hash takes, behaves as without the looks", async () => {
    class Thing {}
    const session = sessionOf((plain) => ({
      ...plain,
      save: () => {
        const saved = plain.save() as { toy: { tick: number } };
        return saved.toy.tick < 10 ? saved : { ...saved, thing: new Thing() };
      },
    }));
    await ask(session, "startRun");
    for (let at = 0; at < 29; at++) {
      expect(await ask(session, "step", 2)).toMatchObject({ ok: true, stepped: 2 });
    }
    const refused = await ask(session, "step", 2);
    expect(refused).toMatchObject({ ok: false, stepped: 1, error: { code: "BAD_STATE", path: "/thing" } });
    expect(refused.warnings).toBeUndefined();
  });

  test("the toy's scripted run has no warning", async () => {
    const session = toySession();
    await playToy(session);
    expect((await ask(session, "audit", "determinism")).report).toMatchObject({ warnings: [] });
  });
});

/** The first row of a run that is stepped so many ticks at a time, with a look after each step. */
async function firstRow(session: Session, ticks: number): Promise<DeterminismWarning | undefined> {
  await ask(session, "pinSeed", 777001);
  await ask(session, "startRun");
  await ask(session, "step", 1);
  await ask(session, "choose", { action: "Pick", index: 0 });
  for (let stepped = 1; stepped < 200; stepped += ticks) {
    const [row] = stateRows(await ask(session, "step", ticks));
    if (row !== undefined) return row;
    await turn();
  }
  return undefined;
}

/** The toy game, which has every part of the port that is changed here. */
function sessionOf(change: (plain: Required<GameDefinition>) => GameDefinition): Session {
  return createSession(change(createToyGame() as unknown as Required<GameDefinition>), nodeHost);
}

function stateRows(reply: Reply): DeterminismWarning[] {
  return (reply.warnings ?? []).filter(({ code }) => code !== "TRIPWIRE");
}
