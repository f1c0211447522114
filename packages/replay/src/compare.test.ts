// The first difference, and that it tells apart exactly what the state hash tells apart.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { firstDifference } from "./compare.js";
import { hashState } from "./state-hash.js";

describe("the first difference", () => {
  const shared = { x: 1 };
  const whole = Uint8Array.of(1, 2).buffer;
  const cases: [
    name: string,
    left: unknown,
    right: unknown,
    difference: [path: string, left: unknown, right: unknown],
  ][] = [
    ["of numbers", { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, ["/a/1/b", 2, 3]],
    ["of 0 and -0", [0], [-0], ["/0", 0, -0]],
    ["of the whole", 1, "1", ["", 1, "1"]],
    ["of null and an object", { a: null }, { a: {} }, ["/a", null, {}]],
    ["is the first on the left", { b: 1, a: 1 }, { b: 2, a: 2 }, ["/b", 1, 2]],
    ["of a missing key", { "a/b": 1 }, {}, ["/a~1b", 1, undefined]],
    ["of an extra key", {}, { "~": 1 }, ["/~0", undefined, 1]],
    ["of an undefined property", { a: undefined }, {}, ["/a", undefined, undefined]],
    ["of the order of keys", { o: { a: 1, b: 2 } }, { o: { b: 2, a: 1 } }, ["/o", ["a", "b"], ["b", "a"]]],
    ["of a longer array", [1], [1, 2], ["/1", undefined, 2]],
    ["of kinds", { a: [] }, { a: {} }, ["/a", [], {}]],
    ["of a Map", new Map([["a", { x: 1 }]]), new Map([["a", { x: 2 }]]), ["/a/x", 1, 2]],
    ["of a missing entry", new Map([[7, 1]]), new Map(), ["/7", 1, undefined]],
    ["of an extra entry", new Map(), new Map([[7, 1]]), ["/7", undefined, 1]],
    ["of an object key", new Map([[{ x: 1 }, 1]]), new Map([[{ x: 2 }, 1]]), ["/@0/x", 1, 2]],
    ["of the value of an object key", new Map([[{ x: 1 }, 1]]), new Map([[{ x: 1 }, 2]]), ["/@0", 1, 2]],
    [
      "of the order of entries",
      new Map([
        [1, 0],
        [2, 0],
      ]),
      new Map([
        [2, 0],
        [1, 0],
      ]),
      ["", [1, 2], [2, 1]],
    ],
    ["of the order of a Set", new Set([1, 2]), new Set([2, 1]), ["/0", 1, 2]],
    ["of typed arrays", { a: Float64Array.of(0, 1) }, { a: Float64Array.of(0, 2) }, ["/a/1", 1, 2]],
    ["of lengths of typed arrays", Uint8Array.of(1), Uint8Array.of(1, 2), ["", Uint8Array.of(1), Uint8Array.of(1, 2)]],
    ["of kinds of typed arrays", Uint8Array.of(1), Int8Array.of(1), ["", Uint8Array.of(1), Int8Array.of(1)]],
    ["of buffers", Uint8Array.of(1, 2).buffer, Uint8Array.of(1, 3).buffer, ["/1", 2, 3]],
    ["of sharing", { a: shared, b: shared }, { a: { x: 1 }, b: { x: 1 } }, ["/b", shared, { x: 1 }]],
    [
      "of a shared buffer",
      [new Uint8Array(whole), new Uint8Array(whole)],
      [new Uint8Array(whole), new Uint8Array(whole.slice(0))],
      ["/1", new Uint8Array(whole), new Uint8Array(whole)],
    ],
    ["of sharing on the right", { a: { x: 1 }, b: { x: 1 } }, { a: shared, b: shared }, ["/b", { x: 1 }, shared]],
  ];
  test.each(cases)("%s", (_name, left, right, [path, leftPart, rightPart]) => {
    const difference = firstDifference(left, right);
    expect(difference?.path).toBe(path);
    expect(difference?.left).toStrictEqual(leftPart);
    expect(difference?.right).toStrictEqual(rightPart);
    expect(hashState(left)).not.toBe(hashState(right));
  });

  test("of equal cycles is none", () => {
    const make = () => {
      const state: Record<string, unknown> = { list: [1, Number.NaN] };
      state.self = state;
      state.map = new Map<unknown, unknown>([[state, new Set([state.list])]]);
      return state;
    };
    expect(firstDifference(make(), make())).toBe(undefined);
  });

  test("of a function or an instance is none only with itself", () => {
    const date = new Date(0);
    expect(firstDifference([date], [date])).toBe(undefined);
    expect(firstDifference([date], [new Date(0)])?.path).toBe("/0");
  });
});

test("two states have a difference exactly where they hash unequal", () => {
  const leaf = fc.oneof(
    fc.constantFrom(0, -0, 1, 0.5, Number.NaN, "", "a", null, undefined, true, 1n),
    fc.constantFrom([1, 2], [2, 1]).map((list) => Float32Array.from(list)),
  );
  const { state } = fc.letrec<{ state: unknown }>((tie) => ({
    state: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.array(tie("state"), { maxLength: 2 }),
      fc
        .array(fc.tuple(fc.constantFrom("a", "b"), tie("state")), { maxLength: 2 })
        .map((entries) => Object.fromEntries(entries)),
      fc
        .array(
          fc.tuple(
            fc.oneof(
              leaf,
              fc.constant({}).map(() => ({})),
            ),
            tie("state"),
          ),
          { maxLength: 2 },
        )
        .map((entries) => new Map(entries)),
      fc.array(tie("state"), { maxLength: 2 }).map((parts) => new Set(parts)),
      tie("state").map((part) => [part, part]),
      fc.constantFrom(true, false).map((isShared) => {
        const { buffer } = Uint8Array.of(1, 2);
        return [new Uint8Array(buffer), new Uint8Array(isShared ? buffer : buffer.slice(0))];
      }),
      fc.constant(null).map(() => {
        const cycle: unknown[] = [];
        cycle.push([cycle]);
        return cycle;
      }),
    ),
  }));
  fc.assert(
    fc.property(state, state, (left, right) => {
      expect(firstDifference(left, right) === undefined).toBe(hashState(left) === hashState(right));
      expect(firstDifference(left, structuredClone(left))).toBe(undefined);
    }),
    { numRuns: 20_000 },
  );
});
