// A Chromium that nobody drives: it opens one address and writes its log, with the page's console lines, to a stream.

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { findBrowser } from "@tickbridge/driver";

export interface LoggingChromium {
  readonly log: Readable;
  /** Ends the browser and all its processes; the log ends with them. */
  close(): Promise<void>;
}

export async function openLogging(url: string): Promise<LoggingChromium> {
  const { executablePath } = await findBrowser();
  const profile = await mkdtemp(join(tmpdir(), "tickbridge-logging-"));
  const args = ["--headless", "--no-sandbox", `--user-data-dir=${profile}`, "--enable-logging=stderr", url];
  // A group of its own, so that none of its processes outlives it.
  const child: ChildProcessByStdio<null, null, Readable> = spawn(executablePath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const closed = once(child, "close");
  return {
    log: child.stderr,
    async close() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      child.stderr.resume();
      await closed;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
