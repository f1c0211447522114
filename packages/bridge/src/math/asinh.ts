import { default as compute } from "@stdlib/math-base-special-asinh";

/** The inverse of `sinh`. */
export const asinh: (x: number) => number = compute;
