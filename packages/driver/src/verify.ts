// Runs a replay again where nothing has run before, at full speed, and gives the verdict.

import type { Verdict } from "@tickbridge/bridge/protocol";
import type { Replay } from "@tickbridge/replay";
import { type GamePlace, type LaunchOptions, launch } from "./launch.js";
import { closingVerdict } from "./session-verdict.js";

export interface VerifyOptions extends Omit<LaunchOptions, "journal" | "recover"> {
  /** Compare all the same when the replay is of another build. */
  readonly allowBuild?: boolean;
}

/**
 * Verifies `replay` (or its text) on a fresh page, or in this process for `{ game }`. There is no limit on its time
 * while the game answers, unless `timeoutMs` names one.
 * @throws {CommandError} WRONG_GAME, BAD_REPLAY, REPLAY_TOO_NEW, REPLAY_TOO_LARGE.
 * @throws {DriverError} when the game cannot be reached.
 */
export async function verify<Input>(
  replay: Replay | string,
  place: GamePlace<Input>,
  options: VerifyOptions = {},
): Promise<Verdict> {
  const { allowBuild = false, timeoutMs = 0 } = options;
  const game = await launch(place, { ...options, journal: false });
  return closingVerdict(game, replay, allowBuild, { timeoutMs });
}
