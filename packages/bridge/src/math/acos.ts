import { default as compute } from "@stdlib/math-base-special-acos";

/** The angle from 0 to π whose cosine is `x`. */
export const acos: (x: number) => number = compute;
