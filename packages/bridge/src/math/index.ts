// Functions of `Math` whose bits differ between engines, from a kept library that uses only + - * / and sqrt.
// So the results should not depend on the engine; they may differ from native ones in the last place.

export { default as acos } from "@stdlib/math-base-special-acos";
export { default as acosh } from "@stdlib/math-base-special-acosh";
export { default as asin } from "@stdlib/math-base-special-asin";
export { default as asinh } from "@stdlib/math-base-special-asinh";
export { default as atan } from "@stdlib/math-base-special-atan";
export { default as atan2 } from "@stdlib/math-base-special-atan2";
export { default as atanh } from "@stdlib/math-base-special-atanh";
export { default as cbrt } from "@stdlib/math-base-special-cbrt";
export { default as cos } from "@stdlib/math-base-special-cos";
export { default as cosh } from "@stdlib/math-base-special-cosh";
export { default as exp } from "@stdlib/math-base-special-exp";
export { default as expm1 } from "@stdlib/math-base-special-expm1";
export { default as hypot } from "@stdlib/math-base-special-hypot";
export { default as log } from "@stdlib/math-base-special-ln";
export { default as log1p } from "@stdlib/math-base-special-log1p";
export { default as log2 } from "@stdlib/math-base-special-log2";
export { default as log10 } from "@stdlib/math-base-special-log10";
export { default as pow } from "@stdlib/math-base-special-pow";
export { default as sin } from "@stdlib/math-base-special-sin";
export { default as sinh } from "@stdlib/math-base-special-sinh";
export { default as tan } from "@stdlib/math-base-special-tan";
export { default as tanh } from "@stdlib/math-base-special-tanh";
export { mathId } from "../math-id.js";
