// Lets a policy play next to the game, with no round trip between its decisions.

import type { DeterminismWarning, Receipt, Snapshot } from "@tickbridge/bridge/protocol";
import { CommandError, DriverError, PolicyError, requireObject } from "./errors.js";
import { policyTextOf } from "./play-text.js";
import type { Play, PlayRequest } from "./policy-run.js";
import type { CallOptions } from "./replies.js";

/**
 * What a policy may decide: an input for the next `every` ticks, or one with its own number of ticks; while a choice is
 * open (`state.choice`), an answer to it; undefined or `{ done: true }` to stop. An input that has a field `input` or
 * `done` of its own is given as `{ input }`.
 */
export type Decision<Input> =
  | Input
  | { readonly input: Input; readonly ticks?: number }
  | { readonly action: string; readonly index?: number }
  | { readonly done: true }
  | undefined;

/**
 * Looks at a snapshot and decides. It runs where the game runs and is sent there as text: it may use nothing but its
 * arguments. `memory` is its own to change, and comes back at the end.
 */
export type PlayPolicy<Input, Memory> = (
  state: PolicyState,
  memory: Memory,
) => Decision<Input> | Promise<Decision<Input>>;

/** The snapshot of the boundary, frozen; `choice` is an `OpenChoice`. Functions of a `Snapshot` are policies too. */
export type PolicyState = Snapshot & {
  // biome-ignore lint/suspicious/noExplicitAny: as below
  readonly choice?: any;
  // biome-ignore lint/suspicious/noExplicitAny: the game's own fields, as describe names them
  readonly [field: string]: any;
};

export interface PlayOptions<Memory> extends CallOptions {
  /** How many ticks to play at most. */
  readonly ticks: number;
  /** For how many ticks an input holds that does not say so itself; 1 unless named. */
  readonly every?: number;
  /** Conditions that end it, as of `stepUntil`. */
  readonly stopOn?: readonly string[];
  /** Plain data for the policy to read and change; `{}` unless given. */
  readonly memory?: Memory;
}

export interface Played<Memory> {
  /** How often the policy was asked. */
  readonly decisions: number;
  /** How many ticks were run. */
  readonly ticks: number;
  /** `maxTicks`, `gameover`, `done` (the policy's own word), `aborted`, or the name of a condition. */
  readonly stopped: string;
  readonly condition?: string;
  readonly alreadyTrue?: readonly string[];
  /** How many inputs had which outcome. */
  readonly receipts: { readonly [outcome in Receipt["outcome"]]?: number };
  /** What broke determinism on the way. */
  readonly warnings?: readonly DeterminismWarning[];
  readonly memory: Memory;
  readonly state: Snapshot;
}

/** The text of a policy, and what it is to play. @throws {DriverError} USAGE, BAD_ARGS. */
export function playRequest(
  policy: unknown,
  options: PlayOptions<unknown>,
): { readonly text: string; readonly request: PlayRequest } {
  const { ticks, every = 1, stopOn = [], memory = {} } = requireObject("play: options", options);
  checkCount("ticks", ticks, 0);
  checkCount("every", every, 1);
  return { text: policyTextOf(policy), request: { ticks, every, stopOn, memory } };
}

/** How a policy ended, or the error that ended it. @throws {PolicyError} @throws {CommandError} */
export function playedOf<Memory>(play: Play, state: Snapshot): Played<Memory> {
  if (play.kind === "threw") throw new PolicyError(play.decisions, play.tick, play.message, play.stack);
  if (play.kind === "refused") {
    const { reply, decisions, answering } = play;
    const what = answering === "" ? "" : `, an answer to the ${answering} choice`;
    throw new CommandError(reply, decisions === 0 ? "" : `decision ${decisions} of the policy${what}: `);
  }
  if (play.kind === "late") throw new Error("a link tells of a late policy itself");
  const { kind: _, ...played } = play;
  return { ...played, memory: played.memory as Memory, state };
}

function checkCount(name: string, count: number, least: number): void {
  if (Number.isInteger(count) && count >= least && count < 2 ** 31) return;
  throw new DriverError("USAGE", `play: ${name} ${count}: expected an integer from ${least} to ${2 ** 31 - 1}`);
}
