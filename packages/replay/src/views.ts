// Typed arrays, DataViews and buffers as words for the hash: read by value, so byte order does not count, and with
// NaN in one form, since its bits differ between interpreted and optimised code.

import { lowWord, mix, mixDoubles, mixPair, mixWords } from "./hash-lanes.js";

// Set in stone; state-hash.ts has 1 to 14.
const wordKind = 15;

// The getter reads an internal slot: it cannot be fooled by a property of the same name.
const readKind = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
  ?.get as () => string | undefined;

/** What a view is: `"Float64Array"`, `"DataView"`, …, and how its bytes are read. */
interface ViewForm {
  readonly kind: string;
  readonly prototype: unknown;
  readonly elementSize: number;
  readonly isFloat: boolean;
}

/** Those met so far: a look at the global object costs as much as the hash of forty numbers. */
const forms = new Map<string, ViewForm>();

/** Undefined for a subclass (Node's Buffer), another realm and what is no view. */
export function viewForm(value: object, prototype: unknown): ViewForm | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  const kind = readKind.call(value) ?? "DataView";
  const form = forms.get(kind) ?? makeForm(kind);
  return form.prototype === prototype ? form : undefined;
}

function makeForm(kind: string): ViewForm {
  // By name, so that kinds newer than this code (Float16Array) are taken where they exist.
  const Kind = (globalThis as unknown as Record<string, ViewConstructor | undefined>)[kind];
  const form = {
    kind,
    prototype: Kind?.prototype,
    elementSize: Kind?.BYTES_PER_ELEMENT ?? 1,
    isFloat: kind.startsWith("Float"),
  };
  forms.set(kind, form);
  return form;
}

interface ViewConstructor {
  readonly prototype: unknown;
  readonly BYTES_PER_ELEMENT?: number;
}

/** The kind of a view, undefined where {@link viewForm} is. */
export function viewKind(value: object, prototype: unknown): string | undefined {
  return viewForm(value, prototype)?.kind;
}

export function isResizable(buffer: ArrayBufferLike): boolean {
  return (buffer as { readonly resizable?: boolean }).resizable === true;
}

/** Mixes in these bytes of a buffer as numbers of a view's kind. The caller mixes in the length. */
export function viewWords(
  buffer: ArrayBufferLike,
  byteOffset: number,
  byteLength: number,
  { elementSize, isFloat }: Pick<ViewForm, "elementSize" | "isFloat">,
): void {
  if (elementSize === 1) mixBytes(new Uint8Array(buffer, byteOffset, byteLength));
  else if (elementSize === 2) mixHalves(new Uint16Array(buffer, byteOffset, byteLength / 2), isFloat);
  else {
    const words = new Int32Array(buffer, byteOffset, byteLength / 4);
    if (elementSize === 4) mixWords(words, wordKind, isFloat ? 0x7fc00000 : 0);
    else if (isFloat) mixDoubles(words, wordKind, 0x7ff80000);
    else mixPairs(words);
  }
}

/** Four to a word, the first lowest, which is how little-endian memory holds a word; each of the rest is one. */
function mixBytes(bytes: Uint8Array): void {
  const whole = bytes.length & ~3;
  if (lowWord === 0 && bytes.byteOffset % 4 === 0) {
    mixWords(new Int32Array(bytes.buffer, bytes.byteOffset, whole / 4), wordKind, 0);
  } else {
    for (let index = 0; index < whole; index += 4) mix(wordAt(bytes, index), wordKind);
  }
  for (let index = whole; index < bytes.length; index++) mix(bytes[index] as number, wordKind);
}

function wordAt(bytes: Uint8Array, index: number): number {
  return (
    (bytes[index] as number) |
    ((bytes[index + 1] as number) << 8) |
    ((bytes[index + 2] as number) << 16) |
    ((bytes[index + 3] as number) << 24)
  );
}

function mixHalves(halves: Uint16Array, isFloat: boolean): void {
  for (let index = 0; index < halves.length; index++) {
    const half = halves[index] as number;
    mix(isFloat && (half & 0x7fff) > 0x7c00 ? 0x7e00 : half, wordKind);
  }
}

/** The halves of 64-bit integers, the low one first. */
function mixPairs(words: Int32Array): void {
  for (let index = 0; index < words.length; index += 2) {
    mixPair(words[index + lowWord] as number, words[index + 1 - lowWord] as number, wordKind);
  }
}
