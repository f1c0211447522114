// Runs a replay again and gives the verdict. It uses no keyframe, and a missing hash is never a pass.

import type { Replay } from "@tickbridge/replay/core";
import type { Divergence, Verdict } from "../protocol.js";
import type { Host } from "./host.js";
import { nonEmpty, present } from "./present.js";
import { isGamesFault, Refusal } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";
import { playThrough, Replayer } from "./replayer.js";
import { Run } from "./run.js";

/** Why `replay` cannot be verified by this game; undefined when it can. Throws WRONG_GAME for a replay of another game. */
export function unverifiableReason(game: RegisteredGame, replay: Replay, allowBuild: boolean): string | undefined {
  if (replay.game.id !== game.id) {
    throw new Refusal("WRONG_GAME", `the replay is of "${replay.game.id}", this game is "${game.id}"`);
  }
  if (replay.game.build !== game.build && !allowBuild) {
    return `the replay is of build "${replay.game.build}", this is build "${game.build}": pass allowBuild`;
  }
  if (replay.ticksPerSecond !== game.ticksPerSecond) {
    return `the replay has ${replay.ticksPerSecond} ticks a second, this game ${game.ticksPerSecond}`;
  }
  if (replay.evidence !== game.evidence) {
    return `the replay's hashes cover the ${replay.evidence}, this game's the ${game.evidence}`;
  }
  return undefined;
}

/** Begins the replay's run: ready to play, or already diverged. */
export async function beginReplay(
  game: RegisteredGame,
  replay: Replay,
): Promise<{ readonly replayer: Replayer; readonly divergence: Divergence | undefined }> {
  const run = new Run(game, replay.seed, replay.options);
  const replayer = new Replayer(run, replay);
  try {
    await run.start();
    run.begin();
  } catch (thrown) {
    if (!isGamesFault(thrown)) throw thrown;
    run.torn = true;
    const divergence = { kind: "threw", tick: 0, message: `starting threw: ${thrown.message}` } as const;
    const suspects = nonEmpty(run.warnings);
    return { replayer, divergence: { ...divergence, ...(suspects && { suspects: [...suspects] }) } };
  }
  return { replayer, divergence: replayer.compareStart() };
}

/** Plays the whole replay at full speed. `aborted` when it was stopped between two ticks. */
export async function verifyReplay(
  game: RegisteredGame,
  host: Host,
  replay: Replay,
  isAborted: () => boolean,
): Promise<{ readonly run: Run; readonly verdict: Verdict | "aborted" }> {
  const { replayer, divergence: atStart } = await beginReplay(game, replay);
  const { run } = replayer;
  const onTheWay = atStart ?? (await playThrough(replayer, host, isAborted));
  if (onTheWay === "aborted") return { run, verdict: "aborted" };
  return { run, verdict: verdictOf(replay, replayer, onTheWay ?? replayer.finish(replay)) };
}

export function verdictOf(replay: Replay, replayer: Replayer, divergence: Divergence | undefined): Verdict {
  return present({
    verdict: divergence === undefined ? "identical" : "diverged",
    evidence: replay.evidence,
    ticks: Math.min(replayer.run.tick, replay.ticks),
    hashesCompared: replayer.hashesCompared,
    cheated: replay.cheated,
    divergence,
    reason: divergence?.message,
  }) as Verdict;
}

/** The verdict on a replay that was not run. */
export function unverifiable(replay: Replay, reason: string): Verdict {
  return {
    verdict: "unverifiable",
    evidence: replay.evidence,
    ticks: 0,
    hashesCompared: 0,
    cheated: replay.cheated,
    reason,
  };
}
