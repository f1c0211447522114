// Functions of `Math` whose bits differ between engines, from a kept library that uses only + - * / and sqrt.
// So the results do not depend on the engine; they may differ from native ones in the last places (docs/maths.md).

export { default as acos } from "@stdlib/math-base-special-acos";
export { default as acosh } from "@stdlib/math-base-special-acosh";
export { default as asin } from "@stdlib/math-base-special-asin";
export { default as asinh } from "@stdlib/math-base-special-asinh";
export { default as atan } from "@stdlib/math-base-special-atan";
export { default as atanh } from "@stdlib/math-base-special-atanh";
export { default as cbrt } from "@stdlib/math-base-special-cbrt";
export { default as cos } from "@stdlib/math-base-special-cos";
export { default as exp } from "@stdlib/math-base-special-exp";
export { default as log } from "@stdlib/math-base-special-ln";
export { default as log1p } from "@stdlib/math-base-special-log1p";
export { default as log2 } from "@stdlib/math-base-special-log2";
export { default as log10 } from "@stdlib/math-base-special-log10";
export { default as sin } from "@stdlib/math-base-special-sin";
export { default as tan } from "@stdlib/math-base-special-tan";
export { default as tanh } from "@stdlib/math-base-special-tanh";
export { mathId } from "../math-id.js";
export { atan2 } from "./atan2.js";
export { cosh } from "./cosh.js";
export { expm1 } from "./expm1.js";
export { hypot } from "./hypot.js";
export { pow } from "./pow.js";
export { sinh } from "./sinh.js";
