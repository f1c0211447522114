export { default as log10 } from "@stdlib/math-base-special-log10";
