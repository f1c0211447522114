// A value of a state or a replay in one short line.

import { inspect } from "node:util";

const lengthMax = 200;

/** As a program would write it, cut where it is long. `-0`, NaN, Maps and typed arrays are told from what JSON makes of them. */
export function shownValue(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = inspect(value, {
    depth: 4,
    breakLength: Number.POSITIVE_INFINITY,
    maxArrayLength: 12,
    maxStringLength: 100,
  });
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`;
}
