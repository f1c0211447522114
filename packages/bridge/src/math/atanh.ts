import { default as compute } from "@stdlib/math-base-special-atanh";

/** The inverse of `tanh`. */
export const atanh: (x: number) => number = compute;
