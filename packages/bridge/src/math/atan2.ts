// The library's `atan2`, with the half turn on the side of `y` where `y / x` is too small for a number.

import { default as libraryAtan2 } from "@stdlib/math-base-special-atan2";

/** The angle of the point (`x`, `y`), from -π to π, in radians; of either sign at `y` = ±0, as `Math.atan2` has it. */
export function atan2(y: number, x: number): number {
  const angle = libraryAtan2(y, x);
  // -tiny / -large is +0, which the library takes for a point above the axis.
  return y < 0 && angle > 0 ? -angle : angle;
}
