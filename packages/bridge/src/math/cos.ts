import { default as compute } from "@stdlib/math-base-special-cos";

/** The cosine of an angle in radians. */
export const cos: (x: number) => number = compute;
