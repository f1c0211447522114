// Saboteurs that ask a clock, chance, the locale or the engine in a tick.

import type { Saboteur } from "./saboteur.js";
import { type Harm, harmTick, inTick, type TinyWorld } from "./tiny-game.js";

type Row = readonly [name: string, what: string, named: string, harm: Harm];

const addX = (value: (world: TinyWorld) => number) =>
  inTick((world) => {
    world.x += value(world);
  });

const inTicks: readonly Row[] = [
  ["mathRandom", "draws from Math.random", "Math.random", addX(() => Math.random())],
  ["dateNow", "reads the clock", "Date.now", addX(() => Date.now() % 1000)],
  ["newDate", "makes a date of now", "new Date", addX(() => new Date().getMilliseconds())],
  ["dateText", "writes a date of now", "Date", addX(() => Date().length)],
  ["performanceNow", "measures time", "performance.now", addX(() => performance.now() % 1)],
  ["frameTime", "moves by the time since the tick before", "performance.now", frameTime()],
  [
    "randomValues",
    "draws from crypto",
    "crypto.getRandomValues",
    addX(() => crypto.getRandomValues(new Uint8Array(1))[0] as number),
  ],
  [
    "randomUuid",
    "names a foe by a UUID",
    "crypto.randomUUID",
    inTick((world) => void world.foes.set(crypto.randomUUID(), { x: 0 })),
  ],
  ["timer", "sets a timer", "setTimeout", inTick((world) => void setTimeout(() => world.hp--, 1))],
  ["interval", "sets an interval", "setInterval", inTick(() => clearInterval(setInterval(() => undefined, 1000)))],
  ["microtask", "queues a microtask", "queueMicrotask", inTick((world) => queueMicrotask(() => void world.hp--))],
  ["channel", "makes a message channel", "MessageChannel", inTick(() => new MessageChannel().port1.close())],
  ["fetched", "asks the network", "fetch", inTick((world) => void fetch("data:,9").then(() => void world.hp--))],
  [
    "nativeSine",
    "aims with native maths, which engines compute differently",
    "Math.atan2",
    addX(({ x, tick }) => Math.floor(Math.atan2(tick, x) * 1e15) % 1000),
  ],
  ["nativeRoot", "takes a cubic root by native maths", "Math.cbrt", addX(({ tick }) => Math.cbrt(tick))],
  [
    "numberFormat",
    "writes a number as the locale does",
    "Intl.NumberFormat",
    inTick((world) => void world.foes.set(new Intl.NumberFormat().format(1.5), { x: 0 })),
  ],
  [
    "localeString",
    "writes a number as the locale does, by its method",
    "Number.prototype.toLocaleString",
    inTick((world) => void world.foes.set((1.5).toLocaleString(), { x: 0 })),
  ],
  [
    "localeOrder",
    "sorts names as the locale does",
    "String.prototype.localeCompare",
    addX(() => ["ä", "z"].sort((left, right) => left.localeCompare(right)).indexOf("z")),
  ],
  [
    "collator",
    "sorts names by a collator",
    "Intl.Collator",
    addX(() => ["ä", "z"].sort(new Intl.Collator().compare).indexOf("z")),
  ],
  ["weakRef", "asks whether an object was collected", "WeakRef.deref", addX(() => Number(cache.deref() === undefined))],
  [
    "comparator",
    "sorts by a comparator that gives NaN",
    "Array.prototype.sort",
    inTick(
      (world) =>
        void [Infinity, 1, Infinity]
          .sort((left, right) => left - right)
          .forEach((value, at) => {
            world.heights[at] = value;
          }),
    ),
  ],
  [
    "booleanComparator",
    "sorts by a comparator that gives true and false",
    "Array.prototype.sort",
    inTick((world) => void world.heights.set([3, 1, 2].sort(((left: number, right: number) => left > right) as never))),
  ],
  [
    "webAssembly",
    "compiles a WebAssembly module, whose NaN bits are the engine's",
    "WebAssembly.Module",
    inTick((world) => {
      world.hp -= WebAssembly.Module.exports(new WebAssembly.Module(emptyModule)).length;
    }),
  ],
  ["swallowed", "throws at random and swallows it", "Math.random", inTick(swallow)],
];

const elsewhere: readonly Saboteur[] = [
  {
    name: "randomStart",
    what: "draws from Math.random in start",
    detector: "tripwire",
    tick: 0,
    named: "Math.random",
    harm: (game, live) => ({
      start(seed, options) {
        game.start(seed, options);
        live().hp += Math.floor(Math.random() * 10);
      },
    }),
  },
  {
    name: "randomFromBefore",
    what: "took Math.random before tripwires were there",
    detector: "localise",
    tick: harmTick,
    named: "/hp",
    harm: inTick((world) => {
      world.hp += randomFromBefore();
    }),
  },
  {
    name: "nanoseconds",
    what: "took process.hrtime before tripwires were there",
    detector: "localise",
    tick: harmTick,
    named: "/hp",
    harm: inTick((world) => {
      world.hp += Number(clockFromBefore() % 1_000_000n) / 1e6;
    }),
  },
];

const cache = new WeakRef({ kept: true });
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
/** The tests load this file before any bridge installs tripwires. */
const randomFromBefore = Math.random;
const clockFromBefore = process.hrtime.bigint;

function frameTime(): Harm {
  let last = 0;
  return inTick((world) => {
    const now = performance.now();
    world.x += (now - last) / 1000;
    last = now;
  });
}

function swallow(world: TinyWorld): void {
  try {
    if (Math.random() < 0.5) throw new Error("at random");
    world.hp--;
  } catch {
    world.hp -= 2;
  }
}

export const clocksAndChance: readonly Saboteur[] = [
  ...inTicks.map(([name, what, named, harm]) => ({
    name,
    what,
    detector: "tripwire" as const,
    tick: harmTick,
    named,
    harm,
  })),
  ...elsewhere,
];
