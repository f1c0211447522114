// A Node of some version as an engine: each place is a process of its own, which ends when its input does.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Content, Engine, EngineName, Place } from "./engine.js";

export interface NodeEngineParts {
  readonly name: EngineName;
  readonly executablePath: string;
  /** The program to run, of engine-bundles.ts. */
  readonly hostFile: string;
  /** The module of a game, and the export that makes it. */
  gameModule(content: Content): { readonly file: string; readonly exported: string };
}

interface Answer {
  readonly version?: string;
  readonly result?: unknown;
  readonly thrown?: string;
}

export async function startNodeEngine(parts: NodeEngineParts): Promise<Engine> {
  const places = new Set<NodePlace>();
  const open = async (content: Content) => {
    const { file, exported } = parts.gameModule(content);
    const process = spawn(parts.executablePath, [parts.hostFile, file, exported]);
    const place = new NodePlace(process);
    places.add(place);
    const { version = "" } = await place.answer();
    return { place, version };
  };
  const { place, version } = await open("no game");
  await place.close();
  return {
    name: parts.name,
    version,
    open: async (content) => (await open(content)).place,
    close: async () => void (await Promise.all([...places].map((one) => one.close()))),
  };
}

class NodePlace implements Place {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<unknown>;
  readonly #lines: AsyncIterator<string>;
  #errors = "";

  constructor(process: ChildProcessWithoutNullStreams) {
    this.#process = process;
    this.#ended = new Promise((resolve) => process.once("close", resolve));
    this.#lines = createInterface({ input: process.stdout })[Symbol.asyncIterator]();
    process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#errors = (this.#errors + text).slice(-4000);
    });
    // A write to a process that has ended shows as the end of its lines.
    process.stdin.on("error", () => undefined);
  }

  async run(task: string, argument?: unknown): Promise<unknown> {
    this.#process.stdin.write(`${JSON.stringify({ task, argument })}\n`);
    const { result, thrown } = await this.answer();
    if (thrown !== undefined) throw new Error(thrown);
    return result;
  }

  async answer(): Promise<Answer> {
    const { done, value } = await this.#lines.next();
    if (done !== true) return JSON.parse(value) as Answer;
    await this.#ended;
    throw new Error(`the process ended: ${this.#errors}`);
  }

  async close(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#ended;
  }
}
