import { default as compute } from "@stdlib/math-base-special-asin";

/** The angle from -π/2 to π/2 whose sine is `x`. */
export const asin: (x: number) => number = compute;
