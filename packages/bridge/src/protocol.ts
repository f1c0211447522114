// All that crosses the page boundary, as plain data: commands, their arguments, reply shapes and codes.
// Validation, JSON Schema, TypeScript types and docs/commands.md derive from the manifest below.

import type { CommandName } from "./command-names.js";
import { commandList, count, gameValue, label, onChoice, strings } from "./command-schemas.js";
import type { DeterminismWarning } from "./determinism-warning.js";
import type { ErrorCode } from "./error-codes.js";
import type { JsonSchema, JsonValue } from "./game.js";
import type { JournalBatch } from "./session/journal.js";

export type { CommandArguments } from "./command-arguments.js";
export { type CommandName, commandNames, globalName } from "./command-names.js";
export type {
  DeterminismReport,
  DeterminismWarning,
  TripwireInstallation,
  TripwireMode,
} from "./determinism-warning.js";
export { type ErrorCode, errorCodes } from "./error-codes.js";

/** Rises when a command, a reply or a code changes its meaning. The driver refuses a page with a higher one. */
export const protocolVersion = 1;

interface Parameter {
  readonly name: string;
  readonly optional?: true;
  readonly schema: JsonSchema;
}

/** A row of the manifest. */
export interface CommandSpec {
  readonly kind: "read" | "act" | "time";
  readonly parameters: readonly Parameter[];
  /** May run while a replay is being watched. */
  readonly duringReplay?: true;
  /** May stand in a branch of `fork`. */
  readonly inFork?: true;
  /** Runs long, and `abort` stops it between two ticks. */
  readonly abortable?: true;
}

/** The manifest. A command `step` stands on `window` as `__candyStep`. */
export const commands = {
  describe: {
    kind: "read",
    parameters: [],
    duringReplay: true,
  },
  dump: {
    kind: "read",
    parameters: [
      {
        name: "view",
        optional: true,
        schema: {
          type: "object",
          properties: { fields: strings, maxEntities: count, maxChars: count, since: count },
          additionalProperties: false,
        },
      },
    ],
    duringReplay: true,
    inFork: true,
  },
  setMaxEntities: {
    kind: "read",
    parameters: [{ name: "n", schema: count }],
    duringReplay: true,
  },
  actions: { kind: "read", parameters: [], duringReplay: true, inFork: true },
  evaluate: {
    kind: "read",
    parameters: [],
    duringReplay: true,
    inFork: true,
  },
  audit: {
    kind: "read",
    parameters: [{ name: "name", schema: { type: "string" } }],
    duringReplay: true,
  },
  vfxAudit: {
    kind: "read",
    parameters: [],
    duringReplay: true,
  },
  hash: {
    kind: "read",
    parameters: [
      {
        name: "options",
        optional: true,
        schema: {
          type: "object",
          properties: { state: { type: "boolean" }, parts: { type: "boolean" } },
          additionalProperties: false,
        },
      },
    ],
    duringReplay: true,
    inFork: true,
  },
  startRun: {
    kind: "act",
    parameters: [{ name: "options", optional: true, schema: gameValue }],
  },
  input: {
    kind: "act",
    inFork: true,
    parameters: [
      { name: "input", schema: gameValue },
      {
        name: "options",
        optional: true,
        schema: { type: "object", properties: { ticks: count }, additionalProperties: false },
      },
    ],
  },
  step: {
    kind: "act",
    inFork: true,
    parameters: [{ name: "n", schema: count }],
    abortable: true,
  },
  stepUntil: {
    kind: "act",
    inFork: true,
    parameters: [
      {
        name: "options",
        schema: {
          type: "object",
          properties: { maxTicks: count, stopOn: strings, observeEvery: { ...count, minimum: 1 }, onChoice },
          required: ["maxTicks"],
          additionalProperties: false,
        },
      },
    ],
    abortable: true,
  },
  sequence: {
    kind: "act",
    inFork: true,
    parameters: [
      {
        name: "entries",
        schema: {
          type: "array",
          minItems: 1,
          maxItems: 4096,
          items: {
            type: "object",
            properties: { ticks: { ...count, minimum: 1 }, input: gameValue },
            required: ["ticks", "input"],
            additionalProperties: false,
          },
        },
      },
      {
        name: "options",
        optional: true,
        schema: {
          type: "object",
          properties: { observeAt: { type: "array", maxItems: 256, items: count }, stopOn: strings, onChoice },
          additionalProperties: false,
        },
      },
    ],
    abortable: true,
  },
  choose: {
    kind: "act",
    inFork: true,
    parameters: [
      {
        name: "choice",
        schema: {
          type: "object",
          properties: { action: { type: "string" }, index: count, id: { type: ["string", "number"] } },
          required: ["action"],
          additionalProperties: false,
        },
      },
    ],
  },
  levelUp: {
    kind: "act",
    inFork: true,
    parameters: [
      { name: "action", schema: { type: "string" } },
      { name: "index", optional: true, schema: count },
    ],
  },
  pause: {
    kind: "act",
    parameters: [],
    duringReplay: true,
  },
  resume: {
    kind: "act",
    parameters: [],
    duringReplay: true,
  },
  cheat: {
    kind: "act",
    inFork: true,
    parameters: [
      { name: "name", schema: { type: "string" } },
      { name: "args", optional: true, schema: gameValue },
    ],
  },
  abort: {
    kind: "act",
    parameters: [],
    duringReplay: true,
  },
  pinSeed: {
    kind: "time",
    parameters: [{ name: "seed", schema: { type: ["integer", "null"], minimum: 0, maximum: 4294967295 } }],
  },
  exportReplay: {
    kind: "time",
    parameters: [],
  },
  loadReplay: {
    kind: "time",
    parameters: [
      { name: "replay", schema: gameValue },
      {
        name: "options",
        optional: true,
        schema: {
          type: "object",
          properties: {
            mode: { enum: ["verify", "watch", "seek"] },
            tick: count,
            speed: { type: "number", exclusiveMinimum: 0, maximum: 1000 },
            allowBuild: { type: "boolean" },
          },
          additionalProperties: false,
        },
      },
    ],
    abortable: true,
  },
  rewind: { kind: "time", parameters: [{ name: "k", schema: count }], abortable: true },
  save: { kind: "time", parameters: [label] },
  restore: { kind: "time", parameters: [label], abortable: true },
  fork: {
    kind: "time",
    parameters: [{ name: "branches", schema: { type: "array", minItems: 1, maxItems: 64, items: commandList } }],
    abortable: true,
  },
  selfCheck: { kind: "time", parameters: [{ name: "k", schema: count }], abortable: true },
  recover: { kind: "time", parameters: [{ name: "journal", optional: true, schema: gameValue }], abortable: true },
} as const satisfies { readonly [Name in CommandName]: CommandSpec };

/** `__candyWait(timeoutMs)` or `__candyWait({seq, timeoutMs})`: a promise, not a queued command. */
export const waitParameter = {
  type: ["integer", "object"],
  minimum: 0,
  maximum: 2147483647,
  properties: { seq: count, timeoutMs: count },
  additionalProperties: false,
} as const satisfies JsonSchema;
export const waitTimeoutMsDefault = 30_000;

/** A command as data, as in an agentScript or on the command line. */
export interface Command {
  readonly cmd: CommandName;
  readonly args?: readonly unknown[];
}

/** What a call of a command returns at once. */
export interface Ticket {
  readonly cmd: string;
  readonly seq: number;
}

export interface ReplyError {
  readonly code: ErrorCode;
  readonly message: string;
  /** JSON pointer into the arguments, the state or the replay. */
  readonly path?: string;
  readonly expected?: string;
  /** The game's stack, for GAME_THREW. */
  readonly stack?: string;
}

/** What became of an input or a cheat. */
export interface Receipt {
  /** The command that gave it. */
  readonly seq: number;
  readonly tick: number;
  readonly outcome: "applied" | "ignored" | "refused" | "superseded" | "dropped";
  readonly reason?: string;
}

interface ReplyHead {
  readonly cmd: string;
  readonly seq: number;
  readonly tick: number;
  readonly receipts?: readonly Receipt[];
  /** What broke determinism since the reply before. */
  readonly warnings?: readonly DeterminismWarning[];
}
/** A reply as it crosses the boundary; what `ok` replies hold beside the head stands in the manifest. */
export type OkReply = ReplyHead & { readonly ok: true } & { readonly [field: string]: unknown };
export type ErrorReply = ReplyHead & { readonly ok: false; readonly error: ReplyError } & {
  readonly [field: string]: unknown;
};
export type Reply = OkReply | ErrorReply;

/**
 * What `window[Symbol.for("tickbridge.exchange")][prefix](commands, timeoutMs, aloud, batchesKept)` resolves with, the driver's one round
 * trip: JSON for commands as JSON, itself (its state frozen) for a list of commands.
 */
export interface Exchange {
  readonly timedOut: boolean;
  /** The replies to the commands of this exchange, in order. */
  readonly replies: readonly Reply[];
  readonly state: Snapshot;
  /** What the journal gains by them; left out when that is nothing, or when it was not asked for. */
  readonly journal?: JournalBatch;
}

/** What `__candyWait` resolves with. It never rejects. */
export interface WaitResult {
  /** No timeout, and no command that it covers failed. */
  readonly ok: boolean;
  readonly timedOut: boolean;
  /** The last reply, or the one that was waited for. */
  readonly result?: Reply;
  /** The replies since the previous wait, at most 256. */
  readonly results: readonly Reply[];
  /** How many more there were. */
  readonly dropped?: number;
  /** Receipts of ticks that ran in real time. */
  readonly receipts?: readonly Receipt[];
  /** What broke determinism in ticks that ran in real time. */
  readonly warnings?: readonly DeterminismWarning[];
  readonly state?: Snapshot;
  /** The last command whose effects are stored in the page; left out where there is no storage, and before the first run. */
  readonly journaledSeq?: number;
  /** Why what came after it is not stored. */
  readonly journalError?: string;
  /** Set when the arguments of the wait itself were wrong. */
  readonly error?: ReplyError;
}

export type RunState = "Menu" | "Loading" | "InRun" | "Paused" | "Over";

/** What the SDK puts around the game's own snapshot. What does not apply is left out. */
export interface SnapshotFrame {
  readonly snap: number;
  readonly runState: RunState;
  readonly pauseOwners: readonly string[];
  readonly tick?: number;
  readonly seed?: number;
  readonly choice?: JsonValue;
  readonly choicesQueued?: number;
  readonly faulted?: { readonly tick: number; readonly message: string };
  /** JSON pointers of values that were NaN or infinite and are published as 0. */
  readonly nonFinite?: readonly string[];
  /** JSON pointers of values that JSON cannot hold (a function, a cycle), published as null. */
  readonly unshowable?: readonly string[];
  /** The game could not give a snapshot: nothing of its own is in this one. */
  readonly snapshotError?: string;
}
export type Snapshot = SnapshotFrame & { readonly [field: string]: unknown };

/** `verify`'s result. `identical` needs every recorded hash compared. */
export interface Verdict {
  readonly verdict: "identical" | "diverged" | "unverifiable";
  readonly evidence: "state" | "snapshot";
  /** Ticks that were run. */
  readonly ticks: number;
  readonly hashesCompared: number;
  readonly cheated: boolean;
  readonly divergence?: Divergence;
  readonly reason?: string;
}

/** The first point at which the run and its replay part ways. */
export interface Divergence {
  readonly kind: "hash" | "choice" | "cheat" | "ended" | "threw" | "did-not-throw";
  /** The boundary or tick at which it was seen. */
  readonly tick: number;
  /** For a hash: the last boundary whose hash was equal; -1 when none was. */
  readonly lastEqualTick?: number;
  /** JSON pointer of the first part that differs, where both states were at hand; `expected` and `actual` stand there. */
  readonly path?: string;
  readonly expected?: JsonValue;
  readonly actual?: JsonValue;
  readonly message: string;
  /** What broke determinism up to there. */
  readonly suspects?: readonly DeterminismWarning[];
}
