// Typed arrays, DataViews and buffers as words for the hash: read by value, so byte order does not count, and with
// NaN in one form, since its bits differ between interpreted and optimised code.

import { lowWord, mix, mixPair } from "./hash-lanes.js";

// Set in stone; state-hash.ts has 1 to 14.
const wordKind = 15;

// The getter reads an internal slot: it cannot be fooled by a property of the same name.
const readKind = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)
  ?.get as () => string | undefined;

/** `"Float64Array"`, `"DataView"`, …; undefined for a subclass (Node's Buffer), another realm and what is no view. */
export function viewKind(value: object, prototype: unknown): string | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  const kind = readKind.call(value) ?? "DataView";
  // By name, so that kinds newer than this code (Float16Array) are taken where they exist.
  const Kind = (globalThis as unknown as Record<string, { readonly prototype: unknown } | undefined>)[kind];
  return Kind?.prototype === prototype ? kind : undefined;
}

export function isResizable(buffer: ArrayBufferLike): boolean {
  return (buffer as { readonly resizable?: boolean }).resizable === true;
}

/** Mixes in the bytes under `view` as numbers of its kind. The caller mixes in the length. */
export function viewWords(view: ArrayBufferView, kind: string): void {
  const { buffer, byteLength, byteOffset } = view;
  const elementSize = (view as { readonly BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
  const isFloat = kind.startsWith("Float");
  if (elementSize === 1) mixBytes(new Uint8Array(buffer, byteOffset, byteLength));
  else if (elementSize === 2) mixHalves(new Uint16Array(buffer, byteOffset, byteLength / 2), isFloat);
  else if (elementSize === 4) mixWords(new Uint32Array(buffer, byteOffset, byteLength / 4), isFloat);
  else mixPairs(new Uint32Array(buffer, byteOffset, byteLength / 4), isFloat);
}

function mixBytes(bytes: Uint8Array): void {
  const whole = bytes.length & ~3;
  for (let index = 0; index < whole; index += 4) {
    mix(
      (bytes[index] as number) |
        ((bytes[index + 1] as number) << 8) |
        ((bytes[index + 2] as number) << 16) |
        ((bytes[index + 3] as number) << 24),
      wordKind,
    );
  }
  for (let index = whole; index < bytes.length; index++) mix(bytes[index] as number, wordKind);
}

function mixHalves(halves: Uint16Array, isFloat: boolean): void {
  for (let index = 0; index < halves.length; index++) {
    const half = halves[index] as number;
    mix(isFloat && (half & 0x7fff) > 0x7c00 ? 0x7e00 : half, wordKind);
  }
}

function mixWords(words: Uint32Array, isFloat: boolean): void {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as number;
    mix(isFloat && (word & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : word, wordKind);
  }
}

function mixPairs(words: Uint32Array, isFloat: boolean): void {
  for (let index = 0; index < words.length; index += 2) {
    const low = words[index + lowWord] as number;
    const high = words[index + 1 - lowWord] as number;
    const exponent = high & 0x7fffffff;
    const isNan = isFloat && (exponent > 0x7ff00000 || (exponent === 0x7ff00000 && low !== 0));
    if (isNan) mixPair(0, 0x7ff80000, wordKind);
    else mixPair(low, high, wordKind);
  }
}
