import { default as compute } from "@stdlib/math-base-special-tan";

/** The tangent of an angle in radians. */
export const tan: (x: number) => number = compute;
