// Every bit of a state that can be flipped where it stands, and every small edit of its structure, each with its undo:
// what a hash must notice.

import { setOwn } from "./arbitrary-state.js";

/** A run of bits in a state. */
export interface Bits {
  readonly count: number;
  /** Flips one; false where that leaves the state as it was (NaN to NaN, a key 0 to -0). */
  flip(bit: number): boolean;
  /** Takes the flip back; again is nothing. */
  restore(): void;
}

/** All bits of `state`, once where a part is shared. Numbers have 64 bits, texts and keys 16 a unit, null one: undefined. */
export function bitsOf(state: unknown): Bits[] {
  const found: Bits[] = [];
  for (const part of partsOf(state)) {
    if (ArrayBuffer.isView(part)) found.push(viewBits(part));
    else if (part instanceof ArrayBuffer) found.push(viewBits(new Uint8Array(part)));
    else {
      if (!Array.isArray(part)) found.push(...keyBits(part));
      if (!(part instanceof Set)) found.push(...valueBits(part));
    }
  }
  return found;
}

/** The parts of a state that are objects, each once. */
function partsOf(state: unknown): object[] {
  const met = new Set<object>();
  const waiting = [state];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null || met.has(value)) continue;
    met.add(value);
    if (value instanceof Map) waiting.push(...value.keys(), ...value.values());
    else if (value instanceof Set) waiting.push(...value);
    else if (!ArrayBuffer.isView(value) && !(value instanceof ArrayBuffer)) waiting.push(...Object.values(value));
  }
  return [...met];
}

function viewBits(view: ArrayBufferView): Bits {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const elements = view instanceof DataView ? bytes : (view as unknown as ArrayLike<unknown>);
  const size = view.byteLength / Math.max(1, elements.length);
  let [at, byte] = [0, 0];
  return {
    count: bytes.length * 8,
    flip(bit) {
      at = bit >> 3;
      byte = bytes[at] as number;
      const element = Math.floor(at / size);
      const before = elements[element];
      bytes[at] = byte ^ (1 << (bit & 7));
      return !Object.is(before, elements[element]);
    },
    restore() {
      bytes[at] = byte;
    },
  };
}

function valueBits(part: object): Bits[] {
  if (part instanceof Map) {
    return [...part].map(([key, value]) => primitiveBits(value, (changed) => part.set(key, changed)));
  }
  return Object.entries(part).map(([key, value]) =>
    primitiveBits(value, (changed) =>
      Array.isArray(part) ? Reflect.set(part, key, changed) : setOwn(part, key, changed),
    ),
  );
}

/** Keys of objects and Maps and members of Sets: a changed one comes in the place of the old one, in order. */
function keyBits(part: object): Bits[] {
  const entries = entriesOf(part);
  return entries.map(([key], index) =>
    primitiveBits(
      key,
      (changed) =>
        refill(part, [...entries.slice(0, index), [changed, entries[index]?.[1]], ...entries.slice(index + 1)]),
      // A Map takes -0 for 0.
      (changed) => changed === key || Object.is(changed, key),
    ),
  );
}

type Entry = readonly [key: unknown, value: unknown];

function entriesOf(part: object): readonly Entry[] {
  if (part instanceof Map) return [...part];
  if (part instanceof Set) return [...part].map((member) => [member, member]);
  return Object.entries(part);
}

/** Gives a container these entries, in this order. */
function refill(part: object, entries: readonly Entry[]): void {
  if (part instanceof Map || part instanceof Set) part.clear();
  else if (Array.isArray(part)) part.length = 0;
  else for (const key of Object.keys(part)) Reflect.deleteProperty(part, key);
  for (const [key, value] of entries) {
    if (part instanceof Map) part.set(key, value);
    else if (part instanceof Set) part.add(key);
    else if (Array.isArray(part)) part.push(value);
    else setOwn(part, key as string, value);
  }
}

/** A change of structure that weak hashes miss. `isSure` says that it changes the state whatever else holds. */
export interface Edit {
  readonly name: string;
  readonly isSure: boolean;
  apply(): void;
  undo(): void;
}

/** Neighbours of a container swapped (values, keys, whole entries), parts taken away, moved or added as undefined. */
export function* editsOf(state: unknown): Generator<Edit> {
  for (const part of partsOf(state)) {
    if (ArrayBuffer.isView(part) || part instanceof ArrayBuffer) continue;
    const entries = entriesOf(part);
    const edit = (name: string, changed: readonly Entry[], isSure = false): Edit => ({
      name,
      isSure,
      apply: () => refill(part, changed),
      undo: () => refill(part, entries),
    });
    for (const [index, [key, value]] of entries.entries()) {
      const without = entries.toSpliced(index, 1);
      yield edit("without a part", without, true);
      const next = entries[index + 1];
      if (next === undefined) continue;
      const differ = !(part instanceof Set) && isPrimitive(value) && isPrimitive(next[1]) && !Object.is(value, next[1]);
      yield edit("values swapped", entries.toSpliced(index, 2, [key, next[1]], [next[0], value]), differ);
      yield edit("keys swapped", entries.toSpliced(index, 2, [next[0], value], [key, next[1]]));
      yield edit("entries swapped", entries.toSpliced(index, 2, next, [key, value]));
      if (isPrimitive(value))
        yield edit("a value moved into the next", without.toSpliced(index, 1, [next[0], [value, next[1]]]), true);
    }
    if (!(part instanceof Set))
      yield edit("undefined added", [...entries, [`${entries.length} added`, undefined]], true);
  }
}

function isPrimitive(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);

/** `isKept` says whether the place that `write` writes to holds a changed value as the same one. */
function primitiveBits(
  value: unknown,
  write: (changed: unknown) => void,
  isKept: (changed: unknown) => boolean = (changed) => Object.is(changed, value),
): Bits {
  const run = (count: number, flipped: (bit: number) => unknown): Bits => ({
    count,
    flip(bit) {
      const changed = flipped(bit);
      if (isKept(changed)) return false;
      write(changed);
      return true;
    },
    restore: () => write(value),
  });
  switch (typeof value) {
    case "number":
      return run(64, (bit) => {
        float[0] = value;
        words[bit >> 5] = (words[bit >> 5] as number) ^ (1 << (bit & 31));
        return float[0];
      });
    case "string":
      return run(value.length * 16, (bit) => {
        const at = bit >> 4;
        const unit = String.fromCharCode(value.charCodeAt(at) ^ (1 << (bit & 15)));
        return value.slice(0, at) + unit + value.slice(at + 1);
      });
    case "bigint":
      return run(64, (bit) => value ^ (1n << BigInt(bit)));
    case "boolean":
      return run(1, () => !value);
    case "undefined":
      return run(1, () => null);
    default:
      return run(value === null ? 1 : 0, () => undefined);
  }
}
