// The `tickbridge` command: this process's arguments, streams and exit code. bin/tickbridge.js starts it.

import { isDebugging, wordsFor } from "./failure.js";
import { runCommandLine } from "./run.js";
import { processTerminal } from "./terminal.js";

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever read the output has gone (`tickbridge … | head`), which is no fault.
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
}
// What no command waits for: a fault here, or in a timer or promise of a game that runs in this process.
process.on("uncaughtException", (thrown) => {
  process.stderr.write(`tickbridge: ${wordsFor(thrown)}\n${isDebugging() ? `${thrown.stack}\n` : ""}`);
  process.exit(3);
});
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal());
