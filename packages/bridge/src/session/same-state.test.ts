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

test.each([
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
