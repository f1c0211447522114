// A hash for each top-level part of a state: two games that stand far apart tell by a few words which parts differ, before
// a whole state is moved for the path.

import { pointer } from "./pointer.js";
import { hashState, type StateHash } from "./state-hash.js";

/** The hashes of the parts of a state, by their JSON pointers; `""` alone where the state has no named parts. */
export type PartHashes = { readonly [path: string]: StateHash };

/**
 * The hash of each top-level part of `state`, which is the property of an object or the entry of a Map whose
 * keys are all texts. Each is hashed alone: that two parts share something does not show. Any other state is one part.
 *
 * @throws {StateError} as {@link hashState} does.
 */
export function hashParts(state: unknown): PartHashes {
  // For the check: a part alone would name its paths from itself on.
  const whole = hashState(state);
  const parts = namedParts(state);
  if (parts === undefined) return { "": whole };
  return Object.fromEntries(parts.map(([key, part]) => [pointer([key]), hashState(part)]));
}

/**
 * The paths of the top-level parts that differ or stand on one side only, in the order of the left side; `[""]` when the
 * parts are equal and yet the wholes may differ: by the order of the parts, or by what they share.
 */
export function differingParts(left: PartHashes, right: PartHashes): string[] {
  const paths = new Set([...Object.keys(left), ...Object.keys(right)]);
  const differing = [...paths].filter((path) => left[path] !== right[path]);
  return differing.length === 0 ? [""] : differing;
}

function namedParts(state: unknown): (readonly [string | number, unknown])[] | undefined {
  if (typeof state !== "object" || state === null) return undefined;
  if (state instanceof Map) {
    const keys = [...state.keys()];
    // Both "1" and 1 would be named /1.
    return keys.every((key) => typeof key === "string") ? [...(state as Map<string, unknown>)] : undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(state);
  return prototype === Object.prototype || prototype === null ? Object.entries(state) : undefined;
}
