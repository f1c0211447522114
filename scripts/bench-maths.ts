// What a call of the SDK's maths costs against the native one, both in turn, in this process.

import { atan2, cos, cosh, exp, hypot, log, pow, sin, tan } from "@tickbridge/bridge/math";
import { type Figure, median } from "./bench-figures.js";

type Compute = (first: number, second: number) => number;

const rounds = 41;
const warmUps = 10;
const calls = 20_000;

/** What games call most, with arguments as games have them. */
const compared: readonly {
  readonly name: string;
  readonly ours: Compute;
  readonly native: Compute;
  readonly low: number;
  readonly high: number;
  readonly most: number;
}[] = [
  { name: "sin", ours: sin, native: Math.sin, low: -7, high: 7, most: 5 },
  { name: "cos", ours: cos, native: Math.cos, low: -7, high: 7, most: 5 },
  { name: "tan", ours: tan, native: Math.tan, low: -7, high: 7, most: 5 },
  { name: "atan2", ours: atan2, native: Math.atan2, low: -500, high: 500, most: 5 },
  { name: "hypot", ours: hypot, native: Math.hypot, low: -500, high: 500, most: 5 },
  { name: "exp", ours: exp, native: Math.exp, low: -5, high: 5, most: 5 },
  { name: "log", ours: log, native: Math.log, low: 0, high: 100, most: 5 },
  { name: "pow", ours: pow, native: Math.pow, low: 0, high: 10, most: 8 },
  { name: "cosh", ours: cosh, native: Math.cosh, low: -5, high: 5, most: 5 },
];

/** A figure a function. */
export function benchMaths(): Figure[] {
  return compared.map(({ name, ours, native, low, high, most }) => {
    const args = Float64Array.from(
      { length: calls + 1 },
      (_, index) => low + (((index * 7919) % 10007) / 10007) * (high - low),
    );
    // A loop of its own for each, so that the compiler knows what is called in it.
    const [loopOurs, loopNative] = [loopOf(), loopOf()];
    const times: { ours: number; native: number }[] = [];
    for (let round = 0; round < rounds + warmUps; round++) {
      const time = { native: loopNative(native, args), ours: loopOurs(ours, args) };
      if (round >= warmUps) times.push(time);
    }
    const nanoseconds = (side: "ours" | "native") => (median(times.map((time) => time[side])) * 1e6) / calls;
    return {
      name: `maths: ${name} / Math.${name}`,
      value: median(times.map((time) => time.ours / time.native)),
      unit: "",
      limit: { most },
      detail: `${nanoseconds("ours").toFixed(0)} ns a call, ${nanoseconds("native").toFixed(0)} ns native, ${low} to ${high}, median of ${rounds}`,
    };
  });
}

type Loop = (compute: Compute, args: Float64Array) => number;

function loopOf(): Loop {
  return new Function(
    "compute",
    "args",
    `const startMs = performance.now();
    let sum = 0;
    for (let index = 1; index < args.length; index++) sum += compute(args[index], args[index - 1]);
    const tookMs = performance.now() - startMs;
    if (sum === 0.1) throw new Error("so that the sum is needed");
    return tookMs;`,
  ) as Loop;
}
