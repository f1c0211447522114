// Drives two live games by one replay, move by move, until they differ: in long batches where nothing is expected, and
// standing still after every move where it is, so that both states are at hand when they part.

import { setTimeout as sleep } from "node:timers/promises";
import type { DeterminismWarning } from "@tickbridge/bridge/protocol";
import {
  decodeState,
  differingParts,
  type Evidence,
  firstDifference,
  hashEvery,
  hashParts,
  type Replay,
} from "@tickbridge/replay";
import { DriverError } from "./errors.js";
import { chunkCommandsMax, type Look, type Move, movesOf, type Point, type ReplayDrive } from "./replay-drive.js";
import { shownValue } from "./shown-value.js";

/** Two boundaries between which hashes part; `lastEqualTick` is -1 when none is equal. */
export interface Interval {
  readonly lastEqualTick: number;
  readonly tick: number;
}

/** A warning of a state that changed while no tick ran. */
type StateChange = DeterminismWarning & { readonly code: "ASYNC_STATE_CHANGE" | "READ_CHANGED_STATE" };

export function isStateChange<Warning extends Pick<DeterminismWarning, "code">>(
  warning: Warning,
): warning is Warning & Pick<StateChange, "code"> {
  return warning.code !== "TRIPWIRE";
}

/** The first point at which two live sides differ. */
export interface SidesDifference {
  /** What is known of it: a part of the state, the hashes alone, or that one side was refused or threw. */
  readonly kind: "state" | "hash" | "stopped";
  /** The tick after which, or the boundary at which, they differ. */
  readonly tick: number;
  /** What was done last: the start, the choices of a boundary, a tick, or nothing (a promise or a timer did it). */
  readonly after: Move["kind"] | "nothing";
  /** With `after: "nothing"`: whether something read the state and changed it, or something else did. */
  readonly code?: StateChange["code"];
  /** For `state`: the JSON pointer of the first part that differs. */
  readonly path?: string;
  /** For `state`: the pointers of all top-level parts that differ; `""` alone when that is their order, or what they share. */
  readonly parts?: readonly string[];
  /** What stands there, as a program would write it; the hash; or what became of the side. */
  readonly left: string;
  readonly right: string;
}

/** Boundaries between which the sides stand still after every move. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface Compared {
  readonly difference: SidesDifference | undefined;
  readonly evidence: Evidence;
  readonly hashesCompared: number;
  /** Where the left side parts from the recorded hashes. */
  readonly recording: Interval | undefined;
  /** What stopped both sides alike before the end. */
  readonly stopped: Extract<Point, { kind: "stopped" }> | undefined;
  /** What each side's replies have warned of, and where its state changed although nothing was done. */
  readonly warnings: readonly [left: readonly DeterminismWarning[], right: readonly DeterminismWarning[]];
}

const asyncChange = "ASYNC_STATE_CHANGE" satisfies StateChange["code"];
/** A game in this process gets no turn by itself; whatever it has set a timer for must happen where it is seen. */
const turnMs = 1;
/** Where the sides stand still after every move, timers of a page have their turn too: nested ones take 4 ms. */
const watchedTurnMs = 5;

export class SideComparison {
  readonly #replay: Replay;
  readonly #left: ReplayDrive;
  readonly #right: ReplayDrive;
  readonly #tell: (words: string) => void;
  #hashesCompared = 0;
  #lastEqualTick = -1;
  #recording: Interval | undefined;
  #stopped: Compared["stopped"];
  /** What each side came to in the watched move before. */
  #last: readonly (Point | undefined)[] = [];

  constructor(replay: Replay, left: ReplayDrive, right: ReplayDrive, tell: (words: string) => void) {
    this.#replay = replay;
    this.#left = left;
    this.#right = right;
    this.#tell = tell;
  }

  /** @throws {DriverError} BAD_GAME when the two sides cannot be compared. */
  async run({ from, to }: Window): Promise<Compared> {
    let difference: SidesDifference | undefined;
    let chunk: Move[] = [];
    let commandCount = 0;
    const isDone = () => difference !== undefined || this.#stopped !== undefined;
    const flush = async () => {
      if (chunk.length > 0) difference = await this.#playChunk(chunk);
      chunk = [];
      commandCount = 0;
    };
    for (const move of movesOf(this.#replay)) {
      const isWatched = move.boundary >= from && move.boundary <= to;
      if (isWatched || move.kind === "start" || commandCount > chunkCommandsMax) await flush();
      if (isDone()) break;
      if (isWatched) difference = await this.#playWatched(move);
      else if (chunk.push(move) > 0) commandCount += move.commands.length + 1;
      if (isDone()) break;
    }
    if (!isDone()) await flush();
    const { ticks } = this.#replay;
    if (!isDone() && ticks >= from && ticks <= to) difference = await this.#compareBetween(ticks);
    return {
      difference,
      evidence: this.#evidence(),
      hashesCompared: this.#hashesCompared,
      recording: this.#recording,
      stopped: this.#stopped,
      warnings: [this.#left.warnings, this.#right.warnings],
    };
  }

  #evidence(): Evidence {
    const [left, right] = [this.#left.evidence, this.#right.evidence];
    if (left === right) return left ?? this.#replay.evidence;
    throw new DriverError(
      "BAD_GAME",
      `the hashes of one side cover the ${left}, of the other the ${right}: they cannot be compared`,
    );
  }

  async #playBoth(
    moves: readonly Move[],
    withStates: boolean,
  ): Promise<readonly (readonly [Point | undefined, Point | undefined])[]> {
    const [left, right] = await Promise.all([this.#left.play(moves, withStates), this.#right.play(moves, withStates)]);
    this.#tell(`comparing, tick ${moves.at(-1)?.boundary ?? 0} of ${this.#replay.ticks}`);
    return moves.map((_, index) => [left[index], right[index]]);
  }

  async #playChunk(moves: readonly Move[]): Promise<SidesDifference | undefined> {
    await sleep(turnMs);
    this.#last = [];
    for (const [index, [left, right]] of (await this.#playBoth(moves, false)).entries()) {
      if (left === undefined || right === undefined) return undefined;
      const difference = this.#compare(moves[index] as Move, left, right);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  async #playWatched(move: Move): Promise<SidesDifference | undefined> {
    const between = move.kind === "start" ? undefined : await this.#compareBetween(move.boundary);
    if (between !== undefined) return between;
    const [points] = await this.#playBoth([move], true);
    const [left, right] = points as [Point, Point];
    this.#last = [left, right];
    return this.#compare(move, left, right);
  }

  /** Whether the sides still are what they were after the move before, a macrotask ago. */
  async #compareBetween(boundary: number): Promise<SidesDifference | undefined> {
    await sleep(watchedTurnMs);
    const [left, right] = await Promise.all([this.#left.look(), this.#right.look()]);
    this.#noteChange(this.#left, this.#last[0], left, boundary);
    this.#noteChange(this.#right, this.#last[1], right, boundary);
    if (left === undefined || right === undefined || left.hash === right.hash) return undefined;
    return hashesDiffer({ tick: boundary, after: "nothing", code: asyncChange }, left, right);
  }

  /** Adds a change that nothing was done for to the side's warnings, unless its own bridge has told of it. */
  #noteChange(side: ReplayDrive, before: Point | undefined, now: Look | undefined, tick: number): void {
    if (before?.kind !== "hash" || now === undefined || before.hash === now.hash) return;
    if (side.warnings.some((warning) => isStateChange(warning) && warning.tick === tick)) return;
    const parted = partOf(before, now);
    side.warnings.push({
      code: asyncChange,
      tick,
      message: `the state changed after boundary ${tick} although nothing was done`,
      ...(parted && { path: parted.path, before: parted.left, after: parted.right }),
    });
  }

  #compare(move: Move, left: Point, right: Point): SidesDifference | undefined {
    this.#evidence();
    const where = { tick: left.tick, after: move.kind };
    if (left.kind === "hash" && right.kind === "hash") {
      this.#hashesCompared++;
      this.#compareWithRecording(move, left.hash);
      if (left.hash !== right.hash) return hashesDiffer(where, left, right);
    }
    // Engines word the same error differently.
    if (left.kind === "stopped" && right.kind === "stopped" && left.code === right.code) {
      this.#stopped = left;
      return undefined;
    }
    const [leftWords, rightWords] = [pointWords(left), pointWords(right)];
    return leftWords === rightWords ? undefined : { kind: "stopped", ...where, left: leftWords, right: rightWords };
  }

  #compareWithRecording({ kind, boundary }: Move, hash: string): void {
    const tick = kind === "tick" ? boundary + 1 : boundary;
    if (kind === "choices" || tick % hashEvery !== 0 || this.#recording !== undefined) return;
    if (this.#replay.hashes.values[tick / hashEvery] === hash) this.#lastEqualTick = tick;
    else this.#recording = { lastEqualTick: this.#lastEqualTick, tick };
  }
}

type Seen = Pick<Look, "hash"> & Partial<Look>;

/** The difference of two hashes, by its path where the states are at hand. */
export function hashesDiffer(
  where: Pick<SidesDifference, "tick" | "after" | "code">,
  left: Seen,
  right: Seen,
): SidesDifference {
  const parted = partOf(left, right);
  return parted === undefined
    ? { kind: "hash", ...where, left: left.hash, right: right.hash }
    : { kind: "state", ...where, ...parted };
}

/** The first part at which two states differ, with both values in words. */
function partOf(
  left: Seen,
  right: Seen,
): Required<Pick<SidesDifference, "path" | "parts" | "left" | "right">> | undefined {
  if (left.stateText === undefined || right.stateText === undefined) return undefined;
  const states = [decodeState(left.stateText), decodeState(right.stateText)] as const;
  const found = firstDifference(...states);
  if (found === undefined) return undefined;
  const parts = differingParts(hashParts(states[0]), hashParts(states[1]));
  return { path: found.path, parts, left: shownValue(found.left), right: shownValue(found.right) };
}

/** What became of a side, for people: two points with equal hashes may still differ in it. */
export function pointWords(point: Point): string {
  if (point.kind === "stopped") return `${point.code}: ${point.message}`;
  return point.refusedCheat === undefined ? "goes on" : `goes on; a cheat was refused: ${point.refusedCheat}`;
}
