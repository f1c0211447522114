// Whether a run that is played again comes to what was recorded of it.

import { hashEvery } from "@tickbridge/replay";
import type { Point } from "../../replay-drive.js";
import type { Base } from "./comparison.js";

/** Where the recording, made with long steps, and the run that was played tick by tick part; undefined when they do not. */
export function partsFromRecording({ run, points }: Pick<Base, "run" | "points">): string | undefined {
  const { hashes, final, ticks } = run.replay;
  let lastEqual = -1;
  let last: Point | undefined;
  for (const [index, point] of points.entries()) {
    last = point;
    const isChoice = run.moves[index]?.kind === "choices";
    if (point.kind !== "hash" || isChoice || point.tick % hashEvery !== 0) continue;
    if (point.hash !== hashes.values[point.tick / hashEvery]) {
      return lastEqual < 0 ? "from the start" : `in ticks ${lastEqual + 1} to ${point.tick}`;
    }
    lastEqual = point.tick;
  }
  const { fault } = run.replay;
  if (last?.kind === "stopped" && fault !== undefined && last.tick === ticks + 1 && last.code === "GAME_THREW")
    return undefined;
  if (last?.kind === "stopped") return `in tick ${last.tick} (${last.code}: ${last.message})`;
  if (fault !== undefined) return `in tick ${ticks + 1}, which threw when it was recorded and does not throw now`;
  return last?.hash === final ? undefined : `in ticks ${lastEqual + 1} to ${ticks}`;
}
