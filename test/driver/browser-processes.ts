// Which processes stand below another one, by /proc: tests ask whether a browser was left behind.

import { readdir, readFile } from "node:fs/promises";

interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The processes of browsers below `root`, children of children too; `flag` picks those that were given it. */
export async function browsersBelow(root: number, flag = ""): Promise<number[]> {
  const all = await runningProcesses();
  const found: ProcessInfo[] = [];
  let parents = new Set([root]);
  while (parents.size > 0) {
    const children = all.filter(({ parent }) => parents.has(parent));
    found.push(...children);
    parents = new Set(children.map(({ pid }) => pid));
  }
  return found.filter(({ command }) => command.includes("chrom") && command.includes(flag)).map(({ pid }) => pid);
}

/** Resolves when none of the processes runs any more; the test's own limit is the only one. */
export async function haveEnded(pids: readonly number[]): Promise<true> {
  for (;;) {
    const running = new Set((await runningProcesses()).map(({ pid }) => pid));
    if (!pids.some((pid) => running.has(pid))) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Ends processes with SIGKILL; throws when there is none to end. */
export function killAll(pids: readonly number[]): void {
  if (pids.length === 0) throw new Error("there is no process to kill");
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It went with its parent.
    }
  }
}

/** Every process but those that have ended and wait to be collected. */
async function runningProcesses(): Promise<ProcessInfo[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(readProcess));
  return found.filter((info) => info !== undefined);
}

async function readProcess(pid: string): Promise<ProcessInfo | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile(`/proc/${pid}/cmdline`, "utf8"),
    ]);
    // The name before the state may hold spaces and brackets.
    const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : { pid: Number(pid), parent: Number(parent), command };
  } catch {
    // It ended in the meantime.
    return undefined;
  }
}
