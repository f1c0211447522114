// A program whose processes and home folder are gone when it is closed, and when the tests die in whatever way: the guard
// that runs it notices that its standard input has ended.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const guard = fileURLToPath(new URL("guard.mjs", import.meta.url));
const startLimitMs = 60_000;

/** Makes a folder that is to be the home of a guarded program. */
export function homeFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `tickbridge-engine-${name}-`));
}

export class GuardedProcess {
  readonly #guard: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #readers = new Set<(line: string) => void>();
  #lastLines: string[] = [];
  #hasEnded = false;

  /** `home` is removed at the end. */
  constructor(
    home: string,
    program: string,
    programArguments: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#guard = spawn(process.execPath, [guard, home, program, ...programArguments], {
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
      env: { ...process.env, ...environment },
    });
    this.#ended = new Promise((resolve) => this.#guard.once("exit", () => resolve()));
    void this.#ended.then(() => {
      this.#hasEnded = true;
    });
    for (const stream of [this.#guard.stdout, this.#guard.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on("line", (line) => this.#read(line));
    }
  }

  /** Every line that it prints from now on. */
  onLine(read: (line: string) => void): void {
    this.#readers.add(read);
  }

  /** Waits for a line that it prints, from now on. Rejects with what it printed instead. */
  line(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      const fail = (what: string) => reject(new Error(`${what}\n${this.#lastLines.join("\n")}`));
      const timer = setTimeout(() => fail(`nothing like ${pattern} within ${startLimitMs} ms`), startLimitMs);
      this.onLine((line) => {
        const match = pattern.exec(line);
        if (match === null) return;
        clearTimeout(timer);
        resolve(match);
      });
      void this.#ended.then(() => {
        clearTimeout(timer);
        fail("it ended");
      });
    });
  }

  /** Whether it still runs, as far as is known. */
  get isRunning(): boolean {
    return !this.#hasEnded;
  }

  /** Resolves when no process of it is left and its home is gone. */
  async close(): Promise<void> {
    this.#guard.stdin?.end();
    await this.#ended;
  }

  #read(line: string): void {
    this.#lastLines = [...this.#lastLines.slice(-19), line];
    for (const reader of this.#readers) reader(line);
  }
}
