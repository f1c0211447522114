// Cuts long work into slices of wall time, so that the page gets a turn between two ticks.

import type { Host } from "./host.js";

const sliceMs = 50;

export class Slices {
  readonly #host: Host;
  #endMs: number;

  constructor(host: Host) {
    this.#host = host;
    this.#endMs = host.now() + sliceMs;
  }

  isOver(): boolean {
    return this.#host.now() >= this.#endMs;
  }

  /** Gives everything else a turn, and begins the next slice. */
  async next(): Promise<void> {
    await this.#host.turn();
    this.#endMs = this.#host.now() + sliceMs;
  }
}
