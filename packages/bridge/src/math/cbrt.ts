import { default as compute } from "@stdlib/math-base-special-cbrt";

/** The cube root. */
export const cbrt: (x: number) => number = compute;
