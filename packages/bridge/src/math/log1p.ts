export { default as log1p } from "@stdlib/math-base-special-log1p";
