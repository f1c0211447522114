export { default as atan } from "@stdlib/math-base-special-atan";
