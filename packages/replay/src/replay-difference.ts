// Where two replays part ways: what a person wants to know of two files that should be equal.

import { firstDifference } from "./compare.js";
import { hashEvery, type Replay } from "./format.js";
import { parseReplay } from "./parse-replay.js";

const headerFields = [
  "game",
  "ticksPerSecond",
  "math",
  "evidence",
  "seed",
  "options",
  "ticks",
  "cheated",
  "fault",
] as const;
const streamNames = ["inputs", "choices", "cheats"] as const;

type Stream = (typeof streamNames)[number];
type Row = Replay[Stream][number];

/** A part of the header that differs; a side that lacks it is undefined. */
export interface HeaderDifference {
  /** A JSON pointer into the replay. */
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/** The first row in which a stream differs; a side that has ended is undefined. */
export interface StreamDifference {
  readonly stream: Stream;
  readonly row: number;
  /** The earlier of the two rows' ticks: the first at which the two do something else. */
  readonly tick: number;
  readonly left?: Row;
  readonly right?: Row;
}

/** The first recorded hash that differs. */
export interface HashDifference {
  /** The last boundary whose hashes are equal; -1 when none is. */
  readonly lastEqualTick: number;
  readonly tick: number;
  readonly left: string;
  readonly right: string;
}

export interface ReplayDifference {
  readonly header: readonly HeaderDifference[];
  /** One for each stream that differs, the earliest first. */
  readonly streams: readonly StreamDifference[];
  /** How many boundaries both have a hash of, the final one apart. */
  readonly hashesCompared: number;
  readonly hash?: HashDifference;
  /** Set when both end at the same tick, with the same hashes on the way, in another state. */
  readonly final?: HashDifference;
}

/**
 * All in which two replays part ways; undefined when they are equal. Provenance does not count.
 * @throws {ReplayError} when one breaks a rule of the format.
 */
export function compareReplays(one: Replay, other: Replay): ReplayDifference | undefined {
  // Parsed replays are canonical: the order of keys, which `firstDifference` sees, says nothing.
  const [left, right] = [parseReplay(one), parseReplay(other)];
  const header = headerFields.flatMap((field) => headerDifference(left, right, field));
  const streams = streamNames
    .flatMap((stream) => streamDifference(stream, left[stream], right[stream]) ?? [])
    .sort((one, other) => one.tick - other.tick);
  const hashesCompared = Math.min(left.hashes.values.length, right.hashes.values.length);
  const hash = hashDifference(left, right, hashesCompared);
  const final = hash === undefined && left.ticks === right.ticks ? finalDifference(left, right) : undefined;
  if (header.length + streams.length === 0 && hash === undefined && final === undefined) return undefined;
  return {
    header,
    streams,
    hashesCompared,
    ...(hash === undefined ? {} : { hash }),
    ...(final === undefined ? {} : { final }),
  };
}

function headerDifference(left: Replay, right: Replay, field: (typeof headerFields)[number]): HeaderDifference[] {
  const difference = firstDifference(left[field], right[field]);
  return difference === undefined ? [] : [{ ...difference, path: `/${field}${difference.path}` }];
}

function streamDifference(stream: Stream, left: readonly Row[], right: readonly Row[]): StreamDifference | undefined {
  for (let row = 0; row < Math.max(left.length, right.length); row++) {
    const one = left[row];
    const other = right[row];
    if (firstDifference(one, other) === undefined) continue;
    return {
      stream,
      row,
      tick: Math.min(one?.[0] ?? Number.POSITIVE_INFINITY, other?.[0] ?? Number.POSITIVE_INFINITY),
      ...(one === undefined ? {} : { left: one }),
      ...(other === undefined ? {} : { right: other }),
    };
  }
  return undefined;
}

function hashDifference(left: Replay, right: Replay, compared: number): HashDifference | undefined {
  for (let index = 0; index < compared; index++) {
    const [one, other] = [left.hashes.values[index] as string, right.hashes.values[index] as string];
    if (one !== other) {
      return {
        lastEqualTick: index === 0 ? -1 : (index - 1) * hashEvery,
        tick: index * hashEvery,
        left: one,
        right: other,
      };
    }
  }
  return undefined;
}

function finalDifference(left: Replay, right: Replay): HashDifference | undefined {
  if (left.final === right.final) return undefined;
  const lastEqualTick = (left.hashes.values.length - 1) * hashEvery;
  return { lastEqualTick, tick: left.ticks, left: left.final, right: right.final };
}
