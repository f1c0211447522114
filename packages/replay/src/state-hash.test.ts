// The state hash: outputs pinned for ever, what it tells apart and what it does not.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  float16State,
  nestedHash,
  nestedStates,
  pinnedHashes,
  pinnedStates,
} from "../../../test/support/hash-corpus.js";
import { firstDifference } from "./compare.js";
import { hashState, isStateHash } from "./state-hash.js";

const bytes = (...values: number[]) => Uint8Array.from(values);

describe("the outputs", () => {
  test("are set in stone, for every kind of value", () => {
    expect(Object.fromEntries(pinnedStates.map(([name, state]) => [name, hashState(state)]))).toEqual(pinnedHashes);
  });

  test("are set in stone for every kind of value in every kind", () => {
    expect(hashState([...nestedStates()].map(hashState))).toBe(nestedHash);
  });

  test("are set in stone for Float16Array where there is one", () => {
    const float16 = float16State();
    expect(float16 && hashState(float16.state)).toBe(float16?.hash);
  });

  test("differ for every two entries of the corpus", () => {
    expect(new Set(pinnedStates.map(([, state]) => hashState(state))).size).toBe(pinnedStates.length);
  });

  test("of nested states are equal only where no part differs", () => {
    const met = new Map<string, unknown>();
    for (const state of nestedStates()) {
      const hash = hashState(state);
      if (met.has(hash)) expect(firstDifference(met.get(hash), state)).toBeUndefined();
      met.set(hash, state);
    }
    expect(met.size).toBeGreaterThan(7000);
  });

  test("have the form of a hash", () => {
    for (const [, state] of pinnedStates) expect(isStateHash(hashState(state))).toBe(true);
    for (const value of [
      "",
      "0123456789ABCDEF",
      "0123456789abcdef\n",
      "0123456789abcde",
      1,
      null,
      ["0123456789abcdef"],
    ]) {
      expect(isStateHash(value)).toBe(false);
    }
  });
});

describe("equal states hash equal", () => {
  test("whatever their representation", () => {
    const floats = [1.5, 7];
    floats[0] = 3;
    expect(hashState(floats)).toBe(hashState([3, 7]));
    const grown: Record<string, number> = { z: 0 };
    for (let index = 0; index < 100; index++) grown[`key${index}`] = index;
    for (let index = 0; index < 100; index++) delete grown[`key${index}`];
    expect(hashState(grown)).toBe(hashState({ z: 0 }));
  });

  test("whatever the bits of NaN", () => {
    const canonical = Float64Array.of(Number.NaN);
    const other = new Float64Array(new Uint32Array([1, 0xfff00000]).buffer);
    expect(hashState(other)).toBe(hashState(canonical));
    expect(hashState(other[0])).toBe(hashState(Number.NaN));
    const otherSingle = new Float32Array(new Uint32Array([0xff800001]).buffer);
    expect(hashState(otherSingle)).toBe(hashState(Float32Array.of(Number.NaN)));
    const infinite = new Float64Array(new Uint32Array([0, 0x7ff00000]).buffer);
    expect(hashState(infinite)).not.toBe(hashState(canonical));
  });

  test("whatever was hashed before, in copies too", () => {
    const state = fc.sample(fc.anything({ withMap: true, withSet: true, withBigInt: true }), 300);
    for (const value of state) {
      let first: string;
      try {
        first = hashState(value);
      } catch {
        continue;
      }
      hashState(pinnedStates);
      expect(hashState(value)).toBe(first);
      expect(hashState(structuredClone(value))).toBe(first);
    }
  });

  test("when a proxy hashes in the midst", () => {
    const inner = new Proxy(
      { x: 1 },
      {
        ownKeys: (target) => {
          hashState([1, 2, 3]);
          return Reflect.ownKeys(target);
        },
      },
    );
    expect(hashState({ a: 1, inner, b: 2 })).toBe(hashState({ a: 1, inner: { x: 1 }, b: 2 }));
  });
});

describe("a change changes the hash", () => {
  test("of any bit of a typed array", () => {
    const makers = [Uint8Array, Int8Array, Int16Array, Uint32Array, Float32Array, Float64Array, BigInt64Array];
    const isNan = (value: unknown) => Number.isNaN(value);
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 8, maxLength: 64 }),
        fc.nat(),
        fc.constantFrom(...makers),
        (source, at, Maker) => {
          const state = source.slice(0, source.length & ~7);
          const bit = at % (state.length * 8);
          const flipped = state.slice();
          flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
          const before = new Maker(state.buffer);
          const after = new Maker(flipped.buffer);
          if (
            Array.from(before as ArrayLike<unknown>).some(isNan) &&
            Array.from(after as ArrayLike<unknown>).some(isNan)
          )
            return;
          expect(hashState({ a: before })).not.toBe(hashState({ a: after }));
        },
      ),
      { numRuns: 20_000 },
    );
  });

  test("of any bit of a number", () => {
    const float = new Float64Array(1);
    const words = new Uint32Array(float.buffer);
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), fc.nat(63), (value, bit) => {
        float[0] = value;
        words[bit >> 5] = (words[bit >> 5] as number) ^ (1 << (bit & 31));
        if (Number.isNaN(value) && Number.isNaN(float[0])) return;
        expect(hashState([0, { value: float[0] }])).not.toBe(hashState([0, { value }]));
      }),
      { numRuns: 20_000 },
    );
  });

  test("of any bit of a text or a key", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), fc.nat(), fc.boolean(), (text, at, isKey) => {
        const bit = at % (text.length * 16);
        const unit = text.charCodeAt(bit >> 4) ^ (1 << (bit & 15));
        const flipped = text.slice(0, bit >> 4) + String.fromCharCode(unit) + text.slice((bit >> 4) + 1);
        const [before, after] = isKey ? [{ [`k${text}`]: 1 }, { [`k${flipped}`]: 1 }] : [[text], [flipped]];
        expect(hashState(after)).not.toBe(hashState(before));
      }),
      { numRuns: 20_000 },
    );
  });

  test("of the order of keys, entries or elements", () => {
    const order = fc.uniqueArray(
      fc.string({ minLength: 1 }).map((text) => `k${text}`),
      { minLength: 2 },
    );
    fc.assert(
      fc.property(order, fc.nat(), (keys, at) => {
        const first = at % (keys.length - 1);
        const swapped = keys.slice();
        [swapped[first], swapped[first + 1]] = [keys[first + 1] as string, keys[first] as string];
        const forms: ((names: string[]) => unknown)[] = [
          (names) => Object.fromEntries(names.map((name) => [name, 0])),
          (names) => new Map(names.map((name) => [name, 0])),
          (names) => new Set(names),
          (names) => names,
        ];
        for (const form of forms) {
          expect(hashState(form(swapped))).not.toBe(hashState(form(keys)));
          expect(hashState(form(keys.slice()))).toBe(hashState(form(keys)));
        }
      }),
    );
  });

  test("of a buffer beyond the view that met it first", () => {
    const state = (last: number) => {
      const whole = bytes(1, 2, 3, last).buffer;
      return [new Uint8Array(whole, 0, 2), whole];
    };
    expect(hashState(state(4))).not.toBe(hashState(state(5)));
  });

  test("of one element among ten thousand, with no collision", () => {
    const hashes = new Set<string>();
    const state = new Array<number>(1000).fill(0);
    for (let index = 0; index < 10_000; index++) {
      state[index % 1000] = index + 1;
      hashes.add(hashState(state));
    }
    expect(hashes.size).toBe(10_000);
  });
});
