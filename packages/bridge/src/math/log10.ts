import { default as compute } from "@stdlib/math-base-special-log10";

/** The logarithm to base 10. */
export const log10: (x: number) => number = compute;
