// A digest of every function of the maths module over more than a million inputs each, bit for bit. No import from
// elsewhere, no DOM, no Node: every engine runs it, bundled as one script.
// Use: `mathsDigest(table, name)` for one function (a fraction of a second), `mathsDigests(table)` for all of them;
// `table` is `import * as maths from "@tickbridge/bridge/math"`, or `Math` for the native ones. `exactDigests()` does
// the same for the native operators and functions that are exact. goldens/maths-digests.json holds what must come out.

import { forEachInput, forEachList, forEachPair, type MathsName, mathsNames } from "./maths-inputs.js";

export { type MathsName, mathsNames };

/** Functions by name: the maths module, or `Math`. */
export type MathsTable = { readonly [name in MathsName]: (...values: number[]) => number };

/** How many inputs each function gets at least. */
export const mathsInputCountMin = 1_000_000;

/** The digests of all functions, by name. */
export function mathsDigests(table: MathsTable): Record<MathsName, string> {
  return Object.fromEntries(mathsNames.map((name) => [name, mathsDigest(table, name)])) as Record<MathsName, string>;
}

/** 16 hexadecimal digits that stand for every bit of every result of `table[name]`, and their number, as `<count>:<digits>`. */
export function mathsDigest(table: MathsTable, name: MathsName): string {
  const digest = new Digest();
  const compute = table[name];
  if (name === "atan2" || name === "pow" || name === "hypot") {
    forEachPair((first, second) => digest.add(compute(first, second)));
  } else {
    forEachInput(name, (value) => digest.add(compute(value)));
  }
  if (name === "hypot") forEachList((values) => digest.add(compute(...values)));
  return digest.text();
}

/** What is exact by the standard, natively: the digests show whether an engine has it so. */
const exactOperations: { readonly [name: string]: (first: number, second: number) => number } = {
  "+": (first, second) => first + second,
  "-": (first, second) => first - second,
  "*": (first, second) => first * second,
  "/": (first, second) => first / second,
  "%": (first, second) => first % second,
  "|": (first, second) => first | second,
  ">>>": (first, second) => first >>> second,
  sqrt: Math.sqrt,
  abs: Math.abs,
  ceil: Math.ceil,
  floor: Math.floor,
  round: Math.round,
  trunc: Math.trunc,
  sign: Math.sign,
  fround: Math.fround,
  clz32: Math.clz32,
  min: Math.min,
  max: Math.max,
  imul: Math.imul,
};

/** Digests of the operators and native functions that every engine must give alike, over the inputs for pairs. */
export function exactDigests(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exactOperations).map(([name, compute]) => {
      const digest = new Digest();
      forEachPair((first, second) => digest.add(compute(first, second)));
      return [name, digest.text()];
    }),
  );
}

/** Two words into which every result is folded, bit for bit; a NaN counts as one and the same, whatever its bits. */
class Digest {
  private readonly result = new Float64Array(1);
  private readonly resultWords = new Uint32Array(this.result.buffer);
  private first = 0x243f6a88;
  private second = 0x85a308d3;
  private count = 0;

  add(value: number): void {
    this.result[0] = value;
    const isNumber = !Number.isNaN(value);
    const low = isNumber ? (this.resultWords[0] ?? 0) : 1;
    const high = isNumber ? (this.resultWords[1] ?? 0) : 0x7ff80000;
    const first = Math.imul(this.first ^ low, 0x9e3779b1) ^ high;
    const second = Math.imul(this.second ^ high, 0x85ebca77) ^ low;
    this.first = (((first << 13) | (first >>> 19)) + second) | 0;
    this.second = (((second << 17) | (second >>> 15)) + first) | 0;
    this.count++;
  }

  text(): string {
    const hex = (word: number) => (word >>> 0).toString(16).padStart(8, "0");
    return `${this.count}:${hex(this.first)}${hex(this.second)}`;
  }
}
