// A replay that is played at real speed, in place of the run before. A divergence is kept, and playback goes on
// as long as the replay can be played at all.

import type { Replay } from "@tickbridge/replay/core";
import type { Divergence, Verdict } from "../protocol.js";
import type { Replayer } from "./replayer.js";
import { verdictOf } from "./verification.js";

export class Watching {
  readonly seq: number;
  readonly speed: number;
  readonly #replay: Replay;
  readonly #replayer: Replayer;
  #divergence: Divergence | undefined;
  /** The final hash has been compared. */
  #finished = false;

  constructor(seq: number, speed: number, replay: Replay, replayer: Replayer, divergence: Divergence | undefined) {
    this.seq = seq;
    this.speed = speed;
    this.#replay = replay;
    this.#replayer = replayer;
    this.#divergence = divergence;
  }

  /** One tick. True when there is no more to play. */
  advance(): boolean {
    if (!this.#replayer.atEnd) {
      const divergence = this.#replayer.playBoundary() ?? this.#replayer.playTick();
      this.#divergence ??= divergence;
      if (divergence !== undefined && divergence.kind !== "hash") return true;
      if (!this.#replayer.atEnd) return false;
    }
    this.#finished = true;
    const atEnd = this.#replayer.playBoundary() ?? this.#replayer.finish(this.#replay);
    this.#divergence ??= atEnd;
    return true;
  }

  /** The verdict so far; `unverifiable` when it was stopped before its end. */
  verdict(): Verdict {
    const verdict = verdictOf(this.#replay, this.#replayer, this.#divergence);
    if (verdict.verdict === "diverged" || this.#finished) return verdict;
    return { ...verdict, verdict: "unverifiable", reason: `stopped at tick ${verdict.ticks} of ${this.#replay.ticks}` };
  }
}
