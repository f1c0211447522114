// A million flipped bits in states of up to 2 KB, and the small edits that weak hashes miss: each changes the hash.

import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryState } from "../test/arbitrary-state.js";
import { type Bits, bitsOf, editsOf } from "../test/state-edits.js";
import { firstDifference } from "./compare.js";
import { hashState } from "./state-hash.js";
import { decodeState, encodeState } from "./state-text.js";

/** `FLIP_SEED=7 npx vitest run packages/replay/src/state-flips.test.ts` tries other states. */
const seed = Number(process.env.FLIP_SEED ?? 1);
const flipsWanted = 1_000_000;
const stateBitsMax = 2048 * 8;

/** States of every kind of value, most of them near the limit. */
function* states(): Generator<unknown> {
  for (let round = 0; ; round++) {
    const drawn = fc.sample(arbitraryState(12, 240), { seed: seed + round, numRuns: 40 });
    let together: unknown[] = [];
    let bitCount = 0;
    for (const state of drawn) {
      const own = bitsOf([state]).reduce((sum, { count }) => sum + count, 0);
      if (own > stateBitsMax) continue;
      if (bitCount + own > stateBitsMax) {
        yield { drawn: together };
        together = [];
        bitCount = 0;
      }
      together.push(state);
      bitCount += own;
    }
  }
}

/** Flips each bit of `state` alone. Two flips may hash alike only where they come to the same state, such as two NaN. */
function flipAll(
  state: unknown,
  hashOf: (state: unknown) => string = hashState,
): { readonly flips: number; readonly kept: number } {
  const before = hashOf(state);
  const met = new Map<string, () => unknown>();
  let flips = 0;
  let kept = 0;
  for (const bits of bitsOf(state)) {
    for (let bit = 0; bit < bits.count; bit++) {
      if (bits.flip(bit)) {
        flips++;
        const hash = hashOf(state);
        if (hash === before) throw new Error(`a flip keeps the hash: ${encodeState(state)}`);
        const other = met.get(hash);
        if (other === undefined) met.set(hash, () => flipped(state, bits, bit));
        else {
          const copy = decodeState(encodeState(state));
          bits.restore();
          expect(firstDifference(copy, other()), `FLIP_SEED=${seed}`).toBeUndefined();
        }
      } else kept++;
      bits.restore();
    }
  }
  expect(hashOf(state)).toBe(before);
  return { flips, kept };
}

function flipped(state: unknown, bits: Bits, bit: number): unknown {
  bits.flip(bit);
  const copy = decodeState(encodeState(state));
  bits.restore();
  return copy;
}

test("flipping any bit of a state of up to 2 KB changes the hash: a million flips, no two of a state alike", () => {
  let flips = 0;
  let kept = 0;
  for (const state of states()) {
    const counts = flipAll(state);
    flips += counts.flips;
    kept += counts.kept;
    if (flips >= flipsWanted) break;
  }
  // What is kept is NaN to NaN and a key 0 to -0.
  expect(kept).toBeLessThan(flips / 100);
});

test("a hash of the JSON text misses the flip of a 0's sign", () => {
  expect(() => flipAll({ a: 0 })).not.toThrow();
  expect(() => flipAll({ a: 0 }, JSON.stringify)).toThrow("a flip keeps the hash");
});

test("swapping, moving, removing or adding a part changes the hash exactly where it changes the state", () => {
  const counts: Record<string, number> = {};
  for (const state of fc.sample(arbitraryState(), { seed, numRuns: 10_000 })) {
    const before = hashState(state);
    const copy = decodeState(encodeState(state));
    for (const { name, isSure, apply, undo } of editsOf(state)) {
      apply();
      const isChanged = firstDifference(copy, state) !== undefined;
      const words = `FLIP_SEED=${seed}, ${name}: ${encodeState(copy)}`;
      if (isSure) expect(isChanged, words).toBe(true);
      expect(hashState(state) !== before, words).toBe(isChanged);
      undo();
      counts[name] = (counts[name] ?? 0) + 1;
    }
    expect(hashState(state)).toBe(before);
  }
  expect(Object.keys(counts)).toHaveLength(6);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1000);
});
