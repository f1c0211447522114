// `tickbridge serve`: a folder over HTTP until it is interrupted.

import { once } from "node:events";
import { DriverError } from "../../errors.js";
import { type ServeOptions, serveDirectory } from "../../serve.js";
import { defineCommand } from "../command.js";

const defaultPort = 8080;

export const serve = defineCommand({
  name: "serve",
  summary: "serves a folder: for the example and for tests, not for the internet",
  usage: "<dir>",
  words: { min: 1, max: 1 },
  options: {
    port: { kind: "count", value: "N", summary: `${defaultPort} unless named; 0 picks a free one` },
    host: { kind: "text", value: "NAME", summary: "127.0.0.1 unless named" },
  },
  examples: ["dist", "dist --port 0"],
  notes:
    "Nothing is cached. A path segment agent-mode is left out of paths, so that /agent-mode/ serves the same files as /.",
  endsWhenInterrupted: true,
  async run([directory = ""], { port = defaultPort, host }, terminal) {
    if (port > 65535) throw new DriverError("USAGE", `--port ${port}: expected an integer from 0 to 65535`);
    const options: ServeOptions = host === undefined ? { port } : { port, host };
    const server = await serveDirectory(directory, options);
    terminal.print(`serving ${directory}`);
    terminal.print(`  for people  ${server.url}`);
    terminal.print(`  for agents  ${server.url}?agent=1`);
    const interrupted = new AbortController();
    await Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal, { signal: interrupted.signal })));
    interrupted.abort();
    await server.close();
    return 0;
  },
});
