import { default as compute } from "@stdlib/math-base-special-log2";

/** The logarithm to base 2. */
export const log2: (x: number) => number = compute;
