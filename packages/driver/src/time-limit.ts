// Limits on how long something may take.

import { DriverError } from "./errors.js";

/** The longest time that a timer can wait, and a limit that no work of a game reaches. */
export const unlimitedMs = 2 ** 31 - 1;

/** What `work` gives; rejects with `late()` when it takes longer than `limitMs`. The work itself goes on. */
export async function within<Result>(work: Promise<Result>, limitMs: number, late: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), Math.min(Math.max(0, limitMs), unlimitedMs));
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** `timeoutMs` as it was given. @throws {DriverError} USAGE unless it is an integer from 0 to 2^31-1. */
export function checkTimeoutMs(timeoutMs: number): number {
  if (Number.isInteger(timeoutMs) && timeoutMs >= 0 && timeoutMs <= unlimitedMs) return timeoutMs;
  throw new DriverError("USAGE", `timeoutMs ${timeoutMs}: expected an integer number of milliseconds, 0 for no limit`);
}
