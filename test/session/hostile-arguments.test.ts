// Whatever a command is given: one coded reply, no exception, and the state's hash unchanged.

import { commandNames, commands, errorCodes } from "@tickbridge/bridge/protocol";
import type { Session } from "@tickbridge/bridge/session";
import { expect, test } from "vitest";
import { ask, playToy, toySession } from "../support/toy-session.js";

/** Values that no argument of any command may be, or only some may. */
export function hostileValues(): unknown[] {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  const objectCycle: { inner?: unknown } = {};
  objectCycle.inner = { again: objectCycle };
  const numbers = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, -0.5, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, -(2 ** 53)];
  const strings = ["", "1", "NaN", "__proto__", "constructor", "a".repeat(10_000), "\ud800", "\u0000", "gameover:3", "hpBelow:"];
  const objects = [
    {},
    [],
    [[[[]]]],
    { move: "1" },
    { move: 2 },
    { move: Number.NaN },
    { move: 1, extra: true },
    JSON.parse('{"__proto__": {"move": 1}}'),
    JSON.parse('{"constructor": {"prototype": {"polluted": 1}}}'),
    Object.create({ move: 1 }),
    Object.create(null, { move: { get: () => 1, enumerable: true } }),
    { get move(): number { throw new Error("no"); } },
    new Proxy({}, { ownKeys: () => { throw new Error("no"); } }),
    new Proxy([], { get: () => { throw new Error("no"); } }),
    { toJSON: () => { throw new Error("no"); } },
    new Date(0),
    new Map([["move", 1]]),
    new Set([1]),
    new Uint8Array(4),
    /x/,
    new Error("x"),
    Promise.resolve(1),
    { maxTicks: -1 },
    { maxTicks: 1e9, stopOn: "levelup" },
    { maxTicks: 5, stopOn: ["no-such-stop"] },
    { maxTicks: 5, stopOn: [7] },
    { maxTicks: "5" },
    { ticks: 1.5 },
    { ticks: 2 ** 31 },
    { action: 7 },
    { action: "Pick", index: -1 },
    { action: "pick", index: 0 },
    { action: "Pick", index: 99 },
    { action: "Pick" },
    { action: "Skip", index: 0 },
    { action: "Pick", index: 0, id: {} },
    { mode: "seek" },
    { mode: "watch", speed: 0 },
    { hp: "all" },
    { hp: 1.5 },
    { format: "tickbridge-replay", version: 1e9 },
    cycle,
    objectCycle,
    deep(70),
  ];
  const others = [undefined, null, true, false, 7n, Symbol("x"), () => 1, class {}, async () => 1];
  return [...numbers, ...strings, ...objects, ...others];
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

/** Argument lists: each hostile value in each place, alone, behind a good first argument, and too many of them. */
export function hostileArguments(goodFirst: unknown): unknown[][] {
  const values = hostileValues();
  return [
    ...values.map((value) => [value]),
    ...values.map((value) => [goodFirst, value]),
    ...values.map((value) => [goodFirst, undefined, value]),
    ...values.map((value) => [value, value, value, value]),
  ];
}

/** A good first argument of each command, so that the second is judged at all. */
const goodFirst: { readonly [cmd: string]: unknown } = {
  audit: "vfx",
  setMaxEntities: 3,
  dump: {},
  startRun: {},
  input: { move: 0 },
  step: 1,
  stepUntil: { maxTicks: 1 },
  choose: { action: "Skip" },
  levelUp: "Skip",
  cheat: "setHp",
  pinSeed: 1,
  loadReplay: {},
};

/** All that a refused command must leave alone: the state, the streams and the pause. */
async function fingerprint(session: Session): Promise<unknown> {
  const [hash, replay] = [await ask(session, "hash"), await ask(session, "exportReplay")];
  return [hash.ok && hash.hash, replay.ok && replay.replay, session.state.pauseOwners];
}

/** What a list that turns out to be good may legitimately do is undone by comparing only after refusals. */
async function giveAll(session: Session, cmd: string): Promise<number> {
  let refused = 0;
  for (const args of hostileArguments(goodFirst[cmd])) {
    const before = await fingerprint(session);
    const reply = await ask(session, cmd, ...args);
    if (reply.ok) continue;
    refused++;
    expect(errorCodes).toContain(reply.error.code);
    expect(reply.error.code, reply.error.message).not.toBe("INTERNAL");
    expect(await fingerprint(session)).toEqual(before);
  }
  return refused;
}

test("there are at least 200 hostile argument lists for each command", () => {
  expect(hostileArguments(1).length).toBeGreaterThanOrEqual(200);
});

for (const cmd of commandNames) {
  test(`${cmd} answers every hostile argument with a code and changes nothing`, async () => {
    const session = toySession();
    await playToy(session);
    const refused = await giveAll(session, cmd);
    // Only what the command may take is taken; the rest is refused.
    const parameters = commands[cmd].parameters.length;
    expect(refused).toBeGreaterThanOrEqual(parameters === 0 ? 200 : 150);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
}
