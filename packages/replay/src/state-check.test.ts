// What the state hash refuses, with the path.

import { describe, expect, test } from "vitest";
import { hashState, StateError } from "./state-hash.js";

function refusal(value: unknown): StateError {
  try {
    hashState(value);
  } catch (error) {
    expect(error).toBeInstanceOf(StateError);
    return error as StateError;
  }
  throw new Error("it was taken");
}

describe("what cannot be kept exactly is refused", () => {
  class Own {}
  class OwnMap extends Map {}
  class OwnArray extends Array {}
  const throwing = () => {
    throw new RangeError("hostile");
  };
  let deep: unknown = 0;
  for (let level = 0; level < 202; level++) deep = [deep];
  const resizable = new (ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer)(8, {
    maxByteLength: 16,
  });
  const cases: [name: string, value: unknown, path: string][] = [
    ["a function", { a: [throwing] }, "/a/0"],
    ["a symbol", [Symbol("a")], "/0"],
    ["a date", { "a/b": new Date(0) }, "/a~1b"],
    ["an instance", new Map([["hero", new Own()]]), "/hero"],
    ["an instance under an object key", new Map([[{}, new Own()]]), "/@0"],
    ["an instance in a Set", new Set([1, new Own()]), "/1"],
    ["an instance of a subclass of Map", [new OwnMap()], "/0"],
    ["an instance of a subclass of Array", [new OwnArray()], "/0"],
    ["a WeakMap", [new WeakMap()], "/0"],
    ["a promise", [Promise.resolve()], "/0"],
    ["an error", [new Error("a")], "/0"],
    ["a boxed number", [Object(1)], "/0"],
    [
      "an accessor",
      [
        { x: 1 },
        {
          get x() {
            return 1;
          },
        },
      ],
      "/1/x",
    ],
    ["a symbol key", { a: { [Symbol("a")]: 1 } }, "/a"],
    ["a non-enumerable property", { a: Object.defineProperty({}, "x", { value: 1 }) }, "/a/x"],
    ["a hole", { a: Object.assign(new Array(3), { 0: 1, 2: 2 }) }, "/a"],
    ["a hole in a long array", { a: Object.assign(new Array(2000).fill(0), { length: 2001 }) }, "/a"],
    ["a huge sparse array", new Array(4294967295), ""],
    ["an extra property of an array", { a: Object.assign([1], { x: 1 }) }, "/a"],
    ["an extra property in the place of a hole", { a: Object.assign(new Array(2), { 1: 1, x: 1 }) }, "/a"],
    ["a hidden property of an array", { a: Object.defineProperty([1], "x", { value: 1 }) }, "/a"],
    ["an extra property of a Map", { a: Object.assign(new Map(), { x: 1 }) }, "/a"],
    ["an extra property of a typed array", { a: Object.assign(new Uint8Array(1), { x: 1 }) }, "/a"],
    ["what only claims to be a Map", { a: Object.create(Map.prototype) }, "/a"],
    ["what only claims to be a typed array", { a: Object.create(Uint8Array.prototype) }, "/a"],
    ["a Buffer", [Uint8Array, class extends Uint8Array {}].map((Kind) => new Kind(1)), "/1"],
    ["shared memory", [new Uint8Array(new SharedArrayBuffer(8))], "/0"],
    ["a resizable buffer", [resizable], "/0"],
    ["a view of a resizable buffer", [new Uint8Array(resizable)], "/0"],
    ["more than 200 levels", deep, "/0".repeat(201)],
    ["a proxy that throws", { a: new Proxy({}, { getPrototypeOf: throwing }) }, "/a"],
  ];
  test.each(cases)("%s", (_name, value, path) => {
    const error = refusal(value);
    expect(error.code).toBe("BAD_STATE");
    expect(error.path).toBe(path);
  });

  test("and the next state hashes as if nothing had been", () => {
    const before = hashState({ a: 1 });
    refusal({ a: { b: Symbol("a") } });
    expect(hashState({ a: 1 })).toBe(before);
  });

  test("in the first object of each list of keys, in however large a state", () => {
    const state: object[] = Array.from({ length: 500 }, (_, id) => ({ id, x: 0, y: 0 }));
    state.push(Object.defineProperty({ id: 0 }, "z", { enumerable: true, get: () => 1 }));
    expect(refusal({ state }).path).toBe("/state/500/z");
  });
});
