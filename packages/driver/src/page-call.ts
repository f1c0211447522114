// Asking a page something, with a limit and the driver's own errors. A page that crashes, closes or navigates fails the
// evaluation that waits for it, so that no event needs to be listened to.

import { DriverError } from "./errors.js";
import { lost } from "./link.js";
import { within } from "./time-limit.js";

/** What an evaluation gives. @throws {DriverError} PAGE_LOST; TIMEOUT when the page does not answer at all. */
export async function ask<Result>(call: Promise<Result>, limitMs: number): Promise<Result> {
  try {
    return await within(call, limitMs, () => frozen(limitMs));
  } catch (thrown) {
    throw lossOf(thrown);
  }
}

export const navigatedWords = "the page has navigated and its run is gone";
const detachedWords = "the frame with the game was taken out of its page";

/** Playwright's words for a page that is gone, and ours. */
const lossWords = [
  ["Execution context was destroyed", navigatedWords],
  ["Target crashed", "the page crashed"],
  ["has been closed", "the page or its browser was closed"],
  ["Frame was detached", detachedWords],
  ["Frame has been detached", detachedWords],
] as const;

/** The driver's error for what an evaluation rejected with. */
export function lossOf(thrown: unknown): DriverError {
  if (thrown instanceof DriverError) return thrown;
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  const known = lossWords.find(([part]) => words.includes(part));
  return lost(known?.[1] ?? `the page did not answer (${words.split("\n")[0]})`);
}

/** Whether a frame was lost in a page that is still there: it now shows another document, or is no part of it any more. */
export function isFrameGone(thrown: unknown): boolean {
  return (
    thrown instanceof DriverError &&
    (thrown.message.startsWith(navigatedWords) || thrown.message.startsWith(detachedWords))
  );
}

export function frozen(silentMs: number): DriverError {
  return new DriverError(
    "TIMEOUT",
    `the page has not answered for ${Math.round(silentMs)} ms: it is frozen (an endless loop, a breakpoint, a computer asleep); launch the game again`,
  );
}
