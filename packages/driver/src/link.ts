// How a game session reaches the game: through a page, or in this process. Both give the same replies.

import type { Exchange } from "@tickbridge/bridge/protocol";
import { DriverError } from "./errors.js";
import type { Play, PlayRequest } from "./policy-run.js";

export interface Link {
  /**
   * Gives commands (a JSON list of at most 256) in one round trip. `timeoutMs` limits how long they may take, and what
   * runs then is aborted; 0 is no limit while the game answers. `batchesKept`: the newest batch of the journal that has
   * arrived; what came after it comes with the replies. Left out: nothing of the journal comes.
   * @throws {DriverError} TIMEOUT, PAGE_LOST.
   */
  exchange(commandsJson: string, timeoutMs: number, batchesKept?: number): Promise<Exchange>;
  /**
   * Lets a policy (its text, an expression) play next to the game. `timeoutMs` as above.
   * @throws {DriverError} TIMEOUT, PAGE_LOST.
   */
  play(policyText: string, request: PlayRequest, timeoutMs: number): Promise<Play>;
  /** Stops the policy that plays, and the step that it waits for, between two ticks. */
  stopPlay(): Promise<void>;
  /** The text of a script or its map, as the game's page gets it; undefined where it cannot be had. Never rejects. */
  readText(address: string): Promise<string | undefined>;
  /** Lets everything go; may be called twice. Pending calls reject with PAGE_LOST. */
  close(): Promise<void>;
}

export function tookTooLong(timeoutMs: number): DriverError {
  return new DriverError(
    "TIMEOUT",
    `the commands took longer than ${timeoutMs} ms and were aborted between two ticks: give a longer timeoutMs, or 0 for no limit`,
  );
}

export function lost(what: string): DriverError {
  return new DriverError("PAGE_LOST", `${what}: launch the game again`);
}

/** The same, of a session that goes on when `recover` is called. */
export function lostForNow(what: string): DriverError {
  return new DriverError("PAGE_LOST", `${what}: launch the game again, or bring its run back with recover()`);
}
