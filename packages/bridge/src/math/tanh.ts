export { default as tanh } from "@stdlib/math-base-special-tanh";
