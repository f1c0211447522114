export { default as log2 } from "@stdlib/math-base-special-log2";
