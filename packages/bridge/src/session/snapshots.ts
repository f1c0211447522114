// Makes snapshots: the game's own view inside the frame that every game's snapshot has.
// Made when asked for, since most ticks are never looked at.

import type { JsonValue } from "../game.js";
import type { RunState, Snapshot, SnapshotFrame } from "../protocol.js";
import { maxEntitiesDefault } from "./max-entities.js";
import { nonEmpty, present } from "./present.js";
import { thrownMessage } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";
import type { Run } from "./run.js";
import { safeJson } from "./safe-json.js";

/** So many of the newest are kept, to tell an agent only what is new since one of them. */
const keptMax = 32;

/** Who stands behind a snapshot beside the game. */
export interface SnapshotContext {
  readonly run: Run | undefined;
  readonly agentHolds: boolean;
  readonly starting: boolean;
  readonly commandAtWork: string | undefined;
  /** The boundary of the previous look. */
  readonly eventsSince: number;
}

export class Snapshots {
  readonly #game: RegisteredGame;
  maxEntities = maxEntitiesDefault;
  #snap = 0;
  /** Whether news since a snapshot that is made now can be asked for. */
  keeps = true;
  readonly #kept = new Map<number, Snapshot>();

  constructor(game: RegisteredGame) {
    this.#game = game;
  }

  /** A fresh snapshot or, when the game cannot give one, a frame that says so. Never throws. */
  makeSafely(context: SnapshotContext): Snapshot {
    try {
      return this.make(context);
    } catch (thrown) {
      const { run } = context;
      return Object.freeze(
        present({
          tick: run?.tick,
          snap: ++this.#snap,
          runState: run === undefined ? "Menu" : "Paused",
          pauseOwners: context.agentHolds ? ["agent"] : [],
          seed: run?.seed,
          choice: this.#choiceSafely(run),
          // Before its first run a small game may have nothing to show, and no way to say so.
          snapshotError: run === undefined ? undefined : thrownMessage(thrown),
        }),
      ) as Snapshot;
    }
  }

  /** Whether somebody else holds the game than `snapshot` says: a person may open a menu, and then no tick runs. */
  isOutdated({ run, agentHolds, commandAtWork }: SnapshotContext, snapshot: Snapshot | undefined): boolean {
    if (run === undefined || commandAtWork !== undefined || snapshot === undefined) return false;
    try {
      return pauseOwners(this.#game, agentHolds).join() !== snapshot.pauseOwners.join();
    } catch {
      return false;
    }
  }

  /** The number of the newest snapshot. */
  get newest(): number {
    return this.#snap;
  }

  /** Numbers the next snapshots behind `snap`. */
  continueBehind(snap: number): void {
    this.#snap = Math.max(this.#snap, snap);
  }

  /** The snapshot with the number `snap`, if it is one of the newest. */
  get(snap: number): Snapshot | undefined {
    return this.#kept.get(snap);
  }

  /** A fresh snapshot. Throws GameThrew when the game cannot give one. */
  make(context: SnapshotContext, maxEntities = this.maxEntities): Snapshot {
    const { run, eventsSince } = context;
    const own = safeJson(this.#game.snapshot(maxEntities, eventsSince));
    const open = run === undefined ? undefined : this.#game.choice;
    const choice = open && safeJson(open, ["choice"]);
    const queued = open && safeJson(this.#game.choicesQueued, ["choicesQueued"]);
    const frame = present({
      tick: run?.tick,
      snap: ++this.#snap,
      runState: runState(this.#game, context.starting),
      pauseOwners: pauseOwners(this.#game, context.agentHolds),
      seed: run?.seed,
      choice: choice?.value,
      choicesQueued: queued?.value,
      faulted: run?.faulted,
      nonFinite: nonEmpty([own, choice, queued].flatMap((part) => part?.nonFinite ?? [])),
      unshowable: nonEmpty([own, choice, queued].flatMap((part) => part?.unshowable ?? [])),
    }) as SnapshotFrame;
    // The frame's fields win: a game cannot show another tick than the one it is at.
    const snapshot = Object.freeze({ ...frame, ...(own.value as { readonly [field: string]: JsonValue }), ...frame });
    if (this.keeps) this.#kept.set(snapshot.snap, snapshot);
    if (this.#kept.size > keptMax) this.#kept.delete(this.#kept.keys().next().value as number);
    return snapshot;
  }

  /** The open choice, so that a run whose snapshot fails can still be driven. */
  #choiceSafely(run: Run | undefined): JsonValue | undefined {
    try {
      const open = run === undefined ? undefined : this.#game.choice;
      return open && safeJson(open).value;
    } catch {
      return undefined;
    }
  }
}

/** Who holds the simulation: the agent, the open choice by its kind, the game's own owners. */
export function pauseOwners(game: RegisteredGame, agentHolds: boolean): readonly string[] {
  const choice = game.phase === "running" ? game.choice : undefined;
  return Object.freeze([
    ...(agentHolds ? ["agent"] : []),
    ...(choice === undefined ? [] : [choice.kind]),
    ...game.pauses,
  ]);
}

function runState(game: RegisteredGame, starting: boolean): RunState {
  if (starting) return "Loading";
  switch (game.phase) {
    case "menu":
      return "Menu";
    case "loading":
      return "Loading";
    case "over":
      return "Over";
    case "running":
      // The agent's own pause is how it steps, not a state of the game.
      return pauseOwners(game, false).length > 0 ? "Paused" : "InRun";
  }
}
