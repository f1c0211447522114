// What a signal does to a program that has browsers open: it ends, and its exit kills them. Playwright's own handlers
// wait for each browser to close by itself, which a hung one never does, and on SIGTERM let the program go on.

import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM"] as const;
const heard = new Set<NodeJS.Signals>();
let openBrowsers = 0;

/**
 * From now on until the returned function is called, SIGINT and SIGTERM end the process with 128 and the signal's
 * number. Where the program listens for the signal itself, it decides; the same signal a second time ends it all the same.
 */
export function exitOnSignals(): () => void {
  // First in line: a listener that the program registered with `once` is still counted then.
  if (openBrowsers++ === 0) for (const signal of signals) process.prependListener(signal, exitUnlessHandled);
  let released = false;
  return () => {
    if (released) return;
    released = true;
    if (--openBrowsers > 0) return;
    heard.clear();
    for (const signal of signals) process.off(signal, exitUnlessHandled);
  };
}

function exitUnlessHandled(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1 && !heard.has(signal)) {
    heard.add(signal);
    return;
  }
  // Playwright kills its browsers, hung ones too, when the process exits.
  process.exit(128 + constants.signals[signal]);
}
