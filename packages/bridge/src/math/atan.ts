import { default as compute } from "@stdlib/math-base-special-atan";

/** The angle from -π/2 to π/2 whose tangent is `x`. */
export const atan: (x: number) => number = compute;
