// The verdict of an open session on a replay, without what its reply holds beside it.

import type { Verdict } from "@tickbridge/bridge/protocol";
import type { Replay } from "@tickbridge/replay";
import type { GameSession } from "./game-session.js";
import type { CallOptions } from "./replies.js";

/** Verifies `replay` (or its text) where `game` is. @throws {CommandError} @throws {DriverError} */
export async function verdictOf<Input>(
  game: GameSession<Input>,
  replay: Replay | string,
  allowBuild: boolean,
  options?: CallOptions,
): Promise<Verdict> {
  const reply = await game.loadReplay(replay, { mode: "verify", allowBuild }, options);
  const { verdict, evidence, ticks, hashesCompared, cheated, divergence, reason } = reply;
  return {
    verdict,
    evidence,
    ticks,
    hashesCompared,
    cheated,
    ...(divergence === undefined ? {} : { divergence }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The same, and closes the session. */
export async function closingVerdict<Input>(
  game: GameSession<Input>,
  replay: Replay | string,
  allowBuild: boolean,
  options?: CallOptions,
): Promise<Verdict> {
  try {
    return await verdictOf(game, replay, allowBuild, options);
  } finally {
    await game.close();
  }
}
