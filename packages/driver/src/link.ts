// How a game session reaches the game: through a page, or in this process. Both give the same replies.

import type { Command, Exchange } from "@tickbridge/bridge/protocol";

export interface Link {
  /**
   * Gives all commands, at most 256, in one round trip. `timeoutMs` limits how long it may take; 0 is no limit while the
   * game answers.
   * @throws {DriverError} TIMEOUT, PAGE_LOST.
   */
  exchange(commands: readonly Command[], timeoutMs: number): Promise<Exchange>;
  /** Lets everything go; may be called twice. */
  close(): Promise<void>;
}

/** A limit that no work of a game reaches. */
export const unlimitedMs = 2 ** 31 - 1;
