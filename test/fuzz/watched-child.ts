// Runs cases in a process of their own and watches it: a case that does not end is a hang, a process that ends early a
// crash, and neither takes the test down with it.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Outcome } from "./fuzz-case.js";

export interface Finding {
  readonly index: number;
  readonly what: string;
}

export interface Watched {
  readonly outcomes: Outcome[];
  readonly findings: Finding[];
}

export interface Range {
  readonly seed: number;
  readonly from: number;
  readonly count: number;
  /** How long a case may take. */
  readonly limitMs: number;
  readonly misdeed?: "hang" | "crash";
}

type Line = {
  readonly index: number;
  readonly begun?: number;
  readonly finding?: string;
  readonly done?: true;
} & Outcome;

/** A busy machine may stop a process for seconds; only a case that is too slow each time hangs. */
const attemptsMax = 3;

export class FuzzChild {
  readonly #folder: string;
  readonly #file: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, "fuzz-child.mjs");
  }

  static async prepare(): Promise<FuzzChild> {
    const child = new FuzzChild(await mkdtemp(join(tmpdir(), "tickbridge-fuzz-")));
    await build({
      entryPoints: [fileURLToPath(new URL("fuzz-child.ts", import.meta.url))],
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      outfile: child.#file,
    });
    return child;
  }

  async run(range: Range): Promise<Watched> {
    const watched: Watched = { outcomes: [], findings: [] };
    const end = range.from + range.count;
    for (let from = range.from, attempt = 1; from < end; ) {
      const stopped = await this.#runUntilItStops({ ...range, from, count: end - from }, watched);
      if (stopped === undefined) break;
      if (stopped.why === "slow" && attempt < attemptsMax) {
        from = stopped.index;
        attempt++;
        continue;
      }
      const what = stopped.why === "slow" ? `it took over ${range.limitMs} ms, ${attempt} times` : stopped.why;
      watched.findings.push({ index: stopped.index, what });
      // Nothing more is learnt from a process that never gets to its first case.
      if (stopped.index < from) break;
      from = stopped.index + 1;
      attempt = 1;
    }
    return watched;
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  /** The case in which the process stopped, and why; undefined when it came to its end. */
  async #runUntilItStops(range: Range, into: Watched): Promise<{ index: number; why: string } | undefined> {
    const { seed, from, count, limitMs, misdeed } = range;
    const words = [this.#file, seed, from, count, misdeed ?? ""].map(String);
    const child: ChildProcess = spawn(process.execPath, ["--max-old-space-size=1024", ...words], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let index = from - 1;
    let done = false;
    let slow = false;
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-4000);
    });
    let timer: NodeJS.Timeout | undefined;
    for await (const text of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      clearTimeout(timer);
      const line = JSON.parse(text) as Line;
      if (line.done === true) done = true;
      else if (line.begun !== undefined) {
        index = line.begun;
        timer = setTimeout(() => {
          slow = true;
          child.kill("SIGKILL");
        }, limitMs);
      } else if (line.finding !== undefined) into.findings.push({ index: line.index, what: line.finding });
      else into.outcomes.push({ kind: line.kind, outcome: line.outcome });
    }
    clearTimeout(timer);
    if (done) return undefined;
    return { index, why: slow ? "slow" : `the process ended: ${errors}` };
  }
}
