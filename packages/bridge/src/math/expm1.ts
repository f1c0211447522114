// The library's `expm1`, which gives infinity for the largest argument that has a result.

import { default as exp } from "@stdlib/math-base-special-exp";
import { default as libraryExpm1 } from "@stdlib/math-base-special-expm1";

/** From here on the 1 is lost in the last place. */
const largeMin = 40;

/** e to the power of `x`, minus 1, exact also where `x` is small. */
export function expm1(x: number): number {
  return x > largeMin ? exp(x) : libraryExpm1(x);
}
