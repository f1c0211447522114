// The `tickbridge` command as a person meets it: a process of its own, with what it prints and its exit code.

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const mainFile = fileURLToPath(new URL("../../packages/driver/dist/cli/main.js", import.meta.url));

export interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly exit: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Beside this process's own. */
  readonly env?: { readonly [name: string]: string };
  /** What it reads from stdin, which then ends; `"open"` leaves it to `child.stdin`. Nothing unless given. */
  readonly input?: string;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves with what has been printed once `text` is in it; rejects when the process ends before. */
  untilPrinted(text: string): Promise<string>;
}

/** Starts `tickbridge` with `args`. */
export function startTickbridge(args: readonly string[], { cwd, env = {}, input }: RunOptions = {}): Started {
  const child = spawn(process.execPath, [mainFile, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  if (input !== "open") child.stdin?.end(input);
  let stdout = "";
  let stderr = "";
  const listeners = new Set<() => void>();
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    for (const look of listeners) look();
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    for (const look of listeners) look();
  });
  const ended = new Promise<Ended>((resolve) => {
    child.once("close", (code, signal) => resolve({ exit: code ?? signal, stdout, stderr }));
  });
  const untilPrinted = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if ((stdout + stderr).includes(text)) resolve(stdout + stderr);
      };
      listeners.add(look);
      look();
      void ended.then(({ exit }) => reject(new Error(`it ended (${exit}) without "${text}": ${stdout}${stderr}`)));
    });
  return { child, ended, untilPrinted };
}

/** Runs `tickbridge` with `args` to its end. */
export function tickbridge(args: readonly string[], options?: RunOptions): Promise<Ended> {
  return startTickbridge(args, options).ended;
}
