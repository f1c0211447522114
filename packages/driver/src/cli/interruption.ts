// What becomes of a command that is interrupted. An exit lets Playwright's own exit handler kill the browsers at once;
// without one, SIGTERM would end this process and leave them.

import { constants } from "node:os";
import type { Terminal } from "./terminal.js";

/** Ends the process when it is interrupted, with the code that shells give: 128 and the signal's number. */
export function exitWhenInterrupted(terminal: Terminal): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      terminal.say("tickbridge: interrupted");
      process.exit(128 + constants.signals[signal]);
    });
  }
}
