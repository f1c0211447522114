// Tripwires in this process: each call that breaks determinism is told once, with its tick and its place, while the
// game's own code runs; the same call at any other time is nobody's business.

import type { DeterminismReport, DeterminismWarning, ErrorReply, Reply } from "@tickbridge/bridge/protocol";
import { createSession, installTripwires, type Session } from "@tickbridge/bridge/session";
import { describe, expect, test } from "vitest";
import { createToyGame, type ToyParts } from "../fixtures/toy-game.js";
import { ask, exported, nodeHost, playToy, sessionOf, toySession } from "../support/toy-session.js";

const day = new Date(1_600_000_000_000);
const numbers = Object.getOwnPropertyNames(Math).filter((name) => /^(a?(cos|sin|tan)h?|atan2)$/.test(name));
const inexact = [...numbers, "cbrt", "exp", "expm1", "hypot", "log", "log10", "log1p", "log2", "pow"];
const exact = ["sqrt", "fround", "imul", "abs", "floor", "ceil", "round", "trunc", "sign", "min", "max", "clz32"];
const ask1 = (name: string) => (Math as unknown as Record<string, (...of: number[]) => number>)[name]?.(0.5, 2);
const unsettled = new FinalizationRegistry(() => undefined);
const weak = new WeakRef(day);
const formatter = new Intl.NumberFormat("de");

/** What trips, by the name under which it is told. */
const calls: { readonly [api: string]: () => unknown } = {
  "Math.random": () => Math.random(),
  ...Object.fromEntries(inexact.map((name) => [`Math.${name}`, () => ask1(name)])),
  "Date.now": () => Date.now(),
  "new Date": () => new Date(),
  Date: () => Date(),
  "new Date (local time)": () => new Date(2020, 1, 1),
  "Date.parse": () => Date.parse("1 January 2020"),
  "Date.prototype.getHours": () => day.getHours(),
  "Date.prototype.setMonth": () => new Date(0).setMonth(3),
  "Date.prototype.toString": () => `${day}`,
  "Date.prototype.getTimezoneOffset": () => day.getTimezoneOffset(),
  "Date.prototype.toLocaleString": () => day.toLocaleString(),
  "performance.now": () => performance.now(),
  "performance.timeOrigin": () => performance.timeOrigin,
  "performance.mark": () => performance.mark("here"),
  "process.hrtime.bigint": () => process.hrtime.bigint(),
  "crypto.getRandomValues": () => crypto.getRandomValues(new Uint8Array(1)),
  "crypto.randomUUID": () => crypto.randomUUID(),
  setTimeout: () => clearTimeout(setTimeout(() => undefined, 0)),
  setInterval: () => clearInterval(setInterval(() => undefined, 1000)),
  setImmediate: () => clearImmediate(setImmediate(() => undefined)),
  queueMicrotask: () => queueMicrotask(() => undefined),
  MessageChannel: () => new MessageChannel().port1.close(),
  fetch: () => void fetch("nowhere:").catch(() => undefined),
  "WeakRef.deref": () => weak.deref(),
  FinalizationRegistry: () => new FinalizationRegistry(() => unsettled),
  "Intl.NumberFormat": () => new Intl.NumberFormat(),
  "Intl.Collator": () => Intl.Collator(),
  "Intl.NumberFormat.prototype.format": () => formatter.format(2.5),
  "Number.prototype.toLocaleString": () => (2.5).toLocaleString(),
  "String.prototype.localeCompare": () => "a".localeCompare("b"),
  "String.prototype.toLocaleUpperCase": () => "i".toLocaleUpperCase("tr"),
  "Array.prototype.sort": () => [1, Number.NaN, 2].sort((left, right) => left - right),
  "TypedArray.prototype.sort": () => new Float64Array([1, 2]).sort(() => Number.NaN),
  "WebAssembly.Module": () => new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
};

/** What never trips, though it looks alike. */
const innocent: { readonly [what: string]: () => unknown } = {
  ...Object.fromEntries(exact.map((name) => [`Math.${name}`, () => ask1(name)])),
  "a date of a number": () => new Date(5).getTime() + Number(new Date(day)) + Date.UTC(2020, 1, 1),
  "a date of a text with its zone": () => [new Date("2020-02-03"), new Date("2020-02-03T00:00:00Z")],
  "the parts of a date in UTC": () => [day.getUTCHours(), day.toISOString(), day.toJSON(), day.toUTCString()],
  "sorting by a comparator that gives numbers": () => [3, 1, 2].sort((left, right) => left - right),
  "sorting without a comparator": () => ["b", "a"].sort(),
};

const silent = { a: 0 };

describe("a call in a tick is told with its tick and place, and never at another time", () => {
  test.each(Object.entries(calls))("%s", async (api, call) => {
    const session = toySession({
      duringTick: (toy) => {
        if (toy.tick === 3) call();
      },
      get shown() {
        call();
        return silent;
      },
    });
    await ask(session, "startRun");
    call();
    const reply = await ask(session, "step", 5);
    call();
    const row = warningsOf(reply).find((warning) => warning.api === api);
    expect(row).toMatchObject({ code: "TRIPWIRE", tick: 3, during: "tick", count: 1 });
    expect(row?.message).toContain(`${api} was called in tick 3`);
    expect(row?.site).toMatch(/test\/session\/tripwires\.test\.ts:\d+:\d+$/);
    expect(warningsOf(reply).every(({ tick }) => tick === 3)).toBe(true);
    expect(warningsOf(await ask(session, "step", 5))).toEqual([]);
    expect(warningsOf(await ask(session, "dump"))).toEqual([]);
  });

  test.each(Object.entries(innocent))("never: %s", async (_what, call) => {
    const session = toySession({ duringTick: () => void call() });
    await ask(session, "startRun");
    expect(warningsOf(await ask(session, "step", 5))).toEqual([]);
  });
});

test("each part of the port that makes up the run is watched, and told by its name", async () => {
  const session = sessionOf((plain) => ({
    ...plain,
    start(seed, options) {
      Math.random();
      return plain.start(seed, options);
    },
    save() {
      Math.sin(1);
      return plain.save();
    },
    load(state) {
      Math.cos(1);
      plain.load(state);
    },
    choices: {
      ...plain.choices,
      resolve(action, index) {
        Math.tan(1);
        return plain.choices.resolve(action, index);
      },
    },
    cheats: {
      setHp: {
        ...plain.cheats.setHp,
        apply(args: never) {
          Math.exp(1);
          return plain.cheats.setHp?.apply(args);
        },
      },
    },
    snapshot(view) {
      Math.random();
      return plain.snapshot(view);
    },
    evaluate() {
      Date.now();
      return { done: false, success: false, failed: false, score: 0 };
    },
  }));
  const rows = (reply: Reply) => warningsOf(reply).map(({ api, during, tick }) => `${during} ${tick} ${api}`);
  expect(rows(await ask(session, "startRun", { asks: [2] }))).toEqual(["start 0 Math.random", "save 0 Math.sin"]);
  await ask(session, "cheat", "setHp", { hp: 50 });
  expect(rows(await ask(session, "step", 5))).toEqual(["cheat 1 Math.exp"]);
  expect(rows(await ask(session, "choose", { action: "Skip" }))).toEqual(["choice 2 Math.tan"]);
  expect(rows(await ask(session, "evaluate"))).toEqual([]);
  await ask(session, "step", 70);
  expect(rows(await ask(session, "rewind", 3))).toContain("load 60 Math.cos");
});

describe("rows", () => {
  const randomly = { duringTick: () => void Math.random() };

  test("a call that is made again in the same tick is counted, and its first place is told", async () => {
    const session = toySession({ duringTick: () => void [Math.random(), Math.random(), Math.random()] });
    await ask(session, "startRun");
    expect(warningsOf(await ask(session, "step", 2)).map(({ tick, count }) => [tick, count])).toEqual([
      [1, 3],
      [2, 3],
    ]);
  });

  test("an api that is called in every tick has 8 rows, and the last of them says how long and how often", async () => {
    const session = toySession(randomly);
    await ask(session, "startRun");
    expect(warningsOf(await ask(session, "step", 5))).toHaveLength(5);
    expect(warningsOf(await ask(session, "step", 95))).toHaveLength(3);
    const { warnings, ...rest } = await report(session);
    expect(rest).toMatchObject({ tripwires: "report", dropped: 92 });
    expect(warnings.at(-1)).toMatchObject({ tick: 8, count: 1, lastTick: 100, total: 93 });
    await ask(session, "startRun");
    expect(await report(session)).toMatchObject({ warnings: [], dropped: 0 });
    expect(warningsOf(await ask(session, "step", 1))).toHaveLength(1);
  });

  test("however much came before, a call that was never made before has its row", async () => {
    const session = toySession({
      duringTick: (toy) => {
        for (const name of inexact) ask1(name);
        Math.sin(2);
        if (toy.tick === 500) Math.random();
      },
    });
    await ask(session, "startRun");
    await ask(session, "step", 499);
    const rows = warningsOf(await ask(session, "step", 1));
    expect(rows).toMatchObject([{ api: "Math.random", tick: 500, count: 1, stack: expect.any(String) }]);
    const { warnings } = await report(session);
    expect(warnings.length).toBeLessThanOrEqual(64);
    for (const name of inexact) {
      expect(warnings.findLast(({ api }) => api === `Math.${name}`)).toMatchObject({ lastTick: 500 });
    }
    const replay = await exported(session);
    const verified = await ask(session, "loadReplay", { ...replay, final: "0123456789abcdef" });
    const { suspects } = verified.divergence as { suspects?: DeterminismWarning[] };
    expect(suspects).toContainEqual(expect.objectContaining({ api: "Math.random", tick: 500 }));
  });

  test("no more than 64 stacks are kept of a run, and rows behind them still have their place", async () => {
    let tell: ((api: string) => void) | undefined;
    const session = toySession({
      duringTick: (toy) => {
        tell = installTripwires("with-bridge").hear;
        for (let index = 0; index < 100; index++) if (index <= toy.tick) tell?.(`api ${index}`);
      },
    });
    await ask(session, "startRun");
    await ask(session, "step", 100);
    const { warnings } = await report(session);
    expect(new Set(warnings.map(({ api }) => api)).size).toBe(100);
    expect(warnings.filter(({ stack }) => stack !== undefined)).toHaveLength(64);
    expect(warnings.every(({ site }) => site !== undefined)).toBe(true);
  });

  test("a call that is made again in a tick costs no sentence", async () => {
    let texts = 0;
    const api = { toString: () => `api ${++texts}` } as unknown as string;
    const session = toySession({
      duringTick: () => {
        for (let index = 0; index < 1000; index++) installTripwires("with-bridge").hear?.(api);
      },
    });
    await ask(session, "startRun");
    expect(warningsOf(await ask(session, "step", 1))).toMatchObject([{ tick: 1, count: 1000 }]);
    expect(texts).toBe(1);
  });

  test("a rewind cuts the rows after its boundary, and simulating again adds none", async () => {
    const session = toySession(randomly);
    await ask(session, "startRun");
    await ask(session, "step", 7);
    expect(warningsOf(await ask(session, "rewind", 2))).toEqual([]);
    expect((await report(session)).warnings.map(({ tick }) => tick)).toEqual(upTo(5));
    expect(warningsOf(await ask(session, "step", 2)).map(({ tick }) => tick)).toEqual([6, 7]);
  });

  test("a rewind into what the last row sums up leaves that row its own tick only", async () => {
    const session = toySession(randomly);
    await ask(session, "startRun");
    await ask(session, "step", 20);
    await ask(session, "save", "twenty");
    await ask(session, "rewind", 5);
    const lastRow = async () => (await report(session)).warnings.at(-1);
    expect(await lastRow()).not.toHaveProperty("lastTick");
    await ask(session, "step", 2);
    expect(await lastRow()).toMatchObject({ tick: 8, count: 1, lastTick: 17 });
    await ask(session, "restore", "twenty");
    expect(await lastRow()).toMatchObject({ tick: 8, count: 1, lastTick: 20, total: 13 });
  });

  test("a restored branch has its own rows again", async () => {
    const session = toySession(randomly);
    await ask(session, "startRun");
    await ask(session, "step", 7);
    await ask(session, "save", "seven");
    await ask(session, "rewind", 5);
    expect((await report(session)).warnings).toHaveLength(2);
    await ask(session, "restore", "seven");
    expect((await report(session)).warnings.map(({ tick }) => tick)).toEqual(upTo(7));
  });

  test("self-check, fork and verification leave the live run's rows alone; a verdict has its own as suspects", async () => {
    const honest = toySession();
    await playToy(honest);
    const replay = await exported(honest);
    const session = toySession(randomly);
    await ask(session, "startRun");
    await ask(session, "step", 5);
    const before = await report(session);
    expect(warningsOf(await ask(session, "selfCheck", 5))).toEqual([]);
    const forked = await ask(session, "fork", [[{ cmd: "step", args: [3] }]]);
    expect(JSON.stringify(forked)).not.toContain("TRIPWIRE");
    const verified = await ask(session, "loadReplay", { ...replay, final: "0123456789abcdef" });
    expect(warningsOf(verified)).toEqual([]);
    const { suspects = [] } = verified.divergence as { suspects?: DeterminismWarning[] };
    expect(suspects).toHaveLength(8);
    expect(suspects[0]).toMatchObject({ api: "Math.random", tick: 1 });
    expect(suspects[7]).toMatchObject({ lastTick: replay.ticks });
    expect(await report(session)).toEqual(before);
  });

  test("what ran in real time is told by the next wait, once", async () => {
    const session = toySession(randomly);
    await ask(session, "startRun");
    await ask(session, "resume");
    session.inFrame(() => session.realTimeTick());
    expect(await session.wait(1000)).toMatchObject({ warnings: [{ api: "Math.random", tick: 1 }] });
    expect((await session.wait(1000)).warnings).toBeUndefined();
  });

  test("an undone choice takes its row with it", async () => {
    const session = sessionOf((plain) => ({
      ...plain,
      choices: {
        ...plain.choices,
        resolve(action, index) {
          Math.random();
          return plain.choices.resolve(action, index);
        },
      },
    }));
    await ask(session, "startRun", { asks: [1] });
    await ask(session, "step", 1);
    await ask(session, "choose", { action: "Skip" });
    expect((await report(session)).warnings).toHaveLength(1);
    await ask(session, "rewind", 0);
    expect((await report(session)).warnings).toEqual([]);
  });
});

describe("modes", () => {
  const atThree: ToyParts = { duringTick: (toy) => void (toy.tick === 3 && Math.random()) };

  test("in the mode throw the call throws inside the game, and the run stands at its last whole boundary", async () => {
    const session = createSession(createToyGame(atThree), nodeHost, {}, { tripwires: "throw" });
    await ask(session, "startRun");
    const reply = (await ask(session, "step", 5)) as ErrorReply;
    expect(reply).toMatchObject({ ok: false, tick: 2, stepped: 2, restored: true, error: { code: "GAME_THREW" } });
    expect(reply.error.message).toContain("Math.random was called in tick 3");
    expect(reply.error.stack).toMatch(/^TripwireError: Math\.random/);
    expect(warningsOf(reply)).toMatchObject([{ api: "Math.random", tick: 3 }]);
  });

  test("in the mode off nothing is told and nothing throws", async () => {
    const session = createSession(createToyGame(atThree), nodeHost, {}, { tripwires: "off" });
    await ask(session, "startRun");
    expect(warningsOf(await ask(session, "step", 5))).toEqual([]);
    expect((await report(session)).limits[0]).toMatch(/^tripwires are off/);
  });

  test("two sessions of one process have a mode each", async () => {
    const thrown = createSession(createToyGame(atThree), nodeHost, {}, { tripwires: "throw" });
    const told = toySession(atThree);
    for (const session of [thrown, told]) await ask(session, "startRun");
    const [thrownReply, toldReply] = await Promise.all([ask(thrown, "step", 5), ask(told, "step", 5)]);
    expect([thrownReply.ok, toldReply.ok]).toEqual([false, true]);
    expect(warningsOf(toldReply)).toHaveLength(1);
  });

  test("a tick that throws by itself leaves the tripwires disarmed", async () => {
    const session = toySession({
      duringTick: () => {
        throw new Error("broken");
      },
    });
    await ask(session, "startRun");
    await ask(session, "step", 1);
    Math.random();
    expect((await report(session)).warnings).toEqual([]);
  });

  test("a game that calls another game's session is armed as before when that returns", async () => {
    const inner = toySession({ duringTick: () => undefined });
    await ask(inner, "startRun");
    await ask(inner, "resume");
    const session = toySession({
      duringTick: () => {
        inner.realTimeTick();
        Math.random();
      },
    });
    await ask(session, "startRun");
    expect(warningsOf(await ask(session, "step", 1))).toMatchObject([{ api: "Math.random" }]);
    expect((await report(inner)).warnings).toEqual([]);
  });
});

function warningsOf(reply: Reply): readonly DeterminismWarning[] {
  return reply.warnings ?? [];
}

async function report(session: Session): Promise<DeterminismReport> {
  return ((await ask(session, "audit", "determinism")) as { report?: unknown }).report as DeterminismReport;
}

function upTo(tick: number): number[] {
  return Array.from({ length: tick }, (_, index) => index + 1);
}
