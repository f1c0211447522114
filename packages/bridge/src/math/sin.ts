import { default as compute } from "@stdlib/math-base-special-sin";

/** The sine of an angle in radians. */
export const sin: (x: number) => number = compute;
