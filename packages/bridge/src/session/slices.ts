// Cuts long work into slices of wall time, so that the page gets a turn between two ticks.

import type { Host } from "./host.js";
import type { Run } from "./run.js";

const sliceMs = 50;

export class Slices {
  readonly #host: Host;
  readonly #run: Run;
  #endMs: number;

  /** Slices of the ticks of `run`. */
  constructor(host: Host, run: Run) {
    this.#host = host;
    this.#run = run;
    this.#endMs = host.now() + sliceMs;
  }

  isOver(): boolean {
    return this.#host.now() >= this.#endMs;
  }

  /** No tick runs now. Call it before anything else can: what a promise of the game's changes then is to be seen. */
  end(): void {
    this.#run.game.sentinel?.ends(this.#run);
  }

  /** Gives everything else a turn, and begins the next slice. */
  async next(): Promise<void> {
    this.end();
    await this.#host.turn();
    this.#run.game.sentinel?.begins(this.#run);
    this.#endMs = this.#host.now() + sliceMs;
  }
}
