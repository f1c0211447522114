export { default as log } from "@stdlib/math-base-special-ln";
