export { default as exp } from "@stdlib/math-base-special-exp";
