// The library's `cosh`, which overflows earlier than the result does.

import { default as libraryCosh } from "@stdlib/math-base-special-cosh";
import { default as exp } from "@stdlib/math-base-special-exp";

/** Beyond this `exp` may not be a number while `exp / 2` still is. */
const largeMin = 709;

/** The hyperbolic cosine. */
export function cosh(x: number): number {
  const size = Math.abs(x);
  if (!(size > largeMin)) return libraryCosh(x);
  const root = exp(size / 2);
  return (root / 2) * root;
}
