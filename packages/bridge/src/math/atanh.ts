export { default as atanh } from "@stdlib/math-base-special-atanh";
