import { default as compute } from "@stdlib/math-base-special-ln";

/** The natural logarithm. */
export const log: (x: number) => number = compute;
