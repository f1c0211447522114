// Inputs that are simpler than another: nearer to the neutral one, or written in fewer characters. One measure falls from
// each to the next, so that no way leads back.

import type { JsonValue } from "@tickbridge/bridge";

/**
 * Simpler forms of `input`, the simplest first: a part as in `neutral` or left out, or a number whole, of one digit, or one
 * decimal. A part that is as in `neutral` stays. Whoever goes on from one of them comes to an end.
 */
export function* simplerInputs(input: JsonValue, neutral: JsonValue | undefined): Generator<JsonValue> {
  const size = sizeOf(input, neutral);
  for (const form of formsOf(input, neutral)) if (isSmaller(sizeOf(form, neutral), size)) yield form;
}

function* formsOf(input: JsonValue, neutral: JsonValue | undefined): Generator<JsonValue> {
  if (neutral !== undefined && isSame(input, neutral)) return;
  if (Array.isArray(input)) {
    for (const [index, value] of input.entries()) {
      const rest = Array.isArray(neutral) ? neutral[index] : undefined;
      yield input.filter((_, place) => place !== index);
      if (rest !== undefined) yield input.with(index, rest);
      for (const form of formsOf(value, rest)) yield input.with(index, form);
    }
  } else if (isObject(input)) {
    for (const [key, value] of Object.entries(input)) {
      const rest = isObject(neutral) ? neutral[key] : undefined;
      const { [key]: _left, ...without } = input;
      yield rest === undefined ? without : { ...input, [key]: rest };
      for (const form of formsOf(value, rest)) yield { ...input, [key]: form };
    }
  } else if (typeof input === "number") {
    const from = typeof neutral === "number" ? neutral : 0;
    yield* [1, 10, 100].map((step) => from + Math.sign(input - from) * step);
    yield* [Math.trunc(input), Math.round(input), Math.trunc(input * 10) / 10, Math.round(input * 10) / 10];
  }
}

/** How many parts are not as in the neutral input, how many characters all have, and how far all numbers are from it. */
type Size = readonly [parts: number, characters: number, distance: number];

function sizeOf(input: JsonValue, neutral: JsonValue | undefined): Size {
  const [parts, distance] = awayFrom(input, neutral);
  return [parts, JSON.stringify(input).length, distance];
}

function awayFrom(input: JsonValue | undefined, neutral: JsonValue | undefined): readonly [parts: number, far: number] {
  if (input === undefined || neutral === undefined ? input === neutral : isSame(input, neutral)) return [0, 0];
  if (typeof input === "number") return [1, Math.abs(input - (typeof neutral === "number" ? neutral : 0))];
  if (typeof input !== "object" || input === null) return [1, 0];
  const [own, others] = [membersOf(input), membersOf(neutral)];
  // Even with nothing in it, it is not the neutral one.
  let [parts, far] = [1, 0];
  for (const key of new Set([...own.keys(), ...others.keys()])) {
    const [more, further] = awayFrom(own.get(key), others.get(key));
    parts += more;
    far += further;
  }
  return [parts, far];
}

function isSmaller(left: Size, right: Size): boolean {
  const place = left.findIndex((part, index) => part !== right[index]);
  return place !== -1 && (left[place] as number) < (right[place] as number);
}

function membersOf(value: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Inputs are canonical, so that equal ones have equal texts. */
export function isSame(left: JsonValue, right: JsonValue): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
