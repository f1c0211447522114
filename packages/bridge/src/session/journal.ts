// The journal of a session: plain-data entries that, applied in order, give the run back. The writer compares what it has
// written with the session as it stands, so that nobody has to tell it of a rewind, a label or another run.

import type { JsonValue, Replay, StateHash } from "@tickbridge/replay/core";
import { maxEntitiesDefault } from "./max-entities.js";
import type { RunRecord } from "./run.js";

export const journalFormat = "tickbridge-journal";
export const journalVersion = 1;

/** The streams, as entries name them. */
export const streamNames = ["inputs", "cheats", "choices", "holds", "hashes"] as const;
type StreamName = (typeof streamNames)[number];
type StreamLengths = { readonly [Name in StreamName]: number };
type Rows = { readonly [Name in StreamName]?: RunRecord[Name] };

/**
 * One step of a journal. A batch of entries (what one `take` gave) holds all of a command or none of it. A batch with a
 * `run` in it replaces everything before it.
 */
export type JournalEntry =
  /** Whose journal it is; the first entry of all. */
  | {
      readonly kind: "head";
      readonly format: typeof journalFormat;
      readonly version: typeof journalVersion;
      readonly game: { readonly id: string; readonly build: string };
    }
  /** Another run, at boundary 0. */
  | { readonly kind: "run"; readonly seed: number; readonly options: JsonValue }
  /** The seed of the next runs. */
  | { readonly kind: "pin"; readonly seed: number | null }
  /** What `setMaxEntities` was given. */
  | { readonly kind: "view"; readonly maxEntities: number }
  /** Of each stream only so many rows are left. */
  | ({ readonly kind: "cut" } & StreamLengths)
  /** More rows of the streams, and the boundary at which they end. */
  | ({
      readonly kind: "tail";
      readonly tick: number;
      /** The last command that had its reply. */
      readonly seq: number;
      /** The newest snapshot's number. */
      readonly snap: number;
      /** The cheats that no tick has taken yet, when they have changed. */
      readonly waiting?: readonly WaitingCheat[];
      /** The throw of the tick after `tick`, when it has changed. */
      readonly fault?: Replay["fault"] | null;
    } & Rows)
  /** The boundary that the streams end at now has this label, and its state this hash. */
  | { readonly kind: "save"; readonly label: string; readonly hash: StateHash };

export type WaitingCheat = readonly [seq: number, name: string, args: JsonValue];

/** What one exchange of a driver adds to its journal. */
export interface JournalBatch {
  /** Counts from 1; the next exchange says with it that the entries have arrived. */
  readonly batch: number;
  readonly entries: readonly JournalEntry[];
}

/** A run as a journal sees it: a live one, or one that was read back. */
export interface JournalledRun extends RunRecord {
  readonly seed: number;
  readonly options: JsonValue;
  readonly pendingCheats: readonly { readonly seq: number; readonly name: string; readonly args: JsonValue }[];
  readonly fault: Replay["fault"];
  readonly labels: ReadonlyMap<string, { readonly record: RunRecord; readonly kept: { readonly hash: StateHash } }>;
}

/** What a journal is written from. */
export interface JournalSource {
  readonly game: { readonly id: string; readonly build: string };
  readonly pinnedSeed: number | null;
  /** Left out: as it is without being told. */
  readonly maxEntities: number | undefined;
  /** The last command that had its reply. */
  readonly seq: number;
  /** The newest snapshot's number. */
  readonly snap: number;
  readonly run: JournalledRun | undefined;
}

type Numbers = Pick<JournalSource, "seq" | "snap">;

/** One reader's view of a session: each store of a journal has a writer of its own. */
export class JournalWriter {
  #begun = false;
  #pinnedSeed: number | null = null;
  #maxEntities = maxEntitiesDefault;
  #run: WrittenRun | undefined;

  /**
   * What has happened since the last `take`; the first gives everything. Call it between two commands only, since a journal
   * that ends inside a command brings back what no reply has ever shown.
   */
  take(source: JournalSource): JournalEntry[] {
    const entries: JournalEntry[] = [];
    const { run } = source;
    const isAnother = run !== undefined && this.#run?.isOf(run) !== true;
    if (isAnother || !this.#begun) {
      this.#begun = true;
      const { id, build } = source.game;
      entries.push({ kind: "head", format: journalFormat, version: journalVersion, game: { id, build } });
    }
    if (isAnother) {
      this.#run = new WrittenRun(run);
      this.#pinnedSeed = null;
      this.#maxEntities = maxEntitiesDefault;
      entries.push({ kind: "run", seed: run.seed, options: run.options });
    }
    if (source.pinnedSeed !== this.#pinnedSeed) {
      this.#pinnedSeed = source.pinnedSeed;
      entries.push({ kind: "pin", seed: source.pinnedSeed });
    }
    const { maxEntities = maxEntitiesDefault } = source;
    if (maxEntities !== this.#maxEntities) {
      this.#maxEntities = maxEntities;
      entries.push({ kind: "view", maxEntities });
    }
    // A run that is gone without another in its place (a start that failed) can still be brought back.
    if (run !== undefined) this.#run?.goOn(run, source, entries);
    return entries;
  }
}

/** The part of a run that a journal holds already. Rows are frozen and shared, so that one object is one row for ever. */
class WrittenRun {
  readonly #seed: number;
  readonly #options: JsonValue;
  #tick = -1;
  readonly #streams: { readonly [Name in StreamName]: unknown[] } = {
    inputs: [],
    cheats: [],
    choices: [],
    holds: [],
    hashes: [],
  };
  #waiting: JournalledRun["pendingCheats"] = [];
  #fault: Replay["fault"];
  readonly #labels = new Map<string, unknown>();

  constructor({ seed, options }: JournalledRun) {
    this.#seed = seed;
    this.#options = options;
  }

  /** Whether `run` can be told as a change of this one. */
  isOf(run: JournalledRun): boolean {
    return run.seed === this.#seed && run.options === this.#options && run.labels.size >= this.#labels.size;
  }

  goOn(run: JournalledRun, numbers: Numbers, entries: JournalEntry[]): void {
    for (const [label, saved] of run.labels) {
      if (this.#labels.get(label) === saved) continue;
      this.#labels.set(label, saved);
      this.#goTo(saved.record, [], undefined, numbers, entries);
      entries.push({ kind: "save", label, hash: saved.kept.hash });
    }
    this.#goTo(run, run.pendingCheats, run.fault, numbers, entries);
  }

  #goTo(
    record: RunRecord,
    waiting: JournalledRun["pendingCheats"],
    fault: Replay["fault"],
    { seq, snap }: Numbers,
    entries: JournalEntry[],
  ): void {
    const kept = this.#commonLengths(record);
    const isCut = streamNames.some((name) => kept[name] < this.#streams[name].length);
    if (isCut) {
      for (const name of streamNames) this.#streams[name].length = kept[name];
      entries.push({ kind: "cut", ...kept });
    }
    const rows: { [name: string]: readonly unknown[] } = {};
    for (const name of streamNames) {
      const added = record[name].slice(kept[name]);
      if (added.length === 0) continue;
      rows[name] = added;
      for (const row of added) this.#streams[name].push(row);
    }
    const waits = !isSameList(waiting, this.#waiting);
    const threw = fault !== this.#fault;
    if (!isCut && !waits && !threw && record.tick === this.#tick && Object.keys(rows).length === 0) return;
    this.#tick = record.tick;
    this.#waiting = [...waiting];
    this.#fault = fault;
    entries.push({
      kind: "tail",
      tick: record.tick,
      seq,
      snap,
      ...(rows as Rows),
      ...(waits ? { waiting: waiting.map(({ seq: given, name, args }) => [given, name, args] as const) } : {}),
      ...(threw ? { fault: fault ?? null } : {}),
    });
  }

  /** Whether a new row lies before the boundary that is written already; `choices` at that boundary do not. */
  #isPast(row: readonly [tick: number, ...unknown[]] | undefined, sameBoundary: 0 | 1): boolean {
    return row !== undefined && row[0] + sameBoundary <= this.#tick;
  }

  /** How many rows of each stream are the same rows as those written. */
  #commonLengths(record: RunRecord): StreamLengths {
    const { inputs, cheats, choices, holds, hashes } = this.#streams;
    const common = {
      inputs: commonLength(inputs, record.inputs),
      cheats: commonLength(cheats, record.cheats),
      choices: commonLength(choices, record.choices),
      holds: commonLength(holds, record.holds),
    };
    const isBranch =
      record.tick < this.#tick ||
      common.inputs < inputs.length ||
      common.cheats < cheats.length ||
      common.choices < choices.length ||
      // A run that went back and came as far again may only have gained rows.
      this.#isPast(record.inputs[common.inputs], 0) ||
      this.#isPast(record.cheats[common.cheats], 0) ||
      this.#isPast(record.choices[common.choices], 1);
    return { ...common, hashes: isBranch ? firstUnequal(hashes, record.hashes) : hashes.length };
  }
}

/** A row that both lists have at one place has the same rows before it in both: lists only grow, or lose their end. */
function commonLength(written: readonly unknown[], rows: readonly unknown[]): number {
  let length = Math.min(written.length, rows.length);
  while (length > 0 && written[length - 1] !== rows[length - 1]) length--;
  return length;
}

/** Hashes are texts: two branches may meet again, so that only the first difference counts. */
function firstUnequal(written: readonly unknown[], rows: readonly unknown[]): number {
  const length = Math.min(written.length, rows.length);
  for (let index = 0; index < length; index++) if (written[index] !== rows[index]) return index;
  return length;
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
