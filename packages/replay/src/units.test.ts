// Counts and seeds at their limits.

import { expect, test } from "vitest";
import { countMax, isCount, parseSeed, seedMax } from "./units.js";

const neither = [
  -1,
  -0,
  0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 32,
  2 ** 53,
  "1",
  1n,
  null,
  undefined,
  [1],
  Object(1),
];

test("a count is an integer from 0 to 2^31 - 1", () => {
  expect(countMax).toBe(2 ** 31 - 1);
  expect([0, 1, countMax].every(isCount)).toBe(true);
  expect([...neither, countMax + 1].some(isCount)).toBe(false);
});

test("a seed is an integer from 0 to 2^32 - 1", () => {
  expect(seedMax).toBe(2 ** 32 - 1);
  expect([0, 777001, seedMax].map(parseSeed)).toEqual([0, 777001, seedMax]);
  expect(neither.every((value) => parseSeed(value) === undefined)).toBe(true);
});
