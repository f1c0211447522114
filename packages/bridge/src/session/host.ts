// What a session needs from where it runs, so that the same code serves page and Node.

/** Time, turns and chance for one session. Nothing of it ever reaches the simulation but the seed it draws. */
export interface Host {
  /** Milliseconds of a monotonic clock; decides only how long a slice of ticks may last. */
  now(): number;
  /** Resolves after everything else that waits has had a turn. Must not depend on frames or throttled timers. */
  turn(): Promise<void>;
  /** Calls back after about `delayMs` milliseconds; returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** A seed (an integer, 0 to 2^32-1) for a run whose seed is not pinned. */
  drawSeed(): number;
  /** Where a pinned seed survives a reload. `write` says whether it will. Left out: the pin lives as long as the session. */
  readonly pinnedSeed?: { read(): number | null; write(seed: number | null): boolean };
  /** What the page has printed and got wrong, for the audit `console`. Left out: there is no such audit here. */
  readonly consoleAudit?: () => unknown;
}
