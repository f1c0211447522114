// The state's looks after each way to a boundary, over a save that is not pure, and what they cost.

import type { GameDefinition } from "@tickbridge/bridge";
import type { DeterminismWarning } from "@tickbridge/bridge/protocol";
import { createSession, type Session } from "@tickbridge/bridge/session";
import { describe, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, sessionOf, stateRows, toySession } from "../support/toy-session.js";

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
      told.push(...stateRows(await ask(session, command[0], ...command.slice(1))));
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

test("behind one of 16 decisions of a policy the state is looked at: a change there is told, and the others cost no save", async () => {
  let bonus = 0;
  let saves = 0;
  const session = sessionOf((plain) => ({
    ...plain,
    save: () => {
      saves++;
      return { ...(plain.save() as object), bonus };
    },
  }));
  await ask(session, "startRun");
  const warned: DeterminismWarning[] = [];
  for (let decision = 1; decision <= 40; decision++) {
    const before = saves;
    const step = [{ cmd: "step" as const, args: [1] }];
    const { replies } = await session.exchange(step, 10_000, false, undefined, true);
    warned.push(...replies.flatMap(({ warnings = [] }) => warnings));
    if (decision % 16 > 1) expect(saves).toBe(before);
    bonus++;
  }
  expect(warned.map(({ code, tick, path }) => [code, tick, path])).toEqual([
    ["ASYNC_STATE_CHANGE", 16, "/bonus"],
    ["ASYNC_STATE_CHANGE", 32, "/bonus"],
  ]);
});
