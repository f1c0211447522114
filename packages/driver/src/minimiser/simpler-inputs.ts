// Inputs that are simpler than another: nearer to the neutral one, or written in fewer characters.

import type { JsonValue } from "@tickbridge/bridge";

/**
 * Simpler forms of `input`, the simplest first: a part as in `neutral`, or a number whole, of one digit, or one decimal.
 * Whoever goes on from one of them comes to an end: each is simpler than the one before by the same measure.
 */
export function* simplerInputs(input: JsonValue, neutral: JsonValue | undefined): Generator<JsonValue> {
  if (isObject(input)) {
    for (const [key, value] of Object.entries(input)) {
      const rest = isObject(neutral) ? neutral[key] : undefined;
      const { [key]: _left, ...without } = input;
      if (rest === undefined) yield without;
      else if (!isSame(rest, value)) yield { ...input, [key]: rest };
      for (const simpler of simplerInputs(value, rest)) yield { ...input, [key]: simpler };
    }
  } else if (Array.isArray(input)) {
    for (const index of input.keys()) yield input.filter((_, place) => place !== index);
  } else if (typeof input === "number") {
    const from = typeof neutral === "number" ? neutral : 0;
    yield* simplerNumbers(input, from);
  }
}

function* simplerNumbers(number: number, neutral: number): Generator<number> {
  const [sign, size] = [Math.sign(number - neutral), Math.abs(number - neutral)];
  const forms = [1, 10, 100].map((step) => neutral + sign * step);
  const rounded = [Math.trunc(number), Math.round(number), Math.trunc(number * 10) / 10, Math.round(number * 10) / 10];
  for (const form of new Set([...forms, ...rounded])) {
    const isShorter = lengthOf(form) < lengthOf(number);
    const isNearer = lengthOf(form) === lengthOf(number) && Math.abs(form - neutral) < size;
    if (form !== neutral && (isShorter || isNearer)) yield form;
  }
}

const lengthOf = (number: number) => String(number).length;

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Inputs are canonical, so that equal ones have equal texts. */
export function isSame(left: JsonValue, right: JsonValue): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
