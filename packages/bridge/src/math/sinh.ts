// The library's `sinh`, which overflows too early below zero; the function is odd.

import { default as librarySinh } from "@stdlib/math-base-special-sinh";

/** The hyperbolic sine. */
export function sinh(x: number): number {
  return x < 0 ? -librarySinh(-x) : librarySinh(x);
}
