// Functions of `Math` whose bits differ between engines, from a kept library that uses only + - * / and sqrt.
// So the results do not depend on the engine; they may differ from native ones in the last places (docs/maths.md).
// A file a function: a bundler drops whole files, but keeps what a file that it needs imports from CommonJS.

export { mathId } from "../math-id.js";
export { acos } from "./acos.js";
export { acosh } from "./acosh.js";
export { asin } from "./asin.js";
export { asinh } from "./asinh.js";
export { atan } from "./atan.js";
export { atan2 } from "./atan2.js";
export { atanh } from "./atanh.js";
export { cbrt } from "./cbrt.js";
export { cos } from "./cos.js";
export { cosh } from "./cosh.js";
export { exp } from "./exp.js";
export { expm1 } from "./expm1.js";
export { hypot } from "./hypot.js";
export { log } from "./log.js";
export { log1p } from "./log1p.js";
export { log2 } from "./log2.js";
export { log10 } from "./log10.js";
export { pow } from "./pow.js";
export { raise, raiseMember } from "./raise.js";
export { sin } from "./sin.js";
export { sinh } from "./sinh.js";
export { tan } from "./tan.js";
export { tanh } from "./tanh.js";
