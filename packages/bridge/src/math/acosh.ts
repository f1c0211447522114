export { default as acosh } from "@stdlib/math-base-special-acosh";
