// Hostile, broken and mutated replays: a coded error each, or a replay that is valid in every part.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copyOf, example, type Mutable, nestedText, refusal } from "../test/example-replay.js";
import { stringifyReplay } from "./canonical-text.js";
import type { Replay } from "./format.js";
import { parseReplay } from "./parse-replay.js";
import { ReplayError } from "./replay-error.js";

describe("a text that is hostile or broken is refused", () => {
  const text = stringifyReplay(example);
  const cases: [name: string, input: string, code: string, path: string][] = [
    ["an empty text", "", "BAD_REPLAY", ""],
    ["no JSON", "hello", "BAD_REPLAY", ""],
    ["two values", `${text}${text}`, "BAD_REPLAY", ""],
    ["a text cut off in an input", text.slice(0, text.indexOf("moveY") + 4), "BAD_REPLAY", ""],
    ["a huge number", text.replace("777001", "1e999"), "BAD_REPLAY", "/seed"],
    [
      "a prototype key",
      text.replace('"characterId"', '"__proto__":{"polluted":1},"characterId"'),
      "BAD_REPLAY",
      "/options/__proto__",
    ],
    [
      "many levels",
      text.replace('"characterId":0', `"characterId":${nestedText(5_000_000)}`),
      "BAD_REPLAY",
      `/options/characterId${"/0".repeat(66)}`,
    ],
    ["levels without an end", "[".repeat(16_000_000), "BAD_REPLAY", ""],
    ["a long list of zeros", `[${"0,".repeat(8_000_000)}0]`, "REPLAY_TOO_LARGE", ""],
    [
      "a million keys",
      `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":0`).join()}}`,
      "BAD_REPLAY",
      "/format",
    ],
    ["zeros without an end", "0".repeat(2 ** 29 - 24), "REPLAY_TOO_LARGE", ""],
    ["one number of 16 million zeros", "0".repeat(16_000_000), "BAD_REPLAY", ""],
    ["backslashes without an end", `"${"\\".repeat(16_000_000)}`, "BAD_REPLAY", ""],
    ["quotes without an end", '"'.repeat(16_000_000), "BAD_REPLAY", ""],
    ["an object without an end", '{"a":'.repeat(3_000_000), "BAD_REPLAY", ""],
  ];
  test.each(cases)("%s", (_name, input, code, path) => {
    const error = refusal(input);
    expect(error.code).toBe(code);
    expect(error.path).toBe(path);
    expect(({} as Mutable).polluted).toBe(undefined);
  });

  test("at whatever place it is cut off", () => {
    for (let length = 0; length < text.length - 2; length++)
      expect(refusal(text.slice(0, length)).code).toBe("BAD_REPLAY");
  });

  test("a value that claims to have billions of inputs", () => {
    const inputs = new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 31 : [1, 1]) });
    expect(refusal({ ...example, inputs }).code).toBe("REPLAY_TOO_LARGE");
  });

  test("whatever is changed in a text, the outcome is a valid replay or a coded error", () => {
    const pieces = fc.constantFrom(
      "[",
      "{",
      "}",
      "]",
      ",",
      ":",
      '"',
      "\\",
      "-",
      "1e999",
      "null",
      "__proto__",
      "0",
      "9".repeat(400),
      nestedText(70),
    );
    const mutation = fc.record({
      at: fc.nat(text.length - 1),
      kind: fc.nat(3),
      bit: fc.nat(6),
      piece: pieces,
      other: fc.nat(text.length - 1),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        let mutated = text;
        for (const { at, kind, bit, piece, other } of mutations) {
          const head = mutated.slice(0, at);
          const flipped = String.fromCharCode(mutated.charCodeAt(at) ^ (1 << bit));
          if (kind === 0) mutated = head + flipped + mutated.slice(at + 1);
          else if (kind === 1) mutated = head + piece + mutated.slice(at);
          else if (kind === 2) mutated = head + mutated.slice(other);
          else mutated = head + piece + mutated.slice(at + piece.length);
        }
        expectOutcome(mutated);
      }),
      { numRuns: 10_000 },
    );
  });

  test("whatever is changed in a value, the outcome is a valid replay or a coded error", () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(1e308, -0, 2 ** 31, Number.NaN, undefined, "", [], {}, 0, 1, null, 126),
    );
    const keys = Object.keys(example);
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.constantFrom(...keys),
        fc.nat(2),
        fc.array(fc.nat(3), { maxLength: 3 }),
        value,
        (key, other, kind, steps, part) => {
          const mutated = copyOf(example) as Mutable;
          if (kind === 0) [mutated[key], mutated[other]] = [mutated[other], mutated[key]];
          else if (kind === 1) delete mutated[key];
          let parent = mutated;
          let at = key;
          for (const step of steps) {
            const next = parent[at];
            if (typeof next !== "object" || next === null) break;
            parent = next as Mutable;
            const names = Object.keys(parent);
            at = names[step % Math.max(names.length, 1)] ?? "0";
          }
          if (kind === 2) parent[at] = part;
          expectOutcome(mutated);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  function expectOutcome(input: unknown): void {
    let replay: Replay;
    try {
      replay = parseReplay(input);
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      return;
    }
    expect(parseReplay(stringifyReplay(replay))).toEqual(replay);
  }
});
