// How far the maths functions are from the true value: a reference of 50 digits by decimal.js, and errors in ulps.

import { Decimal } from "decimal.js";
import type { MathsName } from "./maths-inputs.js";

const Exact = Decimal.clone({ precision: 50 });
type Exact = Decimal;

const trueValues: { readonly [name in MathsName]: (first: Exact, second: Exact) => Exact } = {
  acos: (x) => x.acos(),
  acosh: (x) => x.acosh(),
  asin: (x) => x.asin(),
  asinh: (x) => x.asinh(),
  atan: (x) => x.atan(),
  atan2: (y, x) => Exact.atan2(y, x),
  atanh: (x) => x.atanh(),
  cbrt: (x) => x.cbrt(),
  cos: (x) => x.cos(),
  cosh: (x) => x.cosh(),
  exp: (x) => x.exp(),
  // The 50 digits outlast those that the subtraction takes, in the ranges that are measured.
  expm1: (x) => x.exp().minus(1),
  hypot: (x, y) => Exact.hypot(x, y),
  log: (x) => x.ln(),
  log1p: (x) => x.plus(1).ln(),
  log2: (x) => x.log(2),
  log10: (x) => x.log(10),
  pow: (base, exponent) => base.pow(exponent),
  sin: (x) => x.sin(),
  sinh: (x) => x.sinh(),
  tan: (x) => x.tan(),
  tanh: (x) => x.tanh(),
};

/** The distance of `result` from the true value at these arguments, in units of the true value's last place. */
export function errorInUlps(name: MathsName, args: readonly number[], result: number): number {
  const [first = 0, second = 0] = args;
  const truth = trueValues[name](exactly(first), exactly(second));
  // Beyond the largest double the true result of rounding is an infinity.
  if (!Number.isFinite(truth.toNumber())) return Object.is(result, truth.toNumber()) ? 0 : Number.POSITIVE_INFINITY;
  return exactly(result)
    .minus(truth)
    .div(powerOfTwo(placeOf(truth.toNumber())))
    .abs()
    .toNumber();
}

/** The value of a double, where `new Decimal(value)` takes its shortest text. */
function exactly(value: number): Exact {
  if (value === 0 || !Number.isFinite(value)) return new Exact(value);
  const words = new DataView(new ArrayBuffer(8));
  words.setFloat64(0, value);
  const fraction = words.getBigUint64(0) & 0xf_ffff_ffff_ffffn;
  const isSubnormal = Math.abs(value) < 2.2250738585072014e-308;
  const whole = fraction + (isSubnormal ? 0n : 0x10_0000_0000_0000n);
  return new Exact(`${value < 0 ? "-" : ""}${whole}`).times(powerOfTwo(placeOf(value)));
}

/** The exponent of two of the last bit of a double. */
function placeOf(value: number): number {
  const words = new DataView(new ArrayBuffer(8));
  words.setFloat64(0, value);
  return Math.max(1, (words.getUint32(0) >>> 20) & 0x7ff) - 1075;
}

function powerOfTwo(exponent: number): Exact {
  return new Exact(2).pow(exponent);
}
