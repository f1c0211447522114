import { default as compute } from "@stdlib/math-base-special-log1p";

/** The natural logarithm of 1 + `x`, exact also where `x` is small. */
export const log1p: (x: number) => number = compute;
