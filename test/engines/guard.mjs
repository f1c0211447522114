// Runs one program and ends it with all its descendants when its own standard input ends, which it does however the
// tests end, or when it gets a signal. Plain JavaScript: it starts in a moment.
// Arguments: a folder that is the program's home and is removed at the end; the program; its arguments.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const [folder = "", program = "", ...programArguments] = process.argv.slice(2);

// Browsers start processes in groups of their own. What all of them inherit is the environment.
const mark = `TICKBRIDGE_ENGINE=${randomUUID()}`;
const [name = "", value = ""] = mark.split("=");
const child = spawn(program, programArguments, {
  stdio: ["ignore", "inherit", "inherit"],
  env: {
    ...process.env,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    [name]: value,
  },
});
let ending = false;

child.once("error", (error) => {
  console.error(`${program} does not start: ${error.message}`);
  void end();
});
child.once("exit", end);
process.stdin.resume().once("close", end);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, end);

async function end() {
  if (ending) return;
  ending = true;
  for (let pids = marked(); pids.length > 0; pids = marked()) {
    for (const pid of pids) kill(pid);
    await sleep(20);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  process.exit(0);
}

function marked() {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => environmentOf(pid).includes(mark));
}

/** Empty of a process that has ended and of one that is somebody else's. @param {number} pid */
function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch {
    return "";
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
