// The quick comparison of states says what their hashes say.

import { hashState } from "@tickbridge/replay/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameState } from "./same-state.js";

const state = fc.anything({
  withMap: true,
  withSet: true,
  withTypedArray: true,
  withBigInt: true,
  withNullPrototype: true,
  maxDepth: 3,
});

test("two states are the same exactly when they hash alike", () => {
  fc.assert(
    fc.property(state, state, (left, right) => {
      expect(isSameState(left, right)).toBe(hashState(left) === hashState(right));
      expect(isSameState(left, structuredClone(left))).toBe(hashState(left) === hashState(structuredClone(left)));
    }),
    { numRuns: 3000 },
  );
});

/** Parts by their place in a list, so that a state may hold one twice, and itself. */
const web = fc.array(fc.array(fc.nat({ max: 4 }), { maxLength: 3 }), { minLength: 1, maxLength: 5 }).map((links) => {
  const bytes = new Uint8Array(4);
  const parts = links.map((_, index): unknown[] => (index === 4 ? [bytes.subarray(0, 2)] : []));
  for (const [index, targets] of links.entries())
    for (const target of targets) parts[index]?.push(parts[target] ?? new Uint8Array(2));
  return parts[0];
});

test("what is shared, or holds itself, is told from what is only equal, as hashes tell it", () => {
  fc.assert(
    fc.property(web, web, (left, right) => {
      expect(isSameState(left, right)).toBe(hashState(left) === hashState(right));
      expect(isSameState(left, structuredClone(left))).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

const shared = { v: 1 };
const bytes = new Uint8Array(4);

test.each([
  ["one part twice and two equal ones", { a: shared, b: shared }, { a: { v: 1 }, b: { v: 1 } }, false],
  ["two equal parts and one twice", { a: { v: 1 }, b: { v: 1 } }, { a: shared, b: shared }, false],
  ["one part twice on both sides", { a: shared, b: shared }, structuredClone({ a: shared, b: shared }), true],
  [
    "two views of one buffer and of two",
    [bytes.subarray(0, 2), bytes.subarray(0, 2)],
    [bytes.subarray(0, 2), new Uint8Array(4).subarray(0, 2)],
    false,
  ],
  ["-0 and 0", { x: 0 }, { x: -0 }, false],
  ["NaN twice", [Number.NaN], [Number.NaN], true],
  ["another order of keys", { a: 1, b: 2 }, { b: 2, a: 1 }, false],
  ["another order of entries", new Map([[1, 1]]), new Map([[2, 1]]), false],
  ["a bit in a typed array", new Float32Array([0]), new Float32Array([-0]), false],
  ["another kind of view", new Uint8Array([1]), new Int8Array([1]), false],
])("%s", (_what, left, right, same) => {
  expect(isSameState(left, right)).toBe(same);
});

test("a state that is a web of shared parts is compared in no time", () => {
  const webs = [0, 1].map(() => {
    let part: unknown = 1;
    for (let depth = 0; depth < 60; depth++) part = [part, part];
    return part;
  });
  expect(isSameState(webs[0], webs[1])).toBe(true);
});
