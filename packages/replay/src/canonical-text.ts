// Canonical texts: equal values give equal bytes. Apart from the checks, since a page needs only those.

import stringify from "fast-json-stable-stringify";
import { canonicalise } from "./canonical.js";
import type { Replay } from "./format.js";
import { expectLength, parseReplay } from "./parse-replay.js";
import { hashState } from "./state-hash.js";

/** The canonical text of `value`. Throws as {@link canonicalise} does. */
export function canonicalJson(value: unknown): string {
  return stringify(canonicalise(value));
}

/**
 * The canonical text of a replay, with one newline at its end: equal replays give equal texts, and `parseReplay`
 * reads it back.
 *
 * @throws {ReplayError} when `replay` breaks a rule of the format.
 */
export function stringifyReplay(replay: Replay): string {
  const text = `${stringify(parseReplay(replay))}\n`;
  expectLength(text);
  return text;
}

/**
 * 16 hexadecimal digits that name the content of a replay: the `hashState` of its canonical text without provenance.
 * It is no proof against forgery.
 *
 * @throws {ReplayError} when `replay` breaks a rule of the format.
 */
export function replayContentHash(replay: Replay): string {
  return hashState(stringify({ ...parseReplay(replay), provenance: undefined }));
}
