// Asking a page something, with a limit and the driver's own errors. A page that crashes, closes or navigates fails the
// evaluation that waits for it, so that no event needs to be listened to.

import { DriverError } from "./errors.js";
import { lostForNow } from "./link.js";
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
  return lostForNow(wordsOfLoss(thrown) ?? `the page did not answer (${wordsOf(thrown).split("\n")[0]})`);
}

/** What became of a page that can no longer be asked anything; undefined when `thrown` says nothing of that. */
export function wordsOfLoss(thrown: unknown): string | undefined {
  const words = wordsOf(thrown);
  return lossWords.find(([part]) => words.includes(part))?.[1];
}

function wordsOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
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
    `the page has not answered for ${Math.round(silentMs)} ms: it is frozen (an endless loop, a breakpoint, a computer asleep); launch the game again, or bring its run back with recover()`,
  );
}
