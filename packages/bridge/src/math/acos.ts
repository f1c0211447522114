export { default as acos } from "@stdlib/math-base-special-acos";
