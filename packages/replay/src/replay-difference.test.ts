import { describe, expect, it } from "vitest";
import { edited, example, hashes, type Mutable } from "../test/example-replay.js";
import { parseReplay } from "./parse-replay.js";
import { compareReplays } from "./replay-difference.js";

const differenceFrom = (edit: (replay: Mutable) => void) => compareReplays(example, parseReplay(edited(edit)));
const only = (part: object) => ({ header: [], streams: [], hashesCompared: 3, ...part });

describe("two replays", () => {
  it("that are equal have no difference, and provenance does not count", () => {
    expect(compareReplays(example, example)).toBeUndefined();
    expect(differenceFrom((replay) => delete replay.provenance)).toBeUndefined();
  });

  it.each([
    ["seed", 1, { path: "/seed", left: 777001, right: 1 }],
    ["game", { id: "candyrush-mock", build: "b" }, { path: "/game/build", left: "2026-11-30", right: "b" }],
    ["options", { characterId: 3 }, { path: "/options/characterId", left: 0, right: 3 }],
    ["evidence", "snapshot", { path: "/evidence", left: "state", right: "snapshot" }],
  ])("that differ in %s name the path and both values", (field, value, difference) => {
    expect(differenceFrom((replay) => Object.assign(replay, { [field]: value }))).toEqual(
      only({ header: [difference] }),
    );
  });

  it("of which one has a fault name it", () => {
    const difference = differenceFrom((replay) => delete replay.fault);
    expect(difference?.header).toMatchObject([{ path: "/fault", left: { tick: 126 }, right: undefined }]);
  });

  it("name the first row of each stream that differs, the earliest first, and its tick", () => {
    const difference = differenceFrom((replay) => {
      replay.inputs = [
        [1, { moveX: 1, moveY: 0 }],
        [90, { moveX: 0, moveY: 0 }],
        [125, null],
      ];
      replay.choices = [[125, "Skip", null]];
      replay.cheats = [
        [3, "setHp", { hp: 5 }],
        [3, "setHp", { hp: 6 }],
      ];
    });
    expect(difference?.streams).toEqual([
      { stream: "choices", row: 0, tick: 0, left: [0, "Pick", 0], right: [125, "Skip", null] },
      { stream: "inputs", row: 1, tick: 2, left: [2, { moveX: 0, moveY: 0 }], right: [90, { moveX: 0, moveY: 0 }] },
      { stream: "cheats", row: 1, tick: 3, left: [3, "setHp", { hp: 5 }], right: [3, "setHp", { hp: 6 }] },
    ]);
  });

  it("of which one has a row more name that row, with nothing on the other side", () => {
    const difference = differenceFrom((replay) => (replay.choices as unknown[]).pop());
    expect(difference).toEqual(
      only({ streams: [{ stream: "choices", row: 1, tick: 125, left: [125, "Skip", null] }] }),
    );
  });

  it.each([
    [0, -1, 0],
    [1, 0, 60],
    [2, 60, 120],
  ])("whose hash %d differs first part after boundary %d and not later than %d", (index, lastEqualTick, tick) => {
    const other = hashes(5)[4] as string;
    const difference = differenceFrom((replay) => {
      const { values } = replay.hashes as { values: string[] };
      values.fill(other, index);
      replay.final = other;
    });
    expect(difference).toEqual(
      only({ hash: { lastEqualTick, tick, left: example.hashes.values[index], right: other } }),
    );
  });

  it("that differ in the final hash alone part after the last recorded boundary", () => {
    const other = hashes(5)[4] as string;
    expect(differenceFrom((replay) => Object.assign(replay, { final: other }))).toEqual(
      only({ final: { lastEqualTick: 120, tick: 125, left: example.final, right: other } }),
    );
  });

  it("of which one is the beginning of the other differ in ticks, in the rows that are missing, and in no hash", () => {
    const difference = differenceFrom((replay) => {
      replay.ticks = 70;
      delete replay.fault;
      replay.inputs = (replay.inputs as unknown[]).slice(0, 2);
      replay.choices = (replay.choices as unknown[]).slice(0, 1);
      (replay.hashes as { values: string[] }).values.length = 2;
      replay.final = hashes(5)[4];
    });
    expect(difference?.header.map(({ path }) => path)).toEqual(["/ticks", "/fault"]);
    expect(difference).toMatchObject({
      hashesCompared: 2,
      streams: [
        { stream: "inputs", row: 2 },
        { stream: "choices", row: 1 },
      ],
    });
    expect(difference).not.toHaveProperty("hash");
    expect(difference).not.toHaveProperty("final");
  });
});
