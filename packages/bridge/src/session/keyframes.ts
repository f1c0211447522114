// Saved states of one run at known boundaries, under a byte budget: a cache from which any boundary can be simulated
// again, and of which any part may be dropped. The newest are dense; the spacing of the older ones doubles when the
// budget is full (the idea is Box2D's recorder's).

import { estimateBytes, hashEvery } from "@tickbridge/replay/core";

/** A saved state at a boundary, before the choices made there. Loading uses the state up: put a fresh save in its place. */
export interface Keyframe {
  readonly tick: number;
  state: unknown;
  readonly bytes: number;
}

const budgetBytesDefault = 16 * 1024 * 1024;
/** So many of the newest stay dense, so that a short rewind costs the same early and late in a run. */
const denseCount = 12;

export class Keyframes {
  #frames: Keyframe[] = [];
  #spacingTicks: number = hashEvery;
  readonly #budgetBytes: number;

  constructor(budgetBytes = budgetBytesDefault, frames: readonly Keyframe[] = []) {
    this.#budgetBytes = budgetBytes;
    for (const frame of frames) this.#push(frame);
  }

  /** Keeps `state`, which the game gave away at boundary `tick`. Ticks rise. */
  add(tick: number, state: unknown): void {
    this.#push({ tick, state, bytes: estimateBytes(state) });
  }

  /** The newest keyframe at or before boundary `tick`. */
  newestUpTo(tick: number): Keyframe | undefined {
    return this.#frames.findLast((frame) => frame.tick <= tick);
  }

  /** Forgets what lies after boundary `tick`. */
  cutAfter(tick: number): void {
    this.#keep((frame) => frame.tick <= tick);
  }

  /** A ring of its own with the same keyframes, for a branch. */
  branch(): Keyframes {
    return new Keyframes(this.#budgetBytes, this.#frames);
  }

  /** Takes over what another ring of the same run has up to boundary `tick`. */
  adopt(others: Keyframes, tick: number): void {
    const known = new Set(this.#frames.map((frame) => frame.tick));
    const found = others.#frames.filter((frame) => frame.tick <= tick && !known.has(frame.tick));
    if (found.length === 0) return;
    this.#frames = [...this.#frames, ...found].sort((left, right) => left.tick - right.tick);
    this.#fit();
  }

  #push(frame: Keyframe): void {
    this.#frames.push(frame);
    const aged = this.#frames.at(-1 - denseCount);
    if (aged !== undefined && aged.tick % this.#spacingTicks !== 0) this.#keep((other) => other !== aged);
    this.#fit();
  }

  #fit(): void {
    const isOver = () => this.#frames.reduce((sum, frame) => sum + frame.bytes, 0) > this.#budgetBytes;
    while (isOver() && this.#frames.length > 1) this.#thin();
  }

  #thin(): void {
    const dense = this.#frames.slice(-denseCount);
    const [oldest] = this.#frames;
    // The first keyframe spares a start from the seed, so that it goes last of the sparse ones.
    const areSparse = this.#frames.length > denseCount + 1;
    if (areSparse) this.#spacingTicks *= 2;
    this.#keep((frame) =>
      areSparse ? frame.tick % this.#spacingTicks === 0 || dense.includes(frame) : frame !== oldest,
    );
  }

  #keep(isKept: (frame: Keyframe) => boolean): void {
    this.#frames = this.#frames.filter(isKept);
  }
}
