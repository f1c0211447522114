// JSON in one form: keys sorted, -0 as 0, nothing that JSON would change in silence. Keys are sorted in the copy too, not
// only in the text, so that a value given live and the same value read back from a replay iterate alike.

import { pointer, type Token } from "./pointer.js";

/** Plain JSON data. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A value that JSON cannot hold. `path` is the JSON pointer of the offending part, `""` the whole. */
export class CanonicalError extends Error {
  override readonly name = "CanonicalError";
  readonly code = "BAD_JSON";
  readonly path: string;
  readonly expected: string;
  constructor(path: string, expected: string) {
    super(`${path === "" ? "the value" : path}: expected ${expected}`);
    this.path = path;
    this.expected = expected;
  }
}

/** How many arrays and objects may stand inside each other. */
export const depthMax = 64;
const valueCountMax = 1_000_000;

/**
 * A fresh, deeply frozen copy of `value` in canonical form: keys sorted, `-0` as `0`, properties that are undefined left
 * out. As in JSON only own enumerable string keys of objects and the elements of arrays are taken; each is read once.
 * Plain objects and arrays of another realm (a frame) are taken.
 *
 * @throws {CanonicalError} and nothing else: on NaN, infinities, BigInts, functions, symbols, class instances (Date, Map,
 * typed arrays, …), cycles, holes, undefined inside an array or at the top, the keys `__proto__`, `constructor` and
 * `prototype`, more than 64 levels, more than 1,000,000 values, and on a getter or proxy that throws.
 */
export function canonicalise(value: unknown): JsonValue {
  return copyJson(value, depthMax, valueCountMax);
}

/** {@link canonicalise} with other limits. */
export function copyJson(value: unknown, levelsMax: number, countMax: number): JsonValue {
  const copy = new Copy(levelsMax, countMax);
  try {
    return copy.copy(value);
  } catch (error) {
    // Only the copy's own failure may pass: a hostile getter could throw anything, a CanonicalError as well.
    throw error === copy.failure ? error : new CanonicalError(pointer(copy.tokens), "a value that can be read");
  }
}

const refusedKeys = new Set(["__proto__", "constructor", "prototype"]);

/** Whether `prototype` is an Object.prototype, of this realm or another. */
function isObjectPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "isPrototypeOf");
}

class Copy {
  failure: CanonicalError | undefined;
  readonly tokens: Token[] = [];
  readonly #open: object[] = [];
  #count = 0;

  readonly #levelsMax: number;
  readonly #countMax: number;

  constructor(levelsMax: number, countMax: number) {
    this.#levelsMax = levelsMax;
    this.#countMax = countMax;
  }

  copy(value: unknown): JsonValue {
    switch (typeof value) {
      case "number":
        return Number.isFinite(value) ? value + 0 : this.#refuse("a finite number");
      case "string":
      case "boolean":
        return value;
      case "object":
        return value === null ? null : this.#copyContainer(value);
      default:
        return this.#refuse(`a JSON value, not ${typeof value}`);
    }
  }

  #refuse(expected: string): never {
    this.failure = new CanonicalError(pointer(this.tokens), expected);
    throw this.failure;
  }

  #copyContainer(value: object): JsonValue {
    if (this.#open.includes(value)) this.#refuse("no cycle");
    if (this.#open.length >= this.#levelsMax) this.#refuse(`at most ${this.#levelsMax} levels`);
    this.#open.push(value);
    const prototype: object | null = Object.getPrototypeOf(value);
    let copied: JsonValue;
    if (Array.isArray(value)) {
      const base: object | null = prototype && Object.getPrototypeOf(prototype);
      if (base === null || !isObjectPrototype(base)) this.#refuse("a plain array");
      copied = this.#copyArray(value);
    } else {
      if (prototype !== null && !isObjectPrototype(prototype)) this.#refuse("a plain object or array");
      copied = this.#copyObject(value as Readonly<Record<string, unknown>>);
    }
    this.#open.pop();
    return Object.freeze(copied);
  }

  /** Counts parts before they are read, so that a proxy cannot claim billions of them. */
  #admit(partCount: number): void {
    this.#count += partCount;
    // Put so that the NaN of a lying proxy is refused too.
    if (!(this.#count <= this.#countMax)) this.#refuse(`at most ${this.#countMax} values`);
  }

  #copyArray(value: readonly unknown[]): JsonValue {
    const length = Number(value.length);
    this.#admit(length);
    const copied: JsonValue[] = [];
    for (let index = 0; index < length; index++) {
      this.tokens.push(index);
      copied.push(this.copy(value[index]));
      this.tokens.pop();
    }
    return copied;
  }

  #copyObject(value: Readonly<Record<string, unknown>>): JsonValue {
    const copied: Record<string, JsonValue> = {};
    const keys = Object.keys(value);
    this.#admit(keys.length);
    for (const key of keys.sort()) {
      this.tokens.push(key);
      if (refusedKeys.has(key)) this.#refuse("another key");
      const part = value[key];
      if (part !== undefined) copied[key] = this.copy(part);
      this.tokens.pop();
    }
    return copied;
  }
}
