// No process and no folder outlives an engine: neither when it is closed, nor when the tests that use it are killed.

import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { inRepository } from "../docs/page-support.js";

/** A program that opens every engine with a page in it, says so, and goes on for ever or closes all. */
const program = (ending: string) => `
  import { openEngines } from "./all-engines.ts";
  const open = await openEngines();
  const places = [];
  for (const engine of open.engines) places.push(await engine.open("game"));
  console.log("all are open");
  ${ending}
`;

const endings = [
  ["closes them", "await open.close();", undefined],
  ["throws", "throw new Error('on purpose');", undefined],
  ["exits at once", "process.exit(1);", undefined],
  ["is interrupted", "setInterval(() => undefined, 1000);", "SIGINT"],
  ["is killed", "setInterval(() => undefined, 1000);", "SIGKILL"],
] as const;

test.each(endings)(
  "a program that %s leaves no process and no folder of six engines",
  async (_name, ending, signal) => {
    // Processes inherit the environment, and folders are made in TMPDIR: that tells them from those of others.
    const folder = await mkdtemp(join(tmpdir(), "tickbridge-left-behind-"));
    try {
      const file = await bundled(program(ending));
      const child = spawn(process.execPath, [file], { env: { ...process.env, TMPDIR: folder }, stdio: "pipe" });
      const ended = new Promise((resolve) => child.once("close", resolve));
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

async function bundled(text: string): Promise<string> {
  const outfile = inRepository("node_modules/.tickbridge/engines/left-behind.mjs");
  await build({
    stdin: { contents: text, resolveDir: inRepository("test/engines"), loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
  });
  return outfile;
}

async function runningIn(folder: string): Promise<readonly string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, "latin1").catch(() => "")));
  return pids.filter((_pid, at) => environments[at]?.includes(`TMPDIR=${folder}`));
}
