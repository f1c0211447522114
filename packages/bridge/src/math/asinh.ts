export { default as asinh } from "@stdlib/math-base-special-asinh";
