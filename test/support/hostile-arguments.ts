// Arguments that no command may choke on: wrong types, NaN, negative, fractional and huge numbers, cycles, prototype
// keys, getters that throw. Used in Node and inside a page.

/** Values that no argument of any command may be, or only some may. */
function hostileValues(): unknown[] {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  const objectCycle: { inner?: unknown } = {};
  objectCycle.inner = { again: objectCycle };
  const numbers = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    -1,
    -0.5,
    1.5,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    1e308,
    -(2 ** 53),
  ];
  const strings = [
    "",
    "1",
    "NaN",
    "__proto__",
    "constructor",
    "a".repeat(10_000),
    "\ud800",
    "\u0000",
    "gameover:3",
    "hpBelow:",
  ];
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
    {
      get move(): number {
        throw new Error("no");
      },
    },
    new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    ),
    new Proxy([], {
      get: () => {
        throw new Error("no");
      },
    }),
    {
      toJSON: () => {
        throw new Error("no");
      },
    },
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
export const goodFirst: { readonly [cmd: string]: unknown } = {
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
