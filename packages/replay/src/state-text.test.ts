import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryPrimitive, arbitraryState, setOwn } from "../test/arbitrary-state.js";
import { firstDifference } from "./compare.js";
import { hashState } from "./state-hash.js";
import { decodeState, encodeState } from "./state-text.js";

const again = (state: unknown) => decodeState(encodeState(state));

const shared = { x: 1 };
const cycle: { self?: unknown; list: unknown[] } = { list: [] };
cycle.self = cycle;
cycle.list.push(cycle.list);
const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);

const states: readonly (readonly [string, unknown])[] = [
  [
    "numbers that JSON cannot hold",
    [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 0, 0.1, 5e-324],
  ],
  ["undefined, null and BigInts", { a: undefined, b: null, c: 123456789012345678901234567890n, d: [-1n] }],
  ["lists that look like nodes of the text", [["met", 0], ["number", "NaN"], ["undefined"], []]],
  [
    "Maps and Sets, in order, with objects as keys",
    new Map<unknown, unknown>([
      [{ k: 1 }, new Set(["z", "a", Number.NaN])],
      ["x", 1],
    ]),
  ],
  ["one object met twice", { first: shared, second: shared, map: new Map([[shared, shared]]) }],
  ["cycles", cycle],
  ["objects without a prototype", Object.assign(Object.create(null), { a: 1 })],
  ["a key __proto__", JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')],
  [
    "views of one buffer, offsets kept",
    { whole: bytes, part: new Uint16Array(bytes.buffer, 2, 2), data: new DataView(bytes.buffer, 1, 3) },
  ],
  [
    "buffers and floats",
    { buffer: bytes.buffer, floats: new Float64Array([Number.NaN, -0, 1.5]), big: new BigInt64Array([-5n]) },
  ],
  [
    "lists, Maps, Sets, texts, buffers and objects that are empty",
    [[], new Map(), new Set(), "", new ArrayBuffer(0), {}],
  ],
  ["unpaired surrogates", "\ud800 and \udfff"],
];

describe("a state as text and back", () => {
  it.each(states)("keeps %s", (_name, state) => {
    const copy = again(state);
    expect(firstDifference(state, copy)).toBeUndefined();
    expect(hashState(copy)).toBe(hashState(state));
  });

  it("keeps whatever the hash takes, and gives the same text again", () => {
    fc.assert(
      fc.property(arbitraryState(), (state) => {
        const text = encodeState(state);
        const copy = decodeState(text);
        expect(firstDifference(state, copy)).toBeUndefined();
        expect(isDeepStrictEqual(copy, state)).toBe(true);
        expect(hashState(copy)).toBe(hashState(state));
        expect(encodeState(copy)).toBe(text);
      }),
      { numRuns: 20_000 },
    );
  });

  it("gives the same bytes for keys inserted in the same order, whatever the object has been through", () => {
    const entry = fc.tuple(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.nat(20).map(String),
        fc.constantFrom("__proto__", "constructor", "toString"),
      ),
      arbitraryPrimitive,
    );
    const entries = fc.uniqueArray(entry, { selector: ([key]) => key, maxLength: 40 });
    fc.assert(
      fc.property(entries, fc.array(fc.string()), (wanted, passing) => {
        const straight = {};
        for (const [key, value] of wanted) setOwn(straight, key, value);
        const taken = {};
        for (const key of passing) setOwn(taken, `${key} passing`, key);
        for (const [key] of wanted) setOwn(taken, key, undefined);
        for (const key of passing) Reflect.deleteProperty(taken, `${key} passing`);
        for (const [key, value] of wanted.toReversed()) setOwn(taken, key, value);
        const outcome = [straight, taken, decodeState(encodeState(straight))];
        expect(new Set(outcome.map(encodeState)).size).toBe(1);
        expect(new Set(outcome.map(hashState)).size).toBe(1);
      }),
      { numRuns: 2000 },
    );
  });

  it("keeps a difference that plain JSON loses: the path of -0 is found", () => {
    expect(firstDifference(again({ a: [0] }), again({ a: [-0] }))).toEqual({ path: "/a/0", left: 0, right: -0 });
  });

  it.each([
    "",
    "[",
    '["spell"]',
    '["view","Function",0,0,["buffer",""]]',
    '["bigint","x"]',
    '["met",0]',
    '["list",["met",1]]',
    '["number","x"]',
    '["view","Uint8Array",1,8,["buffer","00"]]',
    '["view","Uint8Array",0,1,["list"]]',
    '["object","a"]',
    "{}",
  ])("refuses the text %s", (text) => {
    expect(() => decodeState(text)).toThrow(SyntaxError);
  });
});
