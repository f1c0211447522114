import { default as compute } from "@stdlib/math-base-special-acosh";

/** The inverse of `cosh`, from 0. */
export const acosh: (x: number) => number = compute;
