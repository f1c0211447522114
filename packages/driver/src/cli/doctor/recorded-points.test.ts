// A run that is played again is what was recorded only when it ends as that did.

import { expect, test } from "vitest";
import type { Point } from "../../replay-drive.js";
import type { Base } from "./comparison.js";
import { partsFromRecording } from "./recorded-points.js";

const hash = (tick: number): Point => ({ kind: "hash", tick, hash: `h${tick}` });
const stopped = (tick: number, code: string): Point => ({ kind: "stopped", tick, code, message: "words" });

/** A recording of two ticks, in which the third threw where `throws`. */
function given(points: readonly Point[], throws: boolean): Pick<Base, "run" | "points"> {
  const fault = throws ? { fault: { tick: 3 } } : {};
  const replay = { ticks: 2, final: "h2", hashes: { values: ["h0"] }, ...fault };
  const moves = [{ kind: "start" }, { kind: "tick" }, { kind: "tick" }, { kind: "tick" }];
  return { points, run: { replay, moves } as unknown as Base["run"] };
}

const whole = [hash(0), hash(1), hash(2)];

test("the same throw in the same tick is the recorded end", () => {
  expect(partsFromRecording(given([...whole, stopped(3, "GAME_THREW")], true))).toBeUndefined();
  expect(partsFromRecording(given(whole, false))).toBeUndefined();
});

test.each([
  ["a throw in an earlier tick", [hash(0), stopped(1, "GAME_THREW")], true, "in tick 1 (GAME_THREW: words)"],
  ["a refusal in that tick", [...whole, stopped(3, "BAD_ARGS")], true, "in tick 3 (BAD_ARGS: words)"],
  ["no throw", [...whole, hash(3)], true, expect.stringContaining("in tick 3, which threw")],
  ["a throw where none was", [...whole, stopped(3, "GAME_THREW")], false, "in tick 3 (GAME_THREW: words)"],
  ["another state at the start", [{ ...hash(0), hash: "other" }], true, "from the start"],
])("%s is not", (_what, points, throws, where) => {
  expect(partsFromRecording(given(points as Point[], throws))).toEqual(where);
});
