// No process and no folder outlives an engine: neither when it is closed, nor when the tests that use it are killed.

import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inRepository } from "../docs/page-support.js";

const endings = [
  ["closes them", "close", undefined],
  ["is interrupted", "wait", "SIGINT"],
  ["is killed", "wait", "SIGKILL"],
] as const;

test.each(endings)(
  "a program that %s leaves no process and no folder of six engines",
  async (_name, ending, signal) => {
    // Processes inherit the environment, and folders are made in TMPDIR: that tells them from those of others.
    const folder = await mkdtemp(join(tmpdir(), "tickbridge-left-behind-"));
    try {
      const child = spawn(process.execPath, ["--import", "tsx", inRepository("test/engines/open-all.ts"), ending], {
        cwd: inRepository("."),
        env: { ...process.env, TMPDIR: folder },
      });
      const ended = new Promise((resolve) => child.once("exit", resolve));
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", (text) => {
          printed += text;
        });
      }
      while (!printed.includes("all are open") && child.exitCode === null) await sleep(20);
      const running = await runningIn(folder);
      if (signal !== undefined) child.kill(signal);
      await ended;
      expect(printed).toContain("all are open");
      if (signal !== undefined) expect(running.length).toBeGreaterThan(10);
      // Guards end what is left when they notice; a hang is ended by the limit of the test.
      while ((await runningIn(folder)).length > 0) await sleep(50);
      expect((await readdir(folder)).filter((name) => name.startsWith("tickbridge-engine-"))).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

async function runningIn(folder: string): Promise<readonly string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")));
  return pids.filter((_pid, at) => environments[at]?.includes(`TMPDIR=${folder}`));
}
