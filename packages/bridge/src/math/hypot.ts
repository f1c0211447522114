// The library's `hypot` takes two values, `Math.hypot` any number of them.

import { default as hypotOfTwo } from "@stdlib/math-base-special-hypot";

/**
 * The length of a vector, without overflow on the way: 0 of none. Three values and more are scaled by the largest, and
 * their squares added with Neumaier's compensation (https://doi.org/10.1002/zamm.19740540106).
 */
export function hypot(...values: number[]): number {
  return values.length === 2 ? hypotOfTwo(values[0] as number, values[1] as number) : hypotOfList(values);
}

function hypotOfList(values: readonly number[]): number {
  let largest = 0;
  let hasNaN = false;
  for (const value of values) {
    const size = Math.abs(value);
    if (size === Number.POSITIVE_INFINITY) return size;
    if (Number.isNaN(size)) hasNaN = true;
    else if (size > largest) largest = size;
  }
  if (hasNaN) return Number.NaN;
  if (largest === 0) return 0;
  let sum = 0;
  let lost = 0;
  for (const value of values) {
    const scaled = value / largest;
    const square = scaled * scaled;
    const next = sum + square;
    lost += sum >= square ? sum - next + square : square - next + sum;
    sum = next;
  }
  return largest * Math.sqrt(sum + lost);
}
