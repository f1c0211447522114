// How exact the maths functions are. The figures do not depend on the engine, so docs/maths.md holds them to the digit.

import { readFile, writeFile } from "node:fs/promises";
import * as maths from "@tickbridge/bridge/math";
import { expect, test } from "vitest";
import { updatesDocs } from "../docs/code-blocks.js";
import { inRepository } from "../docs/page-support.js";
import {
  forEachInput,
  forEachList,
  forEachPair,
  type MathsName,
  mathsNames,
  someInGames,
} from "../support/maths-inputs.js";
import { errorInUlps } from "../support/maths-reference.js";

const { mathId: _, raise: _raise, raiseMember: _raiseMember, ...functions } = maths;

const inputsPerRange = 400;
const errorMaxUlps = 2;
const fromNativeMaxUlps = 3;

interface Row {
  readonly name: MathsName;
  readonly ranges: string;
  readonly worst: number;
}

function measure(name: MathsName, compute: (...args: number[]) => number): Row {
  let worst = 0;
  const ranges = someInGames(name, inputsPerRange, (...args) => {
    worst = Math.max(worst, errorInUlps(name, args, compute(...args)));
  });
  return { name, ranges, worst };
}

const rows = mathsNames.map((name) => measure(name, functions[name]));

test(`every function is within ${errorMaxUlps} units in the last place of the true value where games use it`, () => {
  expect(rows.filter(({ worst }) => !(worst <= errorMaxUlps))).toEqual([]);
});

test("docs/maths.md has the figures of this run", async () => {
  const lines = rows.map(({ name, ranges, worst }) => `| \`${name}\` | ${ranges} | ${worst.toFixed(2)} |`);
  const table = `\n\n| function | arguments | worst error |\n|---|---|---|\n${lines.join("\n")}\n\n`;
  const page = inRepository("docs/maths.md");
  const [before = "", , after = ""] = (await readFile(page, "utf8")).split(/<!-- accuracy (?:begins|ends) -->/);
  const whole = `${before}<!-- accuracy begins -->${table}<!-- accuracy ends -->${after}`;
  if (updatesDocs) await writeFile(page, whole);
  expect(await readFile(page, "utf8")).toBe(whole);
});

test("the twin: a result that is three places off is measured as that", () => {
  const { worst } = measure("atan", (x) => maths.atan(x) * (1 + 3 * 2.3e-16));
  expect(worst).toBeGreaterThan(errorMaxUlps);
});

test(`every result is the native one to ${fromNativeMaxUlps} places: zeros, infinities and NaN alike, also at a million inputs out of the ordinary`, () => {
  const apart: string[] = [];
  for (const name of mathsNames) {
    const compute: (...args: number[]) => number = functions[name];
    const computeNatively: (...args: number[]) => number = Math[name];
    const compare = (...args: number[]): void => {
      const ours = compute(...args);
      const native = computeNatively(...args);
      if (!(placesApart(ours, native) <= fromNativeMaxUlps)) apart.push(`${name}(${args}): ${ours}, native ${native}`);
    };
    if (["atan2", "hypot", "pow"].includes(name)) forEachPair(compare);
    else forEachInput(name, compare);
    if (name === "hypot") forEachList((values) => compare(...values));
  }
  expect(apart.slice(0, 10)).toEqual([]);
});

const view = new DataView(new ArrayBuffer(8));

/** How many doubles lie between; 0 for the same value or two NaN, infinite between a zero and the other, or where one is not finite. */
function placesApart(first: number, second: number): number {
  if (Object.is(first, second)) return 0;
  const isComparable = Number.isFinite(first) && Number.isFinite(second) && !(first === 0 && second === 0);
  return isComparable ? Math.abs(Number(order(first) - order(second))) : Number.POSITIVE_INFINITY;
}

function order(value: number): bigint {
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fff_ffff_ffff_ffffn) : bits;
}

test("what is exact comes out exact", () => {
  for (let power = -300; power <= 300; power++) expect(maths.log10(Number(`1e${power}`))).toBe(power);
  for (let power = -1022; power <= 1023; power++) {
    expect(maths.log2(2 ** power)).toBe(power);
    expect(maths.pow(2, power)).toBe(2 ** power);
  }
  for (let root = -1000; root <= 1000; root++) {
    expect(maths.cbrt(root * root * root)).toBe(root);
    expect(maths.pow(root, 2)).toBe(root * root);
  }
  for (const [a, b, c] of [
    [3, 4, 5],
    [5, 12, 13],
    [8, 15, 17],
    [20, 21, 29],
  ] as const) {
    expect(maths.hypot(a, b)).toBe(c);
  }
});
