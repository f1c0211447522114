// A run beside another one: where two branches part, a branch that goes on by itself, the run as a replay.

import { hashEvery, type Replay, replayFormat, replayVersion } from "@tickbridge/replay/core";
import { mathId } from "../math-id.js";
import { Run, type RunRecord } from "./run.js";

/** The last boundary, before the choices made there, up to which a run and another record of it are the same. */
export function commonTickOf(run: RunRecord, record: RunRecord): number {
  let tick = Math.min(run.tick, record.tick);
  for (const stream of ["inputs", "cheats", "choices"] as const) {
    const [own, other] = [run[stream], record[stream]];
    const first = firstOther(own, other);
    const rows = [own[first], other[first]];
    // A choice comes after the keyframe of its boundary; an input or a cheat before that of its tick.
    for (const row of rows) if (row !== undefined) tick = Math.min(tick, stream === "choices" ? row[0] : row[0] - 1);
  }
  return tick;
}

/** The first place at which two lists of rows differ, or where the shorter one ends. */
function firstOther(own: readonly (readonly unknown[])[], other: readonly (readonly unknown[])[]): number {
  const length = Math.min(own.length, other.length);
  // Rows are only added and cut off, so branches that share a row share all before it.
  if (length > 0 && own[length - 1] === other[length - 1]) return length;
  for (let index = 0; index < length; index++) {
    const [left, right] = [own[index], other[index]];
    if (left !== right && JSON.stringify(left) !== JSON.stringify(right)) return index;
  }
  return length;
}

/** A copy of `run` that goes on by itself, with all that waits. */
export function branchOf(run: Run): Run {
  const branch = new Run(run.game, run.seed, run.options, run);
  branch.keyframes = run.keyframes.branch();
  branch.pendingCheats = [...run.pendingCheats];
  return branch;
}

/** The run as a replay; hashes the state now. */
export function replayOf(run: Run): Replay {
  const { game, fault } = run;
  return {
    format: replayFormat,
    version: replayVersion,
    game: { id: game.id, build: game.build },
    ticksPerSecond: game.ticksPerSecond,
    math: mathId,
    seed: run.seed,
    options: run.options,
    ticks: run.tick,
    cheated: run.cheats.length > 0 || (fault?.cheats.length ?? 0) > 0,
    evidence: game.evidence,
    inputs: [...run.inputs],
    cheats: [...run.cheats],
    choices: [...run.choices],
    hashes: { every: hashEvery, values: [...run.hashes] },
    final: game.hash().hash,
    ...(fault === undefined ? {} : { fault }),
  };
}
