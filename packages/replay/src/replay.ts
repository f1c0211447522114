// The replay: the one place that defines the format. Input is not trusted: it is first copied as plain JSON within
// limits, and everything after that looks at the copy only.

import stringify from "fast-json-stable-stringify";
import { type CanonicalError, copyJson, depthMax, type JsonValue } from "./canonical.js";
import { scanJson } from "./json-scan.js";
import { pointer } from "./pointer.js";
import { ReplayError, unexpected } from "./replay-error.js";
import { hashState, isStateHash, type StateHash } from "./state-hash.js";
import { countMax, isCount, parseSeed, seedMax } from "./units.js";
import { upgrade } from "./upgrades.js";

export const replayFormat = "tickbridge-replay";
export const replayVersion = 1;
/** Ticks between two recorded hashes. */
export const hashEvery = 60;

/** What the hashes cover: the whole state (`save`), or only the unlimited snapshot. */
export type Evidence = "state" | "snapshot";

/** A recorded run: what makes it run again, and the hashes that it must then meet. */
export interface Replay {
  readonly format: typeof replayFormat;
  readonly version: number;
  readonly game: { readonly id: string; readonly build: string };
  /** At least 1. */
  readonly ticksPerSecond: number;
  /** The id of the maths that the game uses. */
  readonly math: string;
  readonly seed: number;
  /** The start options. */
  readonly options: JsonValue;
  readonly ticks: number;
  /** Whether `cheats` or `fault.cheats` has any. */
  readonly cheated: boolean;
  readonly evidence: Evidence;
  /** Strictly rising, 1..ticks, changes only. */
  readonly inputs: readonly (readonly [tick: number, input: JsonValue])[];
  /** In order, 1..ticks. */
  readonly cheats: readonly (readonly [tick: number, name: string, args: JsonValue])[];
  /** In order, 0..ticks; `index` is null for an action that takes none. */
  readonly choices: readonly (readonly [tick: number, action: string, index: number | null])[];
  /** The hashes at ticks 0, 60, 120, …: exactly floor(ticks / 60) + 1. */
  readonly hashes: { readonly every: typeof hashEvery; readonly values: readonly StateHash[] };
  /** The hash at export, after the choices at boundary `ticks`. */
  readonly final: StateHash;
  /** Set when the tick after `ticks` threw: verification must see it throw again. `tick` is `ticks + 1`. */
  readonly fault?: {
    readonly tick: number;
    readonly input: JsonValue;
    readonly cheats: readonly (readonly [name: string, args: JsonValue])[];
    readonly message: string;
  };
  /** Who made it and when: free, left out of the content hash. */
  readonly provenance?: { readonly [key: string]: JsonValue };
}

const textLengthMax = 62 * 1024 * 1024;
const valueCountMax = 2 * 1024 * 1024;
// Free JSON may be as deep as `canonicalise` allows, and stands at most four levels deep (the arguments of a fault's cheat).
const levelsMax = depthMax + 4;

/**
 * Reads a replay from untrusted input: JSON text, or a value already parsed. The result is a canonical, deeply frozen
 * copy; nothing of the input is run or kept. Older versions are upgraded.
 *
 * @throws {ReplayError} and nothing else.
 */
export function parseReplay(input: unknown): Replay {
  const json = copy(typeof input === "string" ? parseText(input) : input);
  const { format, version } = anyRecord(json, "");
  expect(format === replayFormat, "/format", `"${replayFormat}"`);
  expect(isCount(version) && version > 0, "/version", "an integer from 1");
  if (version > replayVersion) {
    throw new ReplayError(
      "REPLAY_TOO_NEW",
      `this replay has version ${version}; this Tickbridge reads up to ${replayVersion}: update Tickbridge`,
      "/version",
      `at most ${replayVersion}`,
    );
  }
  return checkReplay(version < replayVersion ? copy(upgrade(json, version)) : json);
}

/**
 * The canonical text of a replay, with one newline at its end: equal replays give equal texts, and {@link parseReplay}
 * reads it back.
 *
 * @throws {ReplayError} when `replay` breaks a rule of the format, or is too large for {@link parseReplay}.
 */
export function stringifyReplay(replay: Replay): string {
  const text = `${stringify(parseReplay(replay))}\n`;
  scanText(text);
  return text;
}

/**
 * 16 hexadecimal digits that name the content of a replay: the {@link hashState} of its canonical text without
 * provenance. It is no proof against forgery.
 *
 * @throws {ReplayError} when `replay` breaks a rule of the format.
 */
export function replayContentHash(replay: Replay): string {
  return hashState(stringify({ ...parseReplay(replay), provenance: undefined }));
}

function expect(condition: boolean, path: string, expected: string): asserts condition {
  if (!condition) throw unexpected(path, expected);
}

function scanText(text: string): void {
  if (text.length > textLengthMax) throw unexpected("", `at most ${textLengthMax} characters`, "REPLAY_TOO_LARGE");
  scanJson(text, levelsMax, valueCountMax);
}

function parseText(text: string): unknown {
  scanText(text);
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected("", "JSON text");
  }
}

function copy(value: unknown): JsonValue {
  try {
    return copyJson(value, levelsMax, valueCountMax);
  } catch (error) {
    const { path, expected } = error as CanonicalError;
    throw unexpected(path, expected, expected === `at most ${valueCountMax} values` ? "REPLAY_TOO_LARGE" : undefined);
  }
}

type JsonRecord = { readonly [key: string]: JsonValue };

function anyRecord(value: JsonValue | undefined, path: string): JsonRecord {
  expect(typeof value === "object" && value !== null && !Array.isArray(value), path, "an object");
  return value as JsonRecord;
}

function record<Key extends string>(
  value: JsonValue | undefined,
  path: string,
  keys: readonly Key[],
  optionalKeys: readonly string[] = [],
): { readonly [key in Key]: JsonValue } & JsonRecord {
  const checked = anyRecord(value, path);
  const known: readonly string[] = [...keys, ...optionalKeys];
  for (const key of Object.keys(checked)) {
    expect(known.includes(key), path + pointer([key]), `no other key than ${known.join(", ")}`);
  }
  for (const key of keys) expect(Object.hasOwn(checked, key), `${path}/${key}`, "a value: it is missing");
  return checked as { readonly [key in Key]: JsonValue } & JsonRecord;
}

function expectText(value: JsonValue | undefined, path: string): asserts value is string {
  expect(typeof value === "string" && value !== "", path, "a text that is not empty");
}

function expectHash(value: JsonValue | undefined, path: string): void {
  expect(isStateHash(value), path, "a hash: 16 lower-case hexadecimal digits");
}

function list(value: JsonValue, path: string): readonly JsonValue[] {
  expect(Array.isArray(value), path, "an array");
  return value as readonly JsonValue[];
}

function levelsOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  let deepest = 0;
  for (const part of Object.values(value)) deepest = Math.max(deepest, levelsOf(part));
  return deepest + 1;
}

function expectFree(value: JsonValue, path: string): void {
  expect(levelsOf(value) <= depthMax, path, `at most ${depthMax} levels`);
}

/** Checks a list of tuples, each of `names.length` parts. */
function expectRows(
  value: JsonValue,
  path: string,
  names: readonly string[],
  check: (row: readonly JsonValue[], path: string) => void,
): void {
  list(value, path).forEach((entry, index) => {
    const entryPath = `${path}/${index}`;
    expect(Array.isArray(entry) && entry.length === names.length, entryPath, `[${names.join(", ")}]`);
    check(entry as readonly JsonValue[], entryPath);
  });
}

/** Checks a stream: tuples of which the first part is a tick, in order from `least` to `last`. */
function expectStream(
  value: JsonValue,
  path: string,
  names: readonly string[],
  [least, last]: readonly [least: number, last: number],
  check: (row: readonly JsonValue[], path: string) => void,
  gap = 0,
): void {
  let next = least;
  expectRows(value, path, ["tick", ...names], (row, rowPath) => {
    const tick = row[0];
    expect(isCount(tick) && tick >= next && tick <= last, `${rowPath}/0`, `an integer from ${next} to ${last}`);
    next = tick + gap;
    check(row, rowPath);
  });
}

function checkStreams(inputs: JsonValue, cheats: JsonValue, choices: JsonValue, ticks: number): void {
  let previous: string | undefined;
  const checkInput = (row: readonly JsonValue[], path: string) => {
    expectFree(row[1] as JsonValue, `${path}/1`);
    const text = JSON.stringify(row[1]);
    expect(text !== previous, `${path}/1`, "another input than the one before");
    previous = text;
  };
  expectStream(inputs, "/inputs", ["input"], [1, ticks], checkInput, 1);
  expectStream(cheats, "/cheats", ["name", "args"], [1, ticks], (row, path) => {
    expectText(row[1], `${path}/1`);
    expectFree(row[2] as JsonValue, `${path}/2`);
  });
  expectStream(choices, "/choices", ["action", "index"], [0, ticks], (row, path) => {
    expectText(row[1], `${path}/1`);
    expect(row[2] === null || isCount(row[2]), `${path}/2`, "an index or null");
  });
}

function checkHashes(value: JsonValue, ticks: number): void {
  const { every, values } = record(value, "/hashes", ["every", "values"]);
  expect(every === hashEvery, "/hashes/every", `${hashEvery}`);
  const hashes = list(values, "/hashes/values");
  const count = Math.floor(ticks / hashEvery) + 1;
  expect(hashes.length === count, "/hashes/values", `exactly ${count} hashes for ${ticks} ticks`);
  hashes.forEach((hash, index) => {
    expectHash(hash, `/hashes/values/${index}`);
  });
}

/** Whether cheats were used in the tick that threw. */
function checkFault(value: JsonValue, ticks: number): boolean {
  const { tick, input, cheats, message } = record(value, "/fault", ["tick", "input", "cheats", "message"]);
  expect(tick === ticks + 1, "/fault/tick", `${ticks + 1}, the tick after the last`);
  expectFree(input, "/fault/input");
  expectRows(cheats, "/fault/cheats", ["name", "args"], (row, path) => {
    expectText(row[0], `${path}/0`);
    expectFree(row[1] as JsonValue, `${path}/1`);
  });
  expect(typeof message === "string", "/fault/message", "a text");
  return list(cheats, "/fault/cheats").length > 0;
}

const requiredKeys = [
  "format",
  "version",
  "game",
  "ticksPerSecond",
  "math",
  "seed",
  "options",
  "ticks",
  "cheated",
  "evidence",
  "inputs",
  "cheats",
  "choices",
  "hashes",
  "final",
] as const;

function checkReplay(json: JsonValue): Replay {
  const replay = record(json, "", requiredKeys, ["fault", "provenance"]);
  const { ticksPerSecond, ticks, evidence, inputs, cheats, choices, fault, provenance } = replay;
  const game = record(replay.game, "/game", ["id", "build"]);
  expect(replay.version === replayVersion, "/version", `${replayVersion}`);
  expectText(game.id, "/game/id");
  expectText(game.build, "/game/build");
  expect(isCount(ticksPerSecond) && ticksPerSecond > 0, "/ticksPerSecond", "an integer from 1");
  expectText(replay.math, "/math");
  expect(parseSeed(replay.seed) !== undefined, "/seed", `an integer from 0 to ${seedMax}`);
  expectFree(replay.options, "/options");
  expect(isCount(ticks), "/ticks", `an integer from 0 to ${countMax}`);
  expect(evidence === "state" || evidence === "snapshot", "/evidence", '"state" or "snapshot"');
  checkHashes(replay.hashes, ticks);
  expectHash(replay.final, "/final");
  checkStreams(inputs, cheats, choices, ticks);
  const faultCheated = fault !== undefined && checkFault(fault, ticks);
  const cheated = faultCheated || list(cheats, "/cheats").length > 0;
  expect(replay.cheated === cheated, "/cheated", `${cheated}, as the cheats say`);
  if (provenance !== undefined) expectFree(anyRecord(provenance, "/provenance"), "/provenance");
  return json as unknown as Replay;
}
