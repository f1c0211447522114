// The state hash: outputs pinned for ever, what it tells apart and what it does not.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashState, isStateHash } from "./state-hash.js";

const bytes = (...values: number[]) => Uint8Array.from(values);
const shared = { x: 1 };
const cyclic: Record<string, unknown> = { x: 1 };
cyclic.self = cyclic;
const deepCyclic: Record<string, unknown> = { x: 1 };
deepCyclic.self = { x: 1, self: deepCyclic };
const bareObject = (entries: object) => Object.assign(Object.create(null), entries);
const buffer = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]).buffer;

/** No two are the same. Do not change an entry: the hashes are set in stone. */
const corpus: [name: string, state: unknown][] = [
  ["undefined", undefined],
  ["null", null],
  ["false", false],
  ["true", true],
  ["0", 0],
  ["-0", -0],
  ["1", 1],
  ["-1", -1],
  ["0.5", 0.5],
  ["2^31", 2 ** 31],
  ["2^53", 2 ** 53],
  ["the least number", 5e-324],
  ["NaN", Number.NaN],
  ["infinity", Number.POSITIVE_INFINITY],
  ["-infinity", Number.NEGATIVE_INFINITY],
  ["0n", 0n],
  ["-1n", -1n],
  ["1n", 1n],
  ["2^64 n", 2n ** 64n],
  ["empty text", ""],
  ["text 0", "0"],
  ["text a", "a"],
  ["text a and zero", "a\0"],
  ["text ab", "ab"],
  ["high surrogate", "\ud83d"],
  ["low surrogate", "\udc4d"],
  ["thumb", "👍"],
  ["empty object", {}],
  ["empty bare object", bareObject({})],
  ["empty array", []],
  ["empty Map", new Map()],
  ["empty Set", new Set()],
  ["object", { a: 1, b: 2 }],
  ["object, other order", { b: 2, a: 1 }],
  ["object, values swapped", { a: 2, b: 1 }],
  ["bare object", bareObject({ a: 1, b: 2 })],
  ["undefined property", { a: 1, b: undefined }],
  ["one property", { a: 1 }],
  ["[a, b]", ["a", "b"]],
  ["[ab]", ["ab"]],
  ["[ab, empty]", ["ab", ""]],
  ["[[1], 2]", [[1], 2]],
  ["[[1, 2]]", [[1, 2]]],
  ["[[], []]", [[], []]],
  ["[[[]]]", [[[]]]],
  [
    "Map",
    new Map([
      ["a", 1],
      ["b", 2],
    ]),
  ],
  [
    "Map, other order",
    new Map([
      ["b", 2],
      ["a", 1],
    ]),
  ],
  ["Map with an object key", new Map([[{ a: 1 }, 1]])],
  ["Set", new Set([1, 2])],
  ["Set, other order", new Set([2, 1])],
  ["Set of 2", new Set(["a", "b"])],
  ["shared", { a: shared, b: shared }],
  ["not shared", { a: { x: 1 }, b: { x: 1 } }],
  ["cycle", cyclic],
  ["longer cycle", deepCyclic],
  ["Int8Array", Int8Array.of(1, -2, 3)],
  ["Uint8Array", bytes(1, 2, 3)],
  ["Uint8Array and a zero", bytes(1, 2, 3, 0)],
  ["Uint8ClampedArray", Uint8ClampedArray.of(1, 2, 3)],
  ["Int16Array", Int16Array.of(1, -2, 3)],
  ["Uint16Array", Uint16Array.of(1, 2, 3)],
  ["Int32Array", Int32Array.of(1, -2, 3)],
  ["Uint32Array", Uint32Array.of(1, 2, 3)],
  ["BigInt64Array", BigInt64Array.of(1n, -2n, 3n)],
  ["BigUint64Array", BigUint64Array.of(1n, 2n, 3n)],
  ["Float32Array", Float32Array.of(1, -0, Number.NaN)],
  ["Float64Array", Float64Array.of(1, -0, Number.NaN)],
  ["empty Uint8Array", bytes()],
  ["ArrayBuffer", bytes(1, 2, 3).buffer],
  ["DataView", new DataView(bytes(1, 2, 3).buffer)],
  ["views of one buffer", [new Uint8Array(buffer, 0, 4), new Uint16Array(buffer, 4, 2)]],
  ["a view and its buffer", [new Uint8Array(buffer, 0, 4), buffer]],
  [
    "game",
    {
      tick: 7,
      rng: Uint32Array.of(1, 2),
      enemies: [{ id: 1, pos: { x: 0.1, y: -2.5 }, type: "bat" }],
      seen: new Set(["bat"]),
    },
  ],
];

describe("the outputs", () => {
  test("are set in stone", () => {
    expect(Object.fromEntries(corpus.map(([name, state]) => [name, hashState(state)]))).toMatchInlineSnapshot(`
      {
        "-0": "d35e35576f3d12f4",
        "-1": "a2f54ee52c4bbdc2",
        "-1n": "a543cb07e334ca22",
        "-infinity": "e91601ef9c6adb7c",
        "0": "0b0e18b88c7f2059",
        "0.5": "559aeeaae04a113a",
        "0n": "798136d7716ef61b",
        "1": "7834a9eb99bffb32",
        "1n": "39039be8e856fe3d",
        "2^31": "6266ceccb22f09eb",
        "2^53": "fd1d914185d84811",
        "2^64 n": "585a9c58c9566e86",
        "ArrayBuffer": "337948f93d270478",
        "BigInt64Array": "285a8d5b181ae6c4",
        "BigUint64Array": "df9055c51bbf86e8",
        "DataView": "6fa1c84f92efa5ce",
        "Float32Array": "f0ca23330a004155",
        "Float64Array": "a93432279fd8b4e4",
        "Int16Array": "ed5453c790ecc7ab",
        "Int32Array": "cd51cc1563f874bf",
        "Int8Array": "58b7a679fde73cfb",
        "Map": "1423098c1409495f",
        "Map with an object key": "9e499882521f2c7a",
        "Map, other order": "49eef5fba1384a53",
        "NaN": "b7f8cf0ce53d6cf8",
        "Set": "5ca0ff25bd37d08e",
        "Set of 2": "875215829e11d59c",
        "Set, other order": "cde7b8669de75887",
        "Uint16Array": "44e344d932d7b805",
        "Uint32Array": "d627dd7a588dfcc7",
        "Uint8Array": "b1571e9df57c3b54",
        "Uint8Array and a zero": "1a14f4831434869b",
        "Uint8ClampedArray": "23098ab30145b7d3",
        "[[1, 2]]": "794433873194454b",
        "[[1], 2]": "859cda992cb0cfdf",
        "[[[]]]": "dc0e88086bf4662c",
        "[[], []]": "b9385e1caccada94",
        "[a, b]": "4cc5ea77f7458008",
        "[ab, empty]": "33d991719fe6c981",
        "[ab]": "08794fbcd02b7a83",
        "a view and its buffer": "9ee022a5b8adf811",
        "bare object": "6fbbd190e9b3b0f2",
        "cycle": "c5e86433f023ab04",
        "empty Map": "6c37634258c0a7f5",
        "empty Set": "e8abdedf79ca08ca",
        "empty Uint8Array": "3366939512d7adc7",
        "empty array": "fb9c32c918b1f786",
        "empty bare object": "dec6fb34d010659d",
        "empty object": "d3748df8ff829704",
        "empty text": "688083723ebda801",
        "false": "05265cb511cd68cc",
        "game": "551e6b55df58bc37",
        "high surrogate": "70a3603e2e8c0107",
        "infinity": "b8481a0761b25aec",
        "longer cycle": "fe112d103ccef9bc",
        "low surrogate": "a3a4ba8e1e02a444",
        "not shared": "ecec0eb0f342e874",
        "null": "29cd2fc56700dfa0",
        "object": "7466801d24ae5e78",
        "object, other order": "798d591df935b285",
        "object, values swapped": "b3a3311c616e5dd3",
        "one property": "7abe7d1b82b197c0",
        "shared": "28e47062a6f741ec",
        "text 0": "a898bf72a43bf8b3",
        "text a": "2e495485deecd5fc",
        "text a and zero": "bbba19d81ac47fa6",
        "text ab": "1cdcb2942b1de7a3",
        "the least number": "f737a5c8c6656018",
        "thumb": "d3d62d5520c019ed",
        "true": "db2b34c4fdaea3f6",
        "undefined": "a513064c8414e21e",
        "undefined property": "b793a9fcc9ddf194",
        "views of one buffer": "7085b59997615c1f",
      }
    `);
  });

  test("differ for every two entries of the corpus", () => {
    expect(new Set(corpus.map(([, state]) => hashState(state))).size).toBe(corpus.length);
  });

  test("have the form of a hash", () => {
    for (const [, state] of corpus) expect(isStateHash(hashState(state))).toBe(true);
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
      hashState(corpus);
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
