import { default as compute } from "@stdlib/math-base-special-exp";

/** e to the power of `x`. */
export const exp: (x: number) => number = compute;
