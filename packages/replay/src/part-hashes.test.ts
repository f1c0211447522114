// Which top-level parts of two states differ, told by their hashes alone.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryState, setOwn } from "../test/arbitrary-state.js";
import { firstDifference } from "./compare.js";
import { differingParts, hashParts } from "./part-hashes.js";
import { hashState } from "./state-hash.js";

const state = { tick: 7, player: { x: 1, hp: 3 }, "a/b": [1], enemies: Float64Array.of(1, 2) };

describe("the hash of a part", () => {
  test("is the hash of its value, by its JSON pointer", () => {
    expect(hashParts(state)).toEqual({
      "/tick": hashState(7),
      "/player": hashState(state.player),
      "/a~1b": hashState([1]),
      "/enemies": hashState(state.enemies),
    });
    expect(hashParts(new Map([["hero", 1]]))).toEqual({ "/hero": hashState(1) });
  });

  test("is that of the whole where a state has no named parts", () => {
    for (const whole of [7, [1, 2], Float32Array.of(1), new Map([[1, 1]]), new Set([1])]) {
      expect(hashParts(whole)).toEqual({ "": hashState(whole) });
    }
  });

  test("is refused with the path from the whole's root", () => {
    expect(() => hashParts({ player: { born: new Date(0) } })).toThrow("/player/born is an instance of a class");
  });
});

describe("the parts that differ", () => {
  const partsOf = (right: object) => differingParts(hashParts(state), hashParts(right));

  test("are named, all of them, in order, those of one side as well", () => {
    const { tick: _tick, ...rest } = state;
    expect(partsOf({ ...rest, player: { x: 1, hp: 4 }, extra: 0 })).toEqual(["/tick", "/player", "/extra"]);
  });

  test("are the whole where only order or sharing differs", () => {
    const { tick, ...rest } = state;
    expect(partsOf({ ...rest, tick })).toEqual([""]);
  });

  test("hold the first difference", () => {
    const entries = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), arbitraryState(3, 8), arbitraryState(3, 8)), {
      selector: ([key]) => key,
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(entries, fc.nat(), (parts, changed) => {
        const left = {};
        const right = {};
        for (const [index, [key, value, other]] of parts.entries()) {
          setOwn(left, key, value);
          setOwn(right, key, index === changed % parts.length ? other : value);
        }
        const path = firstDifference(left, right)?.path;
        fc.pre(path !== undefined);
        const found = differingParts(hashParts(left), hashParts(right));
        expect(found.some((part) => path === part || path?.startsWith(`${part}/`))).toBe(true);
      }),
    );
  });
});
