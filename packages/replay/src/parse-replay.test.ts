// The format: what is taken is taken whole, everything else gets a coded error that names the place.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edited, example, hashes, type Mutable, nestedText, refusal } from "../test/example-replay.js";
import type { JsonValue } from "./canonical.js";
import { replayContentHash, stringifyReplay } from "./canonical-text.js";
import { hashEvery, type Replay, replayFormat, replayVersion } from "./format.js";
import { parseReplay } from "./parse-replay.js";
import { ReplayError } from "./replay-error.js";
import { hashState } from "./state-hash.js";
import { upgrade, upgrades } from "./upgrades.js";

describe("a replay that is taken", () => {
  test("comes back from its text, and from a value", () => {
    const text = stringifyReplay(example);
    expect(text.endsWith("}\n")).toBe(true);
    expect(parseReplay(text)).toEqual(example);
    expect(parseReplay(example)).toEqual(example);
    expect(stringifyReplay(parseReplay(text))).toBe(text);
  });

  test("is frozen, and shares nothing with the input", () => {
    const replay = parseReplay(example);
    expect(Object.isFrozen(replay.inputs[0]?.[1])).toBe(true);
    expect(replay.options).not.toBe(example.options);
  });

  test("is canonical, whatever the order and the spaces of the text", () => {
    const text = JSON.stringify(Object.fromEntries(Object.entries(example).reverse()), null, 2);
    expect(stringifyReplay(parseReplay(text))).toBe(stringifyReplay(example));
  });

  test("may hold free JSON of 64 levels", () => {
    const deep = JSON.parse(nestedText(64)) as JsonValue;
    const replay: Replay = {
      ...example,
      options: deep,
      fault: { tick: 126, input: deep, cheats: [["a", deep]], message: "" },
    };
    expect(parseReplay(stringifyReplay(replay))).toEqual(replay);
  });

  test("may have no tick at all", () => {
    const { fault: _fault, provenance: _provenance, ...rest } = example;
    const replay: Replay = {
      ...rest,
      ticks: 0,
      cheated: false,
      inputs: [],
      cheats: [],
      choices: [[0, "Pick", 1]],
      hashes: { every: 60, values: hashes(1) },
    };
    expect(parseReplay(stringifyReplay(replay))).toEqual(replay);
  });

  test("has a content hash that leaves out provenance alone", () => {
    const { provenance: _provenance, ...rest } = example;
    expect(replayContentHash(rest)).toBe(replayContentHash(example));
    expect(replayContentHash(example)).toMatchInlineSnapshot(`"22954c06ba8dec8a"`);
    expect(replayContentHash({ ...example, seed: 1 })).not.toBe(replayContentHash(example));
  });
});

describe("a replay that breaks a rule is refused with the path", () => {
  const set = (key: string, value: unknown) => edited((replay) => (replay[key] = value));
  const inFault = (key: string, value: unknown) => edited((replay) => ((replay.fault as Mutable)[key] = value));
  const cases: [name: string, replay: unknown, path: string][] = [
    ["another format", set("format", "other"), "/format"],
    ["no version", set("version", undefined), "/version"],
    ["version 0", set("version", 0), "/version"],
    ["a huge version", set("version", 1e308), "/version"],
    ["an unknown key", set("extra/~", 1), "/extra~1~0"],
    ["an unknown key of the game", edited((replay) => ((replay.game as Mutable).name = 1)), "/game/name"],
    ["an unknown key of the hashes", edited((replay) => ((replay.hashes as Mutable).at = 1)), "/hashes/at"],
    ["an unknown key of the fault", inFault("stack", ""), "/fault/stack"],
    ["a missing key", set("final", undefined), "/final"],
    ["a missing build", set("game", { id: "a" }), "/game/build"],
    ["a game that is a list", set("game", ["a", "b"]), "/game"],
    ["an empty id", set("game", { id: "", build: "b" }), "/game/id"],
    ["0 ticks a second", set("ticksPerSecond", 0), "/ticksPerSecond"],
    ["half a tick a second", set("ticksPerSecond", 0.5), "/ticksPerSecond"],
    ["empty maths", set("math", ""), "/math"],
    ["a negative seed", set("seed", -1), "/seed"],
    ["a large seed", set("seed", 2 ** 32), "/seed"],
    ["a billion ticks", set("ticks", 1e9), "/hashes/values"],
    ["too many ticks", set("ticks", 2 ** 31), "/ticks"],
    ["ticks as a text", set("ticks", "125"), "/ticks"],
    ["one hash too few", set("hashes", { every: 60, values: hashes(2) }), "/hashes/values"],
    ["one hash too many", set("hashes", { every: 60, values: hashes(4) }), "/hashes/values"],
    ["hashes at another distance", set("hashes", { every: 30, values: hashes(3) }), "/hashes/every"],
    ["a broken hash", set("hashes", { every: 60, values: [...hashes(2), "00"] }), "/hashes/values/2"],
    ["a null hash", set("final", null), "/final"],
    ["cheats that are denied", set("cheated", false), "/cheated"],
    [
      "cheats that are made up",
      edited((replay) => Object.assign(replay, { cheats: [], fault: undefined })),
      "/cheated",
    ],
    ["other evidence", set("evidence", "pixels"), "/evidence"],
    ["inputs that are no list", set("inputs", {}), "/inputs"],
    ["an input at tick 0", set("inputs", [[0, 1]]), "/inputs/0/0"],
    ["an input after the end", set("inputs", [[126, 1]]), "/inputs/0/0"],
    [
      "two inputs of one tick",
      set("inputs", [
        [1, 1],
        [1, 2],
      ]),
      "/inputs/1/0",
    ],
    [
      "inputs out of order",
      set("inputs", [
        [2, 1],
        [1, 2],
      ]),
      "/inputs/1/0",
    ],
    [
      "an equal input",
      set("inputs", [
        [1, { a: 1, b: -0 }],
        [2, { b: 0, a: 1 }],
      ]),
      "/inputs/1/1",
    ],
    ["an input with a part too many", set("inputs", [[1, 1, 1]]), "/inputs/0"],
    ["a cheat without arguments", set("cheats", [[1, "a"]]), "/cheats/0"],
    ["a cheat without a name", set("cheats", [[1, "", null]]), "/cheats/0/1"],
    [
      "cheats out of order",
      set("cheats", [
        [2, "a", null],
        [1, "a", null],
      ]),
      "/cheats/1/0",
    ],
    ["a choice at half a tick", set("choices", [[0.5, "Pick", 0]]), "/choices/0/0"],
    ["a negative index", set("choices", [[0, "Pick", -1]]), "/choices/0/2"],
    ["an index that is a text", set("choices", [[0, "Pick", "0"]]), "/choices/0/2"],
    ["a fault at another tick", inFault("tick", 125), "/fault/tick"],
    ["a fault without a message", inFault("message", null), "/fault/message"],
    ["a fault with a nameless cheat", inFault("cheats", [[1, null]]), "/fault/cheats/0/0"],
    ["provenance that is a text", set("provenance", "me"), "/provenance"],
    ["NaN in the options", set("options", { a: Number.NaN }), "/options/a"],
    ["options of 70 levels", set("options", JSON.parse(nestedText(70))), `/options${"/0".repeat(67)}`],
    ["options of 1000 levels", set("options", JSON.parse(nestedText(1000))), `/options${"/0".repeat(67)}`],
    ["a prototype key", set("options", JSON.parse('{"__proto__":{"x":1}}')), "/options/__proto__"],
    ["an input with a constructor", set("inputs", [[1, { constructor: 1 }]]), "/inputs/0/1/constructor"],
    ["a function", () => 1, ""],
    ["nothing", undefined, ""],
    ["null", null, ""],
    ["a list", [], ""],
  ];
  test.each(cases)("%s", (_name, replay, path) => {
    const error = refusal(replay);
    expect(error.code).toBe("BAD_REPLAY");
    expect(error.path).toBe(path);
    expect(error.expected).not.toBe("");
    expect(() => stringifyReplay(replay as Replay)).toThrow(ReplayError);
  });
});

describe("versions", () => {
  test("a replay from the future is refused by name, whatever else it holds", () => {
    const error = refusal('{"format":"tickbridge-replay","version":7,"flux":[[1,2],[3,4]]}');
    expect(error.code).toBe("REPLAY_TOO_NEW");
    expect(error.path).toBe("/version");
    expect(error.message).toBe("this replay has version 7; this Tickbridge reads up to 1: update Tickbridge");
  });

  test("there is one step for each version before this one", () => {
    expect(upgrades.length).toBe(replayVersion - 1);
  });

  test("an older replay goes through every step from its version on, in order", () => {
    const step = (name: string) => (older: JsonValue) => [...(older as string[]), name];
    const steps = [step("2"), step("3"), step("4")];
    expect(upgrade(["1"], 1, steps)).toEqual(["1", "2", "3", "4"]);
    expect(upgrade(["3"], 3, steps)).toEqual(["3", "4"]);
    expect(upgrade(["4"], 4, steps)).toEqual(["4"]);
  });
});

describe("any replay", () => {
  const free = fc.jsonValue().filter((value) => !/"(__proto__|constructor|prototype)":/.test(JSON.stringify(value)));
  const name = fc.string({ minLength: 1 });
  const replays: fc.Arbitrary<Replay> = fc.nat(400).chain((ticks) => {
    const rows = (least: number) =>
      fc.array(fc.tuple(fc.integer({ min: least, max: Math.max(ticks, least) }), name, free), {
        maxLength: ticks < least ? 0 : 6,
      });
    const byTick = (left: readonly [number, ...unknown[]], right: readonly [number, ...unknown[]]) =>
      left[0] - right[0];
    return fc
      .record({
        inputs: rows(1),
        cheats: rows(1),
        choices: rows(0),
        options: free,
        seed: fc.nat(0xffffffff),
        build: name,
      })
      .map(({ inputs, cheats, choices, options, seed, build }) => ({
        format: replayFormat,
        version: 1,
        game: { id: "game", build },
        ticksPerSecond: 50,
        math: "m",
        seed,
        options: options as JsonValue,
        ticks,
        cheated: cheats.length > 0,
        evidence: "snapshot",
        inputs: [...new Map(inputs.sort(byTick).map(([tick, , input]) => [tick, { tick, input: input as JsonValue }]))],
        cheats: cheats.sort(byTick) as [number, string, JsonValue][],
        choices: choices
          .sort(byTick)
          .map(([tick, action, index]) => [tick, action, index === null ? null : 2] as const),
        hashes: { every: hashEvery, values: hashes(Math.floor(ticks / 60) + 1) },
        final: hashState(seed),
      }));
  });

  test("is read back from its text, byte for byte", () => {
    fc.assert(
      fc.property(replays, (replay) => {
        const text = stringifyReplay(replay);
        const parsed = parseReplay(text);
        expect(parsed).toEqual(parseReplay(replay));
        expect(stringifyReplay(parsed)).toBe(text);
        expect(replayContentHash(parsed)).toBe(replayContentHash(replay));
      }),
      { numRuns: 500 },
    );
  });
});
