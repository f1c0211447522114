// Reads a journal back: entries in order give the run. They come from storage or from a file that anyone may have edited,
// so each is judged by its shape when it is applied, and each run by the rules of a replay before it is used.

import {
  copyJson,
  hashEvery,
  isStateHash,
  type JsonSchema,
  type JsonValue,
  parseReplay,
  pointer,
  type Replay,
  ReplayError,
  replayFormat,
  replayVersion,
  type StateHash,
  validateJson,
} from "@tickbridge/replay";
import {
  type JournalEntry,
  type JournalledRun,
  journalFormat,
  journalVersion,
  streamNames,
  type WaitingCheat,
} from "./journal.js";
import { Refusal } from "./refusal.js";
import type { RunRecord } from "./run.js";

const textLengthMax = 64 * 1024 * 1024;
const valueCountMax = 8 * 1024 * 1024;
/** The arguments of a fault's cheat stand seven levels deep in a list of entries, and are 64 levels deep themselves. */
const levelsMax = 64 + 7;

const count = { type: "integer", minimum: 0, maximum: 2147483647 };
const seed = { type: "integer", minimum: 0, maximum: 4294967295 };
const text = { type: "string", minLength: 1 };
/** Each begins with its tick; what else is in it is judged when the run is used. */
const rows = { type: "array", items: { type: "array", minItems: 1 } };
/** A recovery leaves a wide gap, so that many of them count far. */
const snap = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

function shape(properties: { readonly [name: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties: { kind: text, ...properties }, required, additionalProperties: false };
}

const shapes: { readonly [kind: string]: JsonSchema } = {
  head: shape({
    format: { const: journalFormat },
    version: { const: journalVersion },
    game: { type: "object", properties: { id: text, build: text }, required: ["id", "build"] },
  }),
  run: shape({ seed, options: {} }),
  pin: shape({ seed: { ...seed, type: ["integer", "null"] } }),
  view: shape({ maxEntities: count }),
  cut: shape(Object.fromEntries(streamNames.map((name) => [name, count]))),
  tail: shape(
    {
      tick: count,
      seq: count,
      snap,
      ...Object.fromEntries(streamNames.map((name) => [name, name === "hashes" ? { type: "array" } : rows])),
      waiting: { type: "array", items: { type: "array", minItems: 3, maxItems: 3 } },
      fault: { type: ["object", "null"] },
    },
    [...streamNames, "waiting", "fault"],
  ),
  save: shape({ label: text, hash: text }),
};

/** What stands in the rows of what only a journal has, behind the row's tick. */
const waitingParts = [count, text, {}];
const holdParts = [count, {}, { ...count, type: ["integer", "null"] }];

/** The streams of one place in a journal. Labels share the arrays of the run that they were saved in. */
interface Place extends RunRecord {
  readonly lengths: { readonly [name: string]: number };
}

export class Journal {
  game: { readonly id: string; readonly build: string } | undefined;
  pinnedSeed: number | null = null;
  maxEntities: number | undefined;
  /** The last command that had its reply. */
  seq = 0;
  /** The newest snapshot's number. */
  snap = 0;
  #run: OpenRun | undefined;

  /** Applies entries; a refusal names the entry by its place in the list. @throws {Refusal} BAD_JOURNAL. */
  apply(entries: unknown): void {
    const given = readable(entries);
    if (!Array.isArray(given)) throw bad("", "a list of entries");
    for (const [index, entry] of (given as readonly JsonValue[]).entries()) this.#apply(entry, `/${index}`);
  }

  /** The run that was journalled; undefined when there was none. */
  get run(): JournalledRun | undefined {
    return this.#run?.asRun();
  }

  /** @throws {Refusal} BAD_JOURNAL with a path into the run, unless the run could be one of a game with this tick rate. */
  checkRun(ticksPerSecond: number, evidence: Replay["evidence"]): void {
    const run = this.run;
    if (run === undefined || this.game === undefined) return;
    const frame = { game: this.game, ticksPerSecond, evidence, seed: run.seed, options: run.options };
    checkRecord(frame, run, run.fault, "/run");
    for (const [index, cheat] of run.pendingCheats.entries()) {
      checkParts([cheat.seq, cheat.name, cheat.args], waitingParts, `/run/waiting/${index}`);
    }
    for (const [label, { record }] of run.labels)
      checkRecord(frame, record, undefined, pointer(["run", "labels", label]));
  }

  #apply(given: JsonValue, path: string): void {
    const kind = (given as { readonly kind?: unknown } | null)?.kind;
    if (typeof kind !== "string" || !Object.hasOwn(shapes, kind)) {
      throw bad(`${path}/kind`, `one of ${Object.keys(shapes).join(", ")}`);
    }
    const version = (given as { readonly version?: unknown }).version;
    if (kind === "head" && typeof version === "number" && version > journalVersion) {
      throw new Refusal(
        "BAD_JOURNAL",
        `this journal has version ${version}; this Tickbridge reads up to ${journalVersion}: update Tickbridge`,
        { path: `${path}/version`, expected: `at most ${journalVersion}` },
      );
    }
    const issue = validateJson(shapes[kind] as JsonSchema, given, path);
    if (issue !== undefined) throw bad(issue.path, issue.expected);
    const entry = given as unknown as JournalEntry;
    if (this.game === undefined && entry.kind !== "head") throw bad(path, "a head before anything else");
    switch (entry.kind) {
      case "head":
        this.game = entry.game;
        break;
      case "run":
        this.pinnedSeed = null;
        this.maxEntities = undefined;
        this.#run = new OpenRun(entry.seed, entry.options);
        break;
      case "pin":
        this.pinnedSeed = entry.seed;
        break;
      case "view":
        this.maxEntities = entry.maxEntities;
        break;
      default:
        if (this.#run === undefined) throw bad(path, "a run before what belongs to it");
        this.#run.apply(entry, path);
        if (entry.kind === "tail") ({ seq: this.seq, snap: this.snap } = entry);
    }
  }
}

/** A run that is being read. */
class OpenRun {
  readonly #seed: number;
  readonly #options: JsonValue;
  #tick = 0;
  #streams: { [name: string]: unknown[] } = Object.fromEntries(streamNames.map((name) => [name, []]));
  #pendingCheats: JournalledRun["pendingCheats"] = [];
  #fault: Replay["fault"];
  readonly #labels = new Map<string, { readonly place: Place; readonly kept: { readonly hash: StateHash } }>();

  constructor(runSeed: number, options: JsonValue) {
    this.#seed = runSeed;
    this.#options = options;
  }

  apply(entry: Extract<JournalEntry, { kind: "cut" | "tail" | "save" }>, path: string): void {
    if (entry.kind === "save") {
      if (!isStateHash(entry.hash)) throw bad(`${path}/hash`, "16 lower-case hexadecimal digits");
      this.#labels.delete(entry.label);
      this.#labels.set(entry.label, { place: this.#place(), kept: { hash: entry.hash } });
      return;
    }
    for (const name of streamNames) {
      const rows = this.#streams[name] as unknown[];
      if (entry.kind === "tail") {
        for (const row of entry[name] ?? []) rows.push(row);
        continue;
      }
      if (entry[name] > rows.length) throw bad(`${path}/${name}`, `at most ${rows.length}, the rows that there are`);
      // Labels may share the longer list.
      if (entry[name] < rows.length) this.#streams[name] = rows.slice(0, entry[name]);
    }
    if (entry.kind === "cut") return;
    this.#tick = entry.tick;
    if (entry.waiting !== undefined) this.#pendingCheats = entry.waiting.map(waitingCheat);
    if (entry.fault !== undefined) this.#fault = entry.fault ?? undefined;
  }

  asRun(): JournalledRun {
    return {
      seed: this.#seed,
      options: this.#options,
      ...recordOf(this.#place()),
      pendingCheats: this.#pendingCheats,
      fault: this.#fault,
      labels: new Map([...this.#labels].map(([label, { place, kept }]) => [label, { record: recordOf(place), kept }])),
    };
  }

  #place(): Place {
    const lengths = Object.fromEntries(streamNames.map((name) => [name, (this.#streams[name] as unknown[]).length]));
    return { tick: this.#tick, ...this.#streams, lengths } as unknown as Place;
  }
}

function recordOf({ tick, lengths, inputs, cheats, choices, holds, hashes }: Place): RunRecord {
  return {
    tick,
    inputs: inputs.slice(0, lengths.inputs),
    cheats: cheats.slice(0, lengths.cheats),
    choices: choices.slice(0, lengths.choices),
    holds: holds.slice(0, lengths.holds),
    hashes: hashes.slice(0, lengths.hashes),
  };
}

function waitingCheat([seq, name, args]: WaitingCheat): JournalledRun["pendingCheats"][number] {
  return { seq, name, args };
}

/** A journal out of a list of entries or its JSON text. @throws {Refusal} BAD_JOURNAL. */
export function readJournal(given: unknown): Journal {
  const journal = new Journal();
  journal.apply(typeof given === "string" ? parseText(given) : given);
  return journal;
}

function parseText(given: string): unknown {
  if (given.length > textLengthMax) throw bad("", `at most ${textLengthMax} characters`);
  try {
    return JSON.parse(given);
  } catch {
    throw bad("", "JSON text");
  }
}

function readable(entries: unknown): JsonValue {
  try {
    return copyJson(entries, levelsMax, valueCountMax);
  } catch (thrown) {
    const { path, expected } = thrown as { readonly path: string; readonly expected: string };
    throw bad(path, expected);
  }
}

/** The streams are a replay's but for the holds; the final hash, which a journal does not have, stands for any. */
function checkRecord(
  frame: Pick<Replay, "game" | "ticksPerSecond" | "evidence" | "seed" | "options">,
  { tick, inputs, cheats, choices, holds, hashes }: RunRecord,
  fault: Replay["fault"],
  path: string,
): void {
  const faultCheats: unknown = fault?.cheats;
  try {
    parseReplay({
      format: replayFormat,
      version: replayVersion,
      math: "none",
      ...frame,
      ticks: tick,
      cheated: cheats.length > 0 || (Array.isArray(faultCheats) && faultCheats.length > 0),
      inputs,
      cheats,
      choices,
      hashes: { every: hashEvery, values: hashes },
      final: "0".repeat(16),
      ...(fault === undefined ? {} : { fault }),
    });
  } catch (thrown) {
    if (!(thrown instanceof ReplayError)) throw thrown;
    throw bad(`${path}${thrown.path ?? ""}`, thrown.expected ?? "");
  }
  let least = 0;
  for (const [index, hold] of holds.entries()) {
    const firstTick = { type: "integer", minimum: least, maximum: tick + 1 };
    checkParts(hold, [firstTick, ...holdParts], `${path}/holds/${index}`);
    // No command holds an input for no tick; such a row ends a hold.
    if (hold[3] === 0 && hold[1] !== 0) throw bad(`${path}/holds/${index}/3`, "an integer from 1");
    least = hold[0];
  }
}

function checkParts(row: unknown, parts: readonly JsonSchema[], path: string): void {
  const issue =
    validateJson({ type: "array", minItems: parts.length, maxItems: parts.length }, row as JsonValue, path) ??
    parts
      .map((part, place) => validateJson(part, (row as JsonValue[])[place] as JsonValue, `${path}/${place}`))
      .find((found) => found !== undefined);
  if (issue !== undefined) throw bad(issue.path, issue.expected);
}

function bad(path: string, expected: string): Refusal {
  return new Refusal("BAD_JOURNAL", `the journal is broken: expected ${expected}`, { path, expected });
}
