// A replay with every part, and ways to break it, for the tests of the format.

import { expect } from "vitest";
import { hashEvery, type Replay, replayFormat, replayVersion } from "../src/format.js";
import { parseReplay } from "../src/parse-replay.js";
import { ReplayError } from "../src/replay-error.js";
import { hashState, type StateHash } from "../src/state-hash.js";

export type Mutable = Record<string, unknown>;

export const hashes = (count: number): StateHash[] => Array.from({ length: count }, (_, index) => hashState(index));

export const example: Replay = {
  format: replayFormat,
  version: replayVersion,
  game: { id: "candyrush-mock", build: "2026-11-30" },
  ticksPerSecond: 60,
  math: "native",
  seed: 777001,
  options: { characterId: 0 },
  ticks: 125,
  cheated: true,
  evidence: "state",
  inputs: [
    [1, { moveX: 1, moveY: 0 }],
    [2, { moveX: 0, moveY: 0 }],
    [125, null],
  ],
  cheats: [
    [3, "setHp", { hp: 5 }],
    [3, "setHp", { hp: 5 }],
  ],
  choices: [
    [0, "Pick", 0],
    [125, "Skip", null],
  ],
  hashes: { every: hashEvery, values: hashes(3) },
  final: hashState("final"),
  fault: { tick: 126, input: { moveX: 0 }, cheats: [["setHp", null]], message: "x is undefined" },
  provenance: { tool: "tickbridge 0.1.0", at: "2026-11-30" },
};

export function edited(edit: (replay: Mutable) => void): Mutable {
  const copy = copyOf(example) as Mutable;
  edit(copy);
  return copy;
}

export function copyOf(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

export function refusal(input: unknown): ReplayError {
  try {
    parseReplay(input);
  } catch (error) {
    expect(error).toBeInstanceOf(ReplayError);
    return error as ReplayError;
  }
  throw new Error("it was taken");
}

export const nestedText = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
