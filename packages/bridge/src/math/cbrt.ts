export { default as cbrt } from "@stdlib/math-base-special-cbrt";
