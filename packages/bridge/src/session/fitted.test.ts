// What is left of a snapshot that is too large, measured in bytes as console lines are.

import fc from "fast-check";
import { expect, test } from "vitest";
import { fitted } from "./fitted.js";

const bytes = (text: string) => new TextEncoder().encode(text).length;
const bytesLimit = 65_536;
const textOf = (fields: object, bytesMax = bytesLimit) =>
  JSON.stringify(fitted(fields, bytesMax, (value) => bytes(JSON.stringify(value))));

const frame = { tick: 5, snap: 3, runState: "InRun", pauseOwners: ["agent"], seed: 1 };

test("one huge field is left out and named", () => {
  const snapshot = { ...frame, small: [1], huge: "x".repeat(1_000_000) };
  expect(JSON.parse(textOf(snapshot))).toEqual({ ...frame, small: [1], cut: { huge: 0 } });
});

test("of very many small fields as many as fit are kept, the frame first; those without room for a name are counted", () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`field${index}`, index]));
  const text = textOf({ ...many, ...frame });
  expect(bytes(text)).toBeLessThanOrEqual(bytesLimit);
  expect(bytes(text)).toBeGreaterThan(bytesLimit - 2000);
  const { cut, cutMore, ...kept } = JSON.parse(text);
  expect(kept).toMatchObject(frame);
  expect(Object.keys(cut).length).toBeGreaterThan(100);
  expect(Object.keys(cut).every((field) => field in many && !(field in kept))).toBe(true);
  expect(Object.keys(kept).length + Object.keys(cut).length + cutMore).toBe(50_000 + Object.keys(frame).length);
});

test("a long list loses no more of its far end than it must, and the fields beside it nothing", () => {
  const enemies = Array.from({ length: 5000 }, (_, id) => ({ id, type: "größe", x: id / 3 }));
  const obstacles = Array.from({ length: 300 }, (_, id) => ({ id }));
  const text = textOf({ enemies, obstacles, ...frame });
  expect(bytes(text)).toBeLessThanOrEqual(bytesLimit);
  expect(bytes(text)).toBeGreaterThan(bytesLimit - 150);
  const { cut, enemies: shown, ...rest } = JSON.parse(text);
  expect(rest).toEqual({ obstacles, ...frame });
  expect(shown).toEqual(enemies.slice(0, shown.length));
  expect(cut).toEqual({ enemies: shown.length });
});

test("names too long for the list of what was left out are counted, and a game's own `cut` and `cutMore` make room", () => {
  const snapshot = { ...frame, ["n".repeat(100_000)]: 1, cut: "the game's", cutMore: [1] };
  expect(JSON.parse(textOf(snapshot))).toEqual({ ...frame, cut: { cut: 0, cutMore: 0 }, cutMore: 1 });
});

test("a field named __proto__ is shortened like any other", () => {
  const fields = JSON.parse(`{"__proto__": [${Array.from({ length: 500 }, (_, index) => index).join()}], "small": 1}`);
  const text = textOf(fields, 1000);
  expect(bytes(text)).toBeLessThanOrEqual(1000);
  const { cut, ...kept } = JSON.parse(text);
  const left = Object.entries(cut);
  expect(left).toEqual([["__proto__", expect.any(Number)]]);
  expect(Object.entries(kept)).toContainEqual(["__proto__", expect.objectContaining({ length: left[0]?.[1] })]);
});

test("any snapshot fits any limit that its frame fits, as JSON in which each field is kept, named or counted", () => {
  const names = fc.oneof(fc.constantFrom("__proto__", "cut", "cutMore", "toString"), fc.string({ unit: "binary" }));
  const anyFields = fc.dictionary(names, fc.jsonValue(), { maxKeys: 40 });
  fc.assert(
    fc.property(anyFields, fc.integer({ min: 200, max: 2000 }), (fields, bytesMax) => {
      const snapshot = { ...fields, ...frame };
      const text = textOf(snapshot, bytesMax);
      expect(bytes(text)).toBeLessThanOrEqual(bytesMax);
      const parsed = JSON.parse(text);
      if (bytes(JSON.stringify(snapshot)) + 500 < bytesMax)
        expect(parsed).toEqual(JSON.parse(JSON.stringify(snapshot)));
      const { cut = {}, cutMore = 0, ...kept } = parsed;
      if (bytes(JSON.stringify(snapshot)) <= bytesMax) return;
      expect(kept).toMatchObject(frame);
      const gone = Object.keys(cut).filter((field) => cut[field] === 0);
      expect(Object.keys(kept).length + gone.length + cutMore).toBe(Object.keys(snapshot).length);
      for (const [field, left] of Object.entries(cut)) {
        if (left !== 0) expect(kept[field]).toHaveLength(left as number);
      }
    }),
  );
});

test("what fits is left as it is", () => {
  const fields = { ...frame, cut: "the game's" };
  expect(fitted(fields, 1000, (value) => JSON.stringify(value).length)).toBe(fields);
});
