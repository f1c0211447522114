// What runs in every engine, page and Node alike: bundled as one script that leaves `engineTasks` behind. A task is named;
// its argument and its result go through JSON.

import { drawChance, drawFloat, drawInteger, randomStream } from "@tickbridge/bridge";
import * as maths from "@tickbridge/bridge/math";
import { globalName, type Reply, type Snapshot } from "@tickbridge/bridge/protocol";
import { canonicalJson, hashState, stringifyReplay } from "@tickbridge/replay";
import { nestedStates, pinnedStates } from "../support/hash-corpus.js";
import { type MathsName, type MathsTable, mathsDigest } from "../support/maths-digest.js";
import { type Give, type RunOrder, recordRun } from "./recorded-run.js";

type Task = (argument: never, give: Give) => unknown;

const tasks = {
  /** The replay of a run, as the text of its file. */
  record: async (order: RunOrder, give: Give) => stringifyReplay(await recordRun(give, order)),
  verify: (replay: string, give: Give) => verify(replay, give),
  maths: (name: MathsName) => mathsDigest(maths, name),
  nativeMaths: (name: MathsName) => mathsDigest(Math as MathsTable, name),
  stateHashes: () => Object.fromEntries(pinnedStates.map(([name, state]) => [name, hashState(state)])),
  nestedStateHashes: () => hashState([...nestedStates()].map(hashState)),
  randomStreams,
  canonicalTexts,
} satisfies Readonly<Record<string, Task>>;

export type TaskName = keyof typeof tasks;

/** Runs a task with a way to give commands, which only those need that play. */
export async function runTask(name: TaskName, argument: unknown, give: Give): Promise<unknown> {
  return (tasks[name] as Task)(argument as never, give);
}

(globalThis as { engineTasks?: unknown }).engineTasks = {
  runTask,
  runInPage: (name: TaskName, argument: unknown) => runTask(name, argument, giveInPage),
};

async function verify(replay: string, give: Give): Promise<unknown> {
  const { replies } = await give([{ cmd: "loadReplay", args: [JSON.parse(replay), { mode: "verify" }] }]);
  const [reply] = replies;
  if (reply?.ok !== true) throw new Error(JSON.stringify(reply));
  const { verdict, evidence, ticks, hashesCompared, cheated, divergence, reason } = reply;
  return { verdict, evidence, ticks, hashesCompared, cheated, divergence, reason };
}

type PageCommands = Record<string, (...given: unknown[]) => unknown> & {
  readonly __candyState: Snapshot;
  readonly __candyWait: (limitMs: number) => Promise<{ readonly results: readonly Reply[]; readonly state: Snapshot }>;
};

const waitLimitMs = 600_000;

const giveInPage: Give = async (commands) => {
  const page = globalThis as unknown as PageCommands;
  for (const { cmd, args = [] } of commands) page[globalName("__candy", cmd)]?.(...args);
  const { results, state } = await page.__candyWait(waitLimitMs);
  return { replies: results, state };
};

/** The hash of many draws of every kind, from several seeds and names, and the states in which they leave the streams. */
function randomStreams(): string {
  const drawn: unknown[] = [];
  for (const seed of [0, 1, 777001, 2 ** 31, 2 ** 32 - 1]) {
    for (const name of ["", "cosmetics", "\ud83c\udf6c"]) {
      const stream = randomStream(seed, name);
      const draws = new Float64Array(60_000);
      for (let index = 0; index < draws.length; index += 3) {
        draws[index] = drawFloat(stream);
        draws[index + 1] = drawInteger(stream, -index, 2 ** 32 - 1 - index);
        draws[index + 2] = drawChance(stream, 0.25) ? 1 : 0;
      }
      drawn.push(draws, stream);
    }
  }
  return hashState(drawn);
}

/** The hash of canonical texts: numbers of all sizes, keys in any order, texts with every kind of character. */
function canonicalTexts(): string {
  const stream = randomStream(20_261_201);
  const words = new Uint32Array(2);
  const numbers: number[] = [0, -0, 5e-324, 2 ** 53, 1e21, 1e-7, Number.MAX_VALUE, 0.1 + 0.2];
  while (numbers.length < 100_000) {
    words[0] = drawInteger(stream, 0, 2 ** 32 - 1);
    words[1] = drawInteger(stream, 0, 2 ** 32 - 1);
    const value = new Float64Array(words.buffer)[0] ?? 0;
    if (Number.isFinite(value)) numbers.push(value);
    numbers.push(drawFloat(stream), drawInteger(stream, -(2 ** 31), 2 ** 31 - 1) / 100);
  }
  const keyed: Record<string, unknown> = {};
  for (let index = 0; index < 5000; index++) {
    const units = Array.from({ length: drawInteger(stream, 0, 8) }, () => drawInteger(stream, 0, 0xffff));
    keyed[String.fromCharCode(...units)] = String.fromCharCode(...units.reverse());
    keyed[`${drawInteger(stream, 0, 10_000)}`] = index;
  }
  return hashState([canonicalJson(numbers), canonicalJson(keyed)]);
}
