// What the methods of a game session give: the replies of the protocol, with their types.

import type { Choice, JsonValue } from "@tickbridge/bridge";
import type { Command, OkReply, Receipt, Reply, Snapshot } from "@tickbridge/bridge/protocol";

/** An ok reply with the snapshot after it. */
export type Acted = OkReply & { readonly state: Snapshot };

/** `recovered` is left out where the journal held a pinned seed and no run. */
export type Recovered = Acted & { readonly recovered?: { readonly seed: number; readonly ticks: number } };

/** The open choice as replies and snapshots hold it. */
export type OpenChoice = Choice;

/** An answer to a choice; `index` from 0, for the actions that take one. */
export interface Answer {
  readonly action: string;
  readonly index?: number;
  /** Refused as STALE_CHOICE when another choice is open. */
  readonly id?: string | number;
}

/** Answers given beforehand, by the kind of choice: `{ levelup: { action: "Pick", index: 0 } }`. */
export interface AnswersByKind {
  readonly [kind: string]: { readonly action: string; readonly index?: number };
}

/** What `step` and `stepUntil` reply. */
export type Stepped = Acted & {
  readonly requested: number;
  readonly stepped: number;
  /** `maxTicks`, `gameover`, the kind of the choice that opened, or the name of a condition. */
  readonly stopped: string;
  readonly condition?: string;
  readonly alreadyTrue?: readonly string[];
  readonly choice?: OpenChoice;
  /** Snapshots on the way, at most 256; `tick` counts from the start of the step. */
  readonly observations?: readonly { readonly tick: number; readonly state: Snapshot }[];
  /** How many more were due. */
  readonly observationsLeftOut?: number;
  /** The choices that `onChoice` answered. */
  readonly resolved?: readonly (Answer & {
    readonly tick: number;
    readonly kind: string;
    readonly id: string | number;
  })[];
  /** Why `onChoice` could not answer the choice that stopped it. */
  readonly unresolved?: string;
};

/** What `sequence` replies: a step, and where in the sequence it ended. */
export type Sequenced = Stepped & {
  /** The entry, from 0, that the last tick belonged to, and how many of its ticks were not run. */
  readonly entry: number;
  readonly ticksLeft: number;
};

/** What `rewind` and `restore` reply; `tick` is the boundary that was reached. */
export type Travelled = Acted & {
  /** The tick before. */
  readonly from: number;
  readonly choice?: OpenChoice;
};

/** What one list of commands led to. */
export interface Branch {
  readonly ok: boolean;
  readonly tick: number;
  /** The last reply, which is the first refusal where one was refused. */
  readonly result?: Reply;
  readonly receipts?: readonly Receipt[];
  readonly state: Snapshot;
  readonly evaluation?: Evaluation;
}

export type Forked = Acted & { readonly branches: readonly Branch[] };

/** The verdict of the newest ticks simulated again. */
export type SelfChecked = Acted & {
  readonly verdict: "identical" | "diverged";
  readonly evidence: "state" | "snapshot";
  readonly ticks: number;
  readonly hashesCompared: number;
  readonly divergence?: {
    readonly tick: number;
    readonly path?: string;
    readonly expected?: JsonValue;
    readonly actual?: JsonValue;
    readonly message: string;
  };
  /** Whether the run stands again as it was. */
  readonly restored: boolean;
};

export interface Evaluation {
  readonly done: boolean;
  readonly success: boolean;
  readonly failed: boolean;
  readonly score: number;
  readonly reason?: string;
}

export type Description = { readonly protocol: number } & { readonly [field: string]: unknown };

/** What to show of a snapshot. */
export interface View {
  readonly fields?: readonly string[];
  readonly maxEntities?: number;
  /** No longer than so many characters as JSON; `cut` names what was left out. */
  readonly maxChars?: number;
  /** Only what changed since the snapshot with this `snap`; an unknown one gives all. */
  readonly since?: number;
}

/** The part of a snapshot that a view names. */
export type Viewed = { readonly snap: number; readonly tick?: number } & { readonly [field: string]: unknown };

/** What changed between two snapshots; entries of lists are addressed by their id. */
export interface News {
  readonly since: number;
  readonly snap: number;
  readonly set: { readonly [pointer: string]: JsonValue };
  readonly gone: readonly string[];
}

export interface Batched {
  readonly replies: readonly Reply[];
  readonly state: Snapshot;
}

/** Takes over calls of one session. */
export interface CallOptions {
  /** Milliseconds; 0 is no limit while the game answers. */
  readonly timeoutMs?: number;
}

export interface BatchOptions extends CallOptions {
  readonly refusals?: "reject" | "return";
}

/** Lists of commands for `fork`. */
export type Branches = readonly (readonly Command[])[];
