// Where two values part: what a divergence report names. It tells apart what `hashState` tells apart (order, -0, kinds,
// sharing), so two states that hash unequal have a first difference.

import { entryToken, pointer, type Token } from "./pointer.js";
import { viewKind } from "./views.js";

/** `path` is a JSON pointer, `""` the whole; a side that is missing is undefined. */
export interface Difference {
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

/**
 * The first path, in insertion order of the left side, at which two values differ, or undefined when none does.
 *
 * Primitives compare by `Object.is`. A Map entry is named by its key, or by `@` and its position where the key is no
 * string or number. Where only the order of keys differs, the path is that of the object and the sides are the lists of
 * keys. Sharing counts: one object met twice on one side and two equal ones on the other differ at the second place.
 * Functions and instances of classes are equal only to themselves. For values that `hashState` takes; others may throw.
 */
export function firstDifference(left: unknown, right: unknown): Difference | undefined {
  return new Comparison().compare(left, right);
}

/**
 * The first path at which two states hold the very same object, such as two saves of a game that gives parts of its live
 * state away; undefined when they share none. For values that `hashState` takes.
 */
export function sharedPath(left: unknown, right: unknown): string | undefined {
  const met = new Set<unknown>();
  const walk = (one: unknown, other: unknown, tokens: readonly Token[]): string | undefined => {
    if (!isObject(one) || !isObject(other) || met.has(one)) return undefined;
    if (one === other || (ArrayBuffer.isView(one) && ArrayBuffer.isView(other) && one.buffer === other.buffer)) {
      return pointer(tokens);
    }
    met.add(one);
    const others = new Map(partsOf(other));
    for (const [token, part] of partsOf(one)) {
      const found = walk(part, others.get(token), [...tokens, token]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return walk(left, right, []);
}

function partsOf(value: object): readonly (readonly [Token, unknown])[] {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return [];
  if (value instanceof Map) return [...value].map(([key, part], position) => [entryToken(key, position), part]);
  if (value instanceof Set) return [...value].map((part, position) => [position, part]);
  return Object.entries(value);
}

/** Stands for a part that one side does not have; no part can be it. */
const missing = Symbol("missing");

class Comparison {
  private readonly rights = new Map<object, object>();
  private readonly lefts = new Map<object, object>();
  private readonly tokens: Token[] = [];

  compare(left: unknown, right: unknown): Difference | undefined {
    if (!isObject(left) || !isObject(right)) return Object.is(left, right) ? undefined : this.differ(left, right);
    const met = this.meet(left, right);
    const prototype: unknown = Object.getPrototypeOf(left);
    if (met === false || prototype !== Object.getPrototypeOf(right)) return this.differ(left, right);
    // A buffer met through a view has not been compared beyond the view.
    if (met && prototype !== ArrayBuffer.prototype) return undefined;
    if (prototype === Map.prototype)
      return this.compareMaps(left as Map<unknown, unknown>, right as Map<unknown, unknown>);
    if (prototype === Set.prototype)
      return this.compareLists([...(left as Set<unknown>)], [...(right as Set<unknown>)]);
    if (prototype === ArrayBuffer.prototype) {
      return this.compareLists(new Uint8Array(left as ArrayBuffer), new Uint8Array(right as ArrayBuffer));
    }
    if (Array.isArray(left)) return this.compareLists(left, right as readonly unknown[]);
    if (viewKind(left, prototype) !== undefined) {
      return this.compareViews(left as ArrayBufferView, right as ArrayBufferView);
    }
    if (prototype !== null && prototype !== Object.prototype) {
      return left === right ? undefined : this.differ(left, right);
    }
    return this.compareObjects(left as Record<string, unknown>, right as Record<string, unknown>);
  }

  private differ(left: unknown, right: unknown): Difference {
    return {
      path: pointer(this.tokens),
      left: left === missing ? undefined : left,
      right: right === missing ? undefined : right,
    };
  }

  /** Whether two objects met before were met as a pair; undefined when neither was met. */
  private meet(left: object, right: object): boolean | undefined {
    if (this.rights.has(left) || this.lefts.has(right)) return this.rights.get(left) === right;
    this.rights.set(left, right);
    this.lefts.set(right, left);
    return undefined;
  }

  private compareAt(token: Token, left: unknown, right: unknown): Difference | undefined {
    this.tokens.push(token);
    const difference = this.compare(left, right);
    this.tokens.pop();
    return difference;
  }

  private compareLists(left: ArrayLike<unknown>, right: ArrayLike<unknown>): Difference | undefined {
    const length = Math.max(left.length, right.length);
    for (let index = 0; index < length; index++) {
      const leftPart = index < left.length ? left[index] : missing;
      const rightPart = index < right.length ? right[index] : missing;
      const difference = this.compareAt(index, leftPart, rightPart);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  private compareViews(left: ArrayBufferView, right: ArrayBufferView): Difference | undefined {
    const met = this.meet(left.buffer, right.buffer);
    if (left.byteOffset !== right.byteOffset || left.buffer.byteLength !== right.buffer.byteLength || met === false) {
      return this.differ(left, right);
    }
    return this.compareLists(elementsOf(left), elementsOf(right));
  }

  private compareObjects(left: Record<string, unknown>, right: Record<string, unknown>): Difference | undefined {
    const leftKeys = Object.keys(left);
    const rightKeys = Object.keys(right);
    const read = (value: Record<string, unknown>, key: string) => (Object.hasOwn(value, key) ? value[key] : missing);
    for (const key of new Set([...leftKeys, ...rightKeys])) {
      const difference = this.compareAt(key, read(left, key), read(right, key));
      if (difference !== undefined) return difference;
    }
    return this.compareOrder(leftKeys, rightKeys);
  }

  private compareMaps(
    left: ReadonlyMap<unknown, unknown>,
    right: ReadonlyMap<unknown, unknown>,
  ): Difference | undefined {
    const leftKeys = [...left.keys()];
    const rightKeys = [...right.keys()];
    for (const [position, key] of leftKeys.entries()) {
      const token = entryToken(key, position);
      // Keys that are objects have nothing but their position in common.
      const rightKey = isObject(key) ? rightKeys[position] : key;
      const difference =
        (isObject(key) ? this.compareAt(token, key, rightKey) : undefined) ??
        this.compareAt(token, left.get(key), right.has(rightKey) ? right.get(rightKey) : missing);
      if (difference !== undefined) return difference;
    }
    for (const [position, key] of rightKeys.entries()) {
      if (isObject(key) ? position >= leftKeys.length : !left.has(key)) {
        return this.compareAt(entryToken(key, position), missing, right.get(key));
      }
    }
    return this.compareOrder(leftKeys, rightKeys);
  }

  private compareOrder(left: readonly unknown[], right: readonly unknown[]): Difference | undefined {
    const isSame = (key: unknown, index: number) =>
      isObject(key) ? isObject(right[index]) : Object.is(key, right[index]);
    return left.every(isSame) ? undefined : this.differ(left, right);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function elementsOf(view: ArrayBufferView): ArrayLike<unknown> {
  return view instanceof DataView
    ? new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    : (view as unknown as ArrayLike<unknown>);
}
