// Whether two saved states are the same, much cheaper than by their hashes: most are, and are looked at often.

import { hashState } from "@tickbridge/replay/core";

const depthMax = 100;
/** States that share much of themselves would be walked for ever. */
const partsMax = 2_000_000;

/**
 * Whether two states hash alike. What is compared part by part and found equal is: values as `Object.is` sees them, keys
 * and entries in their order. Everything else is left to the hash. Throws StateError for what that does not take.
 */
export function isSameState(left: unknown, right: unknown): boolean {
  return new Walk().isSame(left, right, 0) || hashState(left) === hashState(right);
}

class Walk {
  #parts = 0;
  /** Which part of one side stands for which of the other: what one side shares, the other must share. */
  readonly #rights = new Map<object, object>();
  readonly #lefts = new Map<object, object>();

  /** False where the parts differ or cannot be told apart here. */
  isSame(left: unknown, right: unknown, depth: number): boolean {
    if (typeof left !== "object" || left === null || typeof right !== "object" || right === null) {
      return Object.is(left, right);
    }
    if (depth > depthMax || ++this.#parts > partsMax) return false;
    const isMet = this.#isMet(left, right);
    if (isMet !== undefined) return isMet;
    if (Array.isArray(left)) return Array.isArray(right) && this.#areSameItems(left, right, depth);
    const prototype: unknown = Object.getPrototypeOf(left);
    if (prototype !== Object.getPrototypeOf(right)) return false;
    if (prototype === Object.prototype || prototype === null) return this.#areSameRecords(left, right, depth);
    if (ArrayBuffer.isView(left)) {
      const view = right as ArrayBufferView;
      return this.#isMet(left.buffer, view.buffer) !== false && areSameViews(left, view);
    }
    if (prototype === Map.prototype || prototype === Set.prototype) {
      return this.#areSameItems([...(left as Iterable<unknown>)], [...(right as Iterable<unknown>)], depth);
    }
    return false;
  }

  /** Whether both were met before, as one pair; undefined when neither was. */
  #isMet(left: object, right: object): boolean | undefined {
    const [known, other] = [this.#rights.get(left), this.#lefts.get(right)];
    if (known !== undefined || other !== undefined) return known === right && other === left;
    this.#rights.set(left, right);
    this.#lefts.set(right, left);
    return undefined;
  }

  #areSameItems(left: readonly unknown[], right: readonly unknown[], depth: number): boolean {
    if (left.length !== right.length) return false;
    for (let index = 0; index < left.length; index++) {
      if (!this.isSame(left[index], right[index], depth + 1)) return false;
    }
    return true;
  }

  #areSameRecords(left: object, right: object, depth: number): boolean {
    const [keys, others] = [Object.keys(left), Object.keys(right)];
    if (keys.length !== others.length) return false;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as keyof typeof left;
      if (key !== others[index] || !this.isSame(left[key], right[key], depth + 1)) return false;
    }
    return true;
  }
}

function areSameViews(left: ArrayBufferView, right: ArrayBufferView): boolean {
  if (left instanceof DataView || left.byteOffset !== right.byteOffset || left.byteLength !== right.byteLength)
    return false;
  if (left.buffer.byteLength !== right.buffer.byteLength) return false;
  const [items, others] = [left as unknown as ArrayLike<unknown>, right as unknown as ArrayLike<unknown>];
  for (let index = 0; index < items.length; index++) if (!Object.is(items[index], others[index])) return false;
  return true;
}
