import { default as compute } from "@stdlib/math-base-special-tanh";

/** The hyperbolic tangent. */
export const tanh: (x: number) => number = compute;
