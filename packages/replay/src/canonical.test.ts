// The canonical form, and that hostile values get nothing but a CanonicalError.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CanonicalError, canonicalise } from "./canonical.js";
import { canonicalJson } from "./canonical-text.js";

function refusal(value: unknown): CanonicalError {
  try {
    canonicalise(value);
  } catch (error) {
    expect(error).toBeInstanceOf(CanonicalError);
    return error as CanonicalError;
  }
  throw new Error("it was taken");
}

function nested(levels: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

const throwing = () => {
  throw new TypeError("hostile");
};

describe("the canonical form", () => {
  test("sorts keys in the text and in the copy", () => {
    expect(canonicalJson({ b: 1, a: [{ d: 1, c: 2 }] })).toBe('{"a":[{"c":2,"d":1}],"b":1}');
    expect(Object.keys(canonicalise({ b: 1, a: 2 }) as object)).toEqual(["a", "b"]);
  });

  test("makes -0 to 0 and leaves undefined properties out", () => {
    const copy = canonicalise({ zero: -0, gone: undefined, list: [-0] }) as Record<string, unknown>;
    expect(Object.is(copy.zero, 0) && Object.is((copy.list as unknown[])[0], 0)).toBe(true);
    expect(Object.keys(copy)).toEqual(["list", "zero"]);
  });

  test("is fresh and deeply frozen", () => {
    const source = { list: [{ x: 1 }] };
    const copy = canonicalise(source) as typeof source;
    expect(copy).toEqual(source);
    expect(copy.list[0]).not.toBe(source.list[0]);
    expect([copy, copy.list, copy.list[0]].every(Object.isFrozen)).toBe(true);
  });

  test("takes one object twice, lone surrogates, null prototypes, and 64 levels", () => {
    const shared = { x: 1 };
    expect(canonicalJson([shared, shared])).toBe('[{"x":1},{"x":1}]');
    expect(canonicalJson("\ud800")).toBe('"\\ud800"');
    expect(canonicalJson(Object.assign(Object.create(null), { x: 1 }))).toBe('{"x":1}');
    expect(() => canonicalise(nested(64))).not.toThrow();
  });

  test("reads each property once", () => {
    let reads = 0;
    const source = Object.defineProperty({}, "x", { enumerable: true, get: () => ++reads });
    expect(canonicalise(source)).toEqual({ x: 1 });
    expect(reads).toBe(1);
  });

  test("is idempotent, and its text reads back to it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: "medium" }), (value) => {
        fc.pre(!/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)));
        const once = canonicalise(value);
        expect(canonicalise(once)).toStrictEqual(once);
        expect(canonicalise(JSON.parse(canonicalJson(value)))).toStrictEqual(once);
        expect(canonicalJson(once)).toBe(canonicalJson(value));
      }),
    );
  });
});

describe("what JSON cannot hold is refused", () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  class Own {}
  class List extends Array {}
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const cases: [name: string, value: unknown, path: string][] = [
    ["NaN", { a: [Number.NaN] }, "/a/0"],
    ["infinity", { "a/b~": Number.POSITIVE_INFINITY }, "/a~1b~0"],
    ["a BigInt", [1n], "/0"],
    ["a function", { a: throwing }, "/a"],
    ["a toJSON function", { toJSON: () => 1 }, "/toJSON"],
    ["a symbol", [Symbol("a")], "/0"],
    ["a date", { at: new Date(0) }, "/at"],
    ["a Map", [new Map()], "/0"],
    ["a Set", [new Set()], "/0"],
    ["an instance", { a: new Own() }, "/a"],
    ["an array of a subclass", new List(), ""],
    ["a typed array", [new Uint8Array(1)], "/0"],
    ["an object with a prototype of its own", Object.create({ x: 1 }), ""],
    ["a cycle", cyclic, "/self"],
    ["a hole", Object.assign(new Array(3), { 0: 0, 2: 1 }), "/1"],
    ["a huge sparse array", new Array(4294967295), ""],
    ["undefined in an array", [undefined], "/0"],
    ["undefined", undefined, ""],
    ["__proto__", JSON.parse('{"a":{"__proto__":1}}'), "/a/__proto__"],
    ["constructor", { constructor: undefined }, "/constructor"],
    ["prototype", { prototype: 1 }, "/prototype"],
    ["65 levels", nested(65), "/0/a".repeat(32)],
    ["too many values", [new Array(600_000).fill(0), new Array(600_000).fill(0)], "/1"],
    ["a getter that throws", { a: Object.defineProperty({}, "b", { enumerable: true, get: throwing }) }, "/a/b"],
    ["a proxy that throws", [new Proxy({}, { ownKeys: throwing })], "/0"],
    ["a revoked proxy", [0, revoked.proxy], "/1"],
    ["a proxy that lies about its length", new Proxy([], { get: () => 2 ** 40 }), ""],
    ["a proxy with a length that is none", new Proxy([], { get: () => ({}) }), ""],
    [
      "a getter that throws a CanonicalError",
      Object.defineProperty({}, "a", { enumerable: true, get: () => canonicalise(Number.NaN) }),
      "/a",
    ],
  ];
  test.each(cases)("%s", (_name, value, path) => {
    const error = refusal(value);
    expect(error.code).toBe("BAD_JSON");
    expect(error.path).toBe(path);
    expect(error.expected).not.toBe("");
  });

  test("a proxy that goes on for ever, deep or wide", () => {
    const deep: object = new Proxy(
      {},
      {
        ownKeys: () => ["a"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: () => deep,
      },
    );
    expect(refusal(deep)).toBeInstanceOf(CanonicalError);
    const fresh = (): object =>
      new Proxy([], { get: (_, key) => (key === "length" ? 100_000 : fresh()), getPrototypeOf: () => Array.prototype });
    expect(refusal(fresh())).toBeInstanceOf(CanonicalError);
  });

  test("anything at all gives a canonical value or a CanonicalError", () => {
    const anything = fc.anything({
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        try {
          const copy = canonicalise(value);
          expect(JSON.parse(canonicalJson(copy))).toEqual(copy);
        } catch (error) {
          if (!(error instanceof CanonicalError)) throw error;
        }
      }),
      { numRuns: 2000 },
    );
  });
});
