// Plays a replay's streams into a run and compares what comes out: the one engine of verification, of watching, and
// of simulating again after a throw.

import { hashEvery, type JsonValue, type Replay } from "@tickbridge/replay/core";
import type { Divergence } from "../protocol.js";
import type { Host } from "./host.js";
import { nonEmpty } from "./present.js";
import { isGamesFault } from "./refusal.js";
import { ReplaySource, type Streams } from "./replay-source.js";
import type { Run } from "./run.js";
import { Slices } from "./slices.js";

/** What to play, and the hashes to compare with. */
export type Script = Streams & Pick<Replay, "ticks" | "hashes">;

export class Replayer {
  readonly run: Run;
  readonly #script: Script;
  readonly #source: ReplaySource;
  hashesCompared = 0;
  #lastEqualTick = -1;

  /** `run` stands at the boundary from which to play: whole, and before the choices made there. */
  constructor(run: Run, script: Script) {
    this.run = run;
    this.#script = script;
    this.#source = new ReplaySource(script, run.tick);
  }

  get atEnd(): boolean {
    return this.run.tick >= this.#script.ticks;
  }

  /** Compares the newest hash at the boundary from which to play, 0 or a keyframe's. */
  compareStart(): Divergence | undefined {
    return this.#compareHash(this.run.tick / hashEvery);
  }

  /** Plays the choices recorded at this boundary; after it, the next tick can run. */
  playBoundary(): Divergence | undefined {
    return this.#guarded(() => this.#playBoundary());
  }

  #playBoundary(): Divergence | undefined {
    for (
      let next = this.#source.takeChoice(this.run.tick);
      next !== undefined;
      next = this.#source.takeChoice(this.run.tick)
    ) {
      const divergence = this.#playChoice(next.action, next.index);
      if (divergence !== undefined) return divergence;
    }
    if (this.atEnd) return undefined;
    const open = this.run.game.choice;
    if (open !== undefined) {
      return this.#diverged(
        "choice",
        null,
        { kind: open.kind },
        `a ${open.kind} choice is open and the replay answers none`,
      );
    }
    if (this.run.game.phase !== "running") {
      return this.#diverged("ended", this.#script.ticks, this.run.tick, "the run ended before its replay did");
    }
    return undefined;
  }

  /** Runs one tick. */
  playTick(): Divergence | undefined {
    return this.#guarded(() => {
      this.run.advance(this.#source);
      const { refusal } = this.#source;
      if (refusal !== undefined) {
        return this.#diverged("cheat", "applied", "refused", `a recorded cheat was refused: ${refusal.reason}`);
      }
      const { tick } = this.run;
      return tick % hashEvery === 0 ? this.#compareHash(tick / hashEvery) : undefined;
    });
  }

  /** At the end of a whole replay: the final hash, and the throw where the replay recorded one. */
  finish(replay: Replay): Divergence | undefined {
    return this.#guarded(() => this.#finish(replay));
  }

  #finish(replay: Replay): Divergence | undefined {
    this.run.game.sentinel?.begins(this.run);
    const final = this.run.game.hash().hash;
    this.hashesCompared++;
    if (final !== replay.final) return this.#hashDiverged(replay.final, final);
    this.#lastEqualTick = this.run.tick;
    const fault = replay.fault;
    if (fault === undefined) return undefined;
    const cheats = fault.cheats.map(([name, args]) => [fault.tick, name, args] as const);
    try {
      this.run.advance(new ReplaySource({ inputs: [[fault.tick, fault.input]], cheats, choices: [] }));
    } catch (thrown) {
      if (!isGamesFault(thrown)) throw thrown;
      // Engines word the same error differently, so that it throws is what counts.
      this.run.torn = true;
      return undefined;
    }
    return this.#diverged(
      "did-not-throw",
      fault.message,
      null,
      `tick ${fault.tick} threw when it was recorded and did not now`,
    );
  }

  #playChoice(action: string, index: number | null): Divergence | undefined {
    const recorded = { action, index };
    const open = this.run.game.choice;
    if (open === undefined)
      return this.#diverged("choice", recorded, null, "the replay answers a choice and none is open");
    const actual = { kind: open.kind, actions: open.actions, options: open.options.length };
    const fits = index === null || index < open.options.length;
    if (!open.actions.includes(action) || !fits) {
      return this.#diverged("choice", recorded, actual, "the open choice has no such answer");
    }
    const noEffect = this.run.resolveChoice(action, index ?? undefined);
    if (noEffect !== undefined) {
      return this.#diverged("choice", recorded, noEffect, `the answer had no effect: ${noEffect}`);
    }
    this.run.recordChoice(action, index ?? undefined);
    return undefined;
  }

  /** What the game throws on the way is a divergence, in the tick after the newest whole one. */
  #guarded(play: () => Divergence | undefined): Divergence | undefined {
    try {
      return play();
    } catch (thrown) {
      if (!isGamesFault(thrown)) throw thrown;
      this.run.torn = true;
      const tick = this.run.fault?.tick ?? this.run.tick;
      return { ...this.#diverged("threw", null, thrown.message, `tick ${tick} threw: ${thrown.message}`), tick };
    }
  }

  #compareHash(index: number): Divergence | undefined {
    const expected = this.#script.hashes.values[index] ?? null;
    const actual = this.run.hashes.at(-1) ?? null;
    this.hashesCompared++;
    if (expected === null || expected !== actual) return this.#hashDiverged(expected, actual);
    this.#lastEqualTick = this.run.tick;
    return undefined;
  }

  #hashDiverged(expected: JsonValue, actual: JsonValue): Divergence {
    const since = this.#lastEqualTick < 0 ? "from the start" : `after boundary ${this.#lastEqualTick}`;
    const message = `the state differs ${since} and not later than boundary ${this.run.tick}`;
    return { ...this.#diverged("hash", expected, actual, message), lastEqualTick: this.#lastEqualTick };
  }

  #diverged(kind: Divergence["kind"], expected: JsonValue, actual: JsonValue, message: string): Divergence {
    const suspects = nonEmpty(this.run.warnings);
    return { kind, tick: this.run.tick, expected, actual, message, ...(suspects && { suspects: [...suspects] }) };
  }
}

/** Plays to the script's end, or until `endsHere` says so after a tick, giving the page its turns. */
export async function playThrough(
  replayer: Replayer,
  host: Host,
  aborted: () => boolean,
  endsHere: () => boolean = () => false,
): Promise<Divergence | "aborted" | undefined> {
  const slices = new Slices(host, replayer.run);
  try {
    for (;;) {
      const atBoundary = replayer.playBoundary();
      if (atBoundary !== undefined || replayer.atEnd) return atBoundary;
      const inTick = replayer.playTick();
      if (inTick !== undefined || endsHere()) return inTick;
      if (slices.isOver()) {
        await slices.next();
        if (aborted()) return "aborted";
      }
    }
  } finally {
    slices.end();
  }
}
