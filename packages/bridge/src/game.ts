// The port: what a game gives to the SDK. The required part is small; each optional part unlocks a
// capability, and `describe` says which a game has. All calls but `start` are synchronous.

import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonSchema, JsonValue } from "@tickbridge/replay/core";

export type { JsonSchema, JsonValue };

/**
 * How a game says what a value may hold, in one of three forms:
 * - a Standard Schema (zod, valibot, arktype) that can give its own JSON Schema (zod 4.2 or newer can);
 * - a Standard Schema with a JSON Schema beside it;
 * - a plain JSON Schema of the subset in docs/embedding.md alone.
 * Asynchronous schemas are refused when the game is registered.
 */
export type Schema<Value> =
  | StandardSchemaV1<unknown, Value>
  | { readonly validate: StandardSchemaV1<unknown, Value>; readonly jsonSchema: JsonSchema }
  | { readonly jsonSchema: JsonSchema };

/** `menu`: no run. `loading`: `start` is at work. `running`: ticks can run. `over`: the run has ended. */
export type Phase = "menu" | "loading" | "running" | "over";

/** What is asked of a snapshot. For the whole (evidence without `save`) `maxEntities` is `Infinity` and `since` 0. */
export interface SnapshotView {
  /** How many nearest entities each list may hold. */
  readonly maxEntities: number;
  /** The boundary of the agent's previous look: events of later ticks are news. */
  readonly since: number;
}

/** A question that the game stops for. It is answered at a boundary, never inside a tick. */
export interface Choice {
  /** Unique in the run; a later question has another id, a rerolled one too. */
  readonly id: string | number;
  /** `levelup`, `startingWeapon`, …: also the owner that holds the pause, and the stop reason. */
  readonly kind: string;
  /** The actions that are legal now, keys of `ChoicePort.actions`. */
  readonly actions: readonly string[];
  readonly options: readonly JsonValue[];
  /** Charges left by action, where an action has any. */
  readonly charges?: { readonly [action: string]: number };
}

export interface ChoicePort {
  /** Every kind that a choice of this game can have. */
  readonly kinds: readonly string[];
  /** Every action that any choice of this game can have. An action with `index: true` takes the index of an option. */
  readonly actions: { readonly [action: string]: { readonly index: boolean; readonly description?: string } };
  /** The open choice, if one waits. */
  open(): Choice | undefined;
  /** How many more wait behind the open one. */
  queued?(): number;
  /**
   * Resolves the open choice. The SDK has checked that `action` is one of `open().actions` and that `index` is in
   * range (undefined for an action that takes none). Returns `{noEffect: reason}` when nothing changed.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a method that returns nothing took effect
  resolve(action: string, index: number | undefined): void | { readonly noEffect: string };
}

/** A debug action. `apply` runs at the head of a tick and may refuse, changing nothing. */
export interface Cheat<Args = never> {
  readonly description?: string;
  /** Left out: the cheat takes no arguments. */
  readonly args?: Schema<Args>;
  // biome-ignore lint/suspicious/noConfusingVoidType: a cheat that returns nothing took effect
  apply(args: Args): void | { readonly refused: string };
}

/**
 * A stop condition of `stepUntil`. The order of the list is the order in which one reason wins.
 * A condition stops on becoming true; an `event` stops after each tick in which it holds.
 */
export interface Stop {
  readonly name: string;
  readonly description?: string;
  /** A condition with an argument is named as `hpBelow:40`; one without, as `bossSpawned`. */
  readonly argument?: "number";
  readonly event?: boolean;
  /** Looks at the state after the newest tick; `argument` is given where `argument: "number"` is declared. */
  holds(argument: number): boolean;
}

/** The game's own verdict, with the meaning of Gymnasium's `terminated`: `done` when the run has ended. */
export interface Evaluation {
  readonly done: boolean;
  readonly success: boolean;
  readonly failed: boolean;
  readonly score: number;
  readonly reason?: string;
}

/** What an agent must know of the world to read numbers as they are meant. */
export interface WorldDescription {
  /** The unit of lengths, such as `px` or `m`. */
  readonly unit?: string;
  /** The direction in which each axis grows, such as `{x: "right", y: "down"}`. */
  readonly axes?: { readonly [axis: string]: string };
  readonly bounds?: { readonly [name: string]: number };
}

/** A game with a fixed-tick simulation. See docs/embedding.md. */
export interface GameDefinition<Input = unknown, Options = unknown, State = unknown> {
  readonly id: string;
  /** Names the exact code of the simulation; the same constant in the page and in Node. */
  readonly build: string;
  /** An integer. */
  readonly ticksPerSecond: number;
  readonly input: Schema<Input>;
  /** What "no input" is. */
  readonly neutralInput: Input;
  /** Start options; left out: the game takes none. */
  readonly options?: Schema<Options>;
  /** Begins a run. Every random number of the simulation derives from `seed` (an integer, 0 to 2^32-1). */
  start(seed: number, options: Options): void | Promise<void>;
  /** Simulates exactly one tick. Touches no clock, DOM or I/O. `input` is frozen. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a tick that returns nothing took the input
  tick(input: Input): void | { readonly ignored: string };
  phase(): Phase;
  /** The agent's view: derived, bounded plain data. Never fed back into the simulation, and changes nothing. */
  snapshot(view: SnapshotView): object;
  /** Everything the simulation needs to go on. Shares nothing with the live state. */
  save?(): State;
  /** Makes `state` the live state. The game owns it from here on. */
  load?(state: State): void;
  /** Owners that hold real time beside the choices (a menu, a cut scene). `step` runs through them. */
  pauses?(): readonly string[];
  /** Rebuilds the view after a rewind, a restore or a load. */
  afterLoad?(): void;
  readonly choices?: ChoicePort;
  // biome-ignore lint/suspicious/noExplicitAny: each cheat has arguments of its own type
  readonly cheats?: { readonly [name: string]: Cheat<any> };
  readonly stops?: readonly Stop[];
  evaluate?(): Evaluation;
  availableActions?(): JsonValue;
  readonly audits?: { readonly [name: string]: () => JsonValue };
  /** Keyboard and pad for human play; never consulted while an agent's input is in force. */
  sampleHardware?(): Input;
  readonly world?: WorldDescription;
  /** The JSON Schema of what `snapshot` returns, with units in its descriptions. */
  readonly snapshotSchema?: JsonSchema;
}

/** Names a game with its types inferred. What it returns is what it was given; it is checked when a session begins. */
export function defineGame<Input, Options = Record<string, never>, State = unknown>(
  game: GameDefinition<Input, Options, State>,
): GameDefinition<Input, Options, State> {
  return game;
}
