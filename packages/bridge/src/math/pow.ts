// The library's `pow` for positive bases and finite exponents. The rest is decided here, as the library errs in the
// sign where the base is -0 or -Infinity or the exponent is beyond 2^53, and in 1 to the power of infinity.

import { default as powerOfSize } from "@stdlib/math-base-special-pow";

/** `base ** exponent`, for numbers. */
export function pow(base: number, exponent: number): number {
  if (base > 0 && base !== 1) return powerOfSize(base, exponent);
  if (exponent === 0) return 1;
  // 0 for an integer, 1 for an odd one; the remainder is exact. NaN for NaN and the infinities.
  const rest = Math.abs(exponent % 2);
  const size = Math.abs(base);
  if (size === 1 && Number.isNaN(rest)) return Number.NaN;
  if (rest === 1) return base < 0 || 1 / base < 0 ? -powerOfSize(size, exponent) : powerOfSize(size, exponent);
  if (base < 0 && base !== Number.NEGATIVE_INFINITY && rest > 0) return Number.NaN;
  return powerOfSize(size, exponent);
}
