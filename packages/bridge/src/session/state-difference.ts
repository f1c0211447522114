// Where two states differ first, in a form that a reply can hold.

import { firstDifference, type JsonValue } from "@tickbridge/replay";
import { safeJson } from "./safe-json.js";

/** Values are cut to so many characters. */
const valueCharsMax = 300;

/** The JSON pointer of the first part that differs, and what stands there. */
interface StateDifference {
  readonly path: string;
  readonly expected: JsonValue;
  readonly actual: JsonValue;
}

/** Nothing where a state is missing, or where they do not differ. */
export function differenceOf(expected: unknown, actual: unknown): StateDifference | Record<string, never> {
  if (expected === undefined || actual === undefined) return {};
  const difference = firstDifference(expected, actual);
  if (difference === undefined) return {};
  return { path: difference.path, expected: short(difference.left), actual: short(difference.right) };
}

function short(value: unknown): JsonValue {
  const { value: safe } = safeJson(value);
  const text = JSON.stringify(safe);
  return text.length > valueCharsMax ? `${text.slice(0, valueCharsMax)}…` : safe;
}
