// The hash of a whole state, and its check, in one walk: a state that cannot be kept exactly is refused where it is met.
// Order counts (keys, Map and Set entries), because code that iterates sees it. Numbers hash by value: 1 and 1.0 are one,
// 0 and -0 are two, NaN is one. An object met before hashes as the position of its first meeting, cycles as well.
// Set in stone: `state-hash.test.ts` pins outputs.

import { digest, type Lanes, lowWord, mix, mixPair, mixText, readLanes, seedLanes, writeLanes } from "./hash-lanes.js";
import { entryToken, pointer, type Token } from "./pointer.js";
import { isResizable, viewForm, viewWords } from "./views.js";

declare const brand: unique symbol;

/** 16 lower-case hexadecimal digits (64 bits), made by {@link hashState}. */
export type StateHash = string & { readonly [brand]: "StateHash" };

/** A state that cannot be kept exactly. `path` is the JSON pointer of the part that is refused. */
export class StateError extends Error {
  override readonly name = "StateError";
  readonly code = "BAD_STATE";
  readonly path: string;
  constructor(path: string, reason: string) {
    super(`${path === "" ? "the state" : path} ${reason}`);
    this.path = path;
  }
}

/** Whether `value` has the form of a {@link StateHash}. */
export function isStateHash(value: unknown): value is StateHash {
  return typeof value === "string" && /^[0-9a-f]{16}$/.test(value);
}

/**
 * The hash of `state`: one value for equal states in every engine, another one for any change of a single bit.
 * It guards against accidents and bugs, not against someone who searches for a collision.
 *
 * A state may hold undefined, null, booleans, numbers, strings, BigInts, plain objects, dense arrays, Maps, Sets,
 * typed arrays, ArrayBuffers and DataViews, shared references and cycles. Of a buffer that is met through views only,
 * the bytes under the views count.
 *
 * @throws {StateError} with the path, on anything else: functions, symbols, class instances (dates, errors and objects of
 * another realm as well), accessors, symbol keys, non-enumerable properties, extra properties of arrays, Maps, Sets and
 * views, sparse arrays, shared or resizable memory, and more than 200 levels. For speed, once 256 properties are checked,
 * accessors and symbol keys are looked for in the first object of each list of keys only, and extra properties not in
 * longer arrays (over 1024) and views (over 16).
 */
export function hashState(state: unknown): StateHash {
  // Only a proxy or a getter can call this function from inside itself; the walk outside must not notice.
  const outer = readLanes();
  const walk = new Walk();
  try {
    writeLanes(seedLanes);
    walk.visit(state);
    return digest() as StateHash;
  } catch (error) {
    throw error === walk.failure ? error : new StateError(walk.path(), "cannot be read: it throws");
  } finally {
    writeLanes(outer);
  }
}

const depthMax = 200;
const fullyCheckedMax = 256;
const checkedLengthMax = 1024;
// Listing the keys of a view costs more than hashing it.
const checkedViewMax = 16;

// The second argument of `mix`: what the word is. Set in stone; views.ts has 15.
const constantKind = 1;
const integerKind = 2;
const floatKind = 3;
const stringKind = 4;
const bigintKind = 5;
const referenceKind = 6;
const plainKind = 7;
const bareKind = 8;
const arrayKind = 9;
const mapKind = 10;
const setKind = 11;
const bufferKind = 12;
const viewHeadKind = 13;
const keyKind = 14;

const bytesForm = { elementSize: 1, isFloat: false };
const float = new Float64Array(1);
const floatWords = new Uint32Array(float.buffer);

function mixNumber(value: number): void {
  const integer = value | 0;
  if (integer === value && (integer !== 0 || 1 / value > 0)) {
    mix(integer, integerKind);
  } else {
    float[0] = value;
    if (Number.isNaN(value)) mixPair(0, 0x7ff80000, floatKind);
    else mixPair(floatWords[lowWord] as number, floatWords[1 - lowWord] as number, floatKind);
  }
}

/** The hash of a list of keys, kept from object to object: most states hold many objects of few forms. */
interface Shape {
  readonly names: readonly string[];
  readonly lanes: Lanes;
  /** The walk that has checked an object of this form. */
  checkedIn: number;
}

const shapes: (Shape | undefined)[] = [];
const keptNamesMax = 32;
let walkCount = 0;

function makeShape(names: readonly string[]): Shape {
  const outer = readLanes();
  writeLanes(seedLanes);
  mix(names.length, keyKind);
  for (const name of names) mixText(name, keyKind);
  const lanes = readLanes();
  writeLanes(outer);
  return { names, lanes, checkedIn: 0 };
}

function hasNames(shape: Shape, names: readonly string[]): boolean {
  if (shape.names.length !== names.length) return false;
  for (let index = 0; index < names.length; index++) {
    if (shape.names[index] !== names[index]) return false;
  }
  return true;
}

function shapeOf(names: readonly string[]): Shape {
  const count = names.length;
  if (count > keptNamesMax || count === 0) return makeShape(names);
  const first = names[0] as string;
  const last = names[count - 1] as string;
  const slot = (count * 31 + first.length * 7 + first.charCodeAt(0) + last.length * 5 + last.charCodeAt(0) * 3) & 255;
  const kept = shapes[slot];
  if (kept !== undefined && hasNames(kept, names)) return kept;
  const shape = makeShape(names);
  shapes[slot] = shape;
  return shape;
}

class Walk {
  failure: StateError | undefined;
  readonly #id = ++walkCount;
  readonly #met = new Set<object>();
  readonly #meetings = this.#met.values();
  readonly #positions = new Map<object, number>();
  readonly #tokens: Token[] = [];
  #depth = 0;
  #unchecked = fullyCheckedMax;

  path(): string {
    return pointer(this.#tokens.slice(0, this.#depth));
  }

  visit(value: unknown): void {
    if (typeof value === "number") mixNumber(value);
    else if (typeof value === "string") mixText(value, stringKind);
    else if (typeof value === "boolean") mix(value ? 3 : 2, constantKind);
    else if (value === undefined) mix(0, constantKind);
    else if (value === null) mix(1, constantKind);
    else if (typeof value === "bigint") mixText(value.toString(16), bigintKind);
    else if (typeof value === "object") this.#visitObject(value);
    else this.#refuse(`is a ${typeof value}`);
  }

  #refuse(reason: string): never {
    this.failure = new StateError(this.path(), reason);
    throw this.failure;
  }

  #visitAt(token: Token, value: unknown): void {
    this.#tokens[this.#depth++] = token;
    this.visit(value);
    this.#depth--;
  }

  /** Whether `value` is met for the first time; else its first meeting is hashed as a word of `kind`. */
  #meet(value: object, kind = referenceKind): boolean {
    const { size } = this.#met;
    if (this.#met.add(value).size > size) return true;
    let position = this.#positions.get(value);
    while (position === undefined) {
      // Positions are listed only up to the ones asked for: most states share nothing.
      const met = this.#meetings.next().value as object;
      if (met === value) position = this.#positions.size;
      this.#positions.set(met, this.#positions.size);
    }
    mix(position, kind);
    return false;
  }

  #visitObject(value: object): void {
    const isNew = this.#meet(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    // A buffer met through a view has not been hashed beyond the view.
    if (!isNew && prototype !== ArrayBuffer.prototype) return;
    if (this.#depth > depthMax) this.#refuse(`is more than ${depthMax} levels deep`);
    if (prototype === Object.prototype) this.#visitPlain(value, plainKind);
    else if (prototype === Array.prototype && Array.isArray(value)) this.#visitArray(value);
    else if (prototype === null) this.#visitPlain(value, bareKind);
    else if (prototype === Map.prototype) this.#visitMap(value as Map<unknown, unknown>);
    else if (prototype === Set.prototype) this.#visitSet(value as Set<unknown>);
    else if (prototype === ArrayBuffer.prototype) this.#visitBuffer(value as ArrayBuffer);
    else this.#visitView(value as ArrayBufferView, prototype);
  }

  #visitPlain(value: object, kind: number): void {
    const names = Object.getOwnPropertyNames(value);
    const shape = shapeOf(names);
    if (shape.checkedIn !== this.#id || names.length <= this.#unchecked) {
      shape.checkedIn = this.#id;
      this.#checkProperties(value, names);
    }
    const values: unknown[] = Object.values(value);
    if (values.length !== names.length) this.#refuse("has a non-enumerable property");
    mixPair(shape.lanes[0], shape.lanes[1], kind);
    for (let index = 0; index < values.length; index++) {
      const part = values[index];
      if (typeof part === "number") mixNumber(part);
      else this.#visitAt(names[index] as string, part);
    }
  }

  #checkProperties(value: object, names: readonly string[]): void {
    this.#unchecked -= names.length;
    if (Object.getOwnPropertySymbols(value).length > 0) this.#refuse("has a symbol key");
    for (const name of names) {
      const property = Object.getOwnPropertyDescriptor(value, name);
      this.#tokens[this.#depth++] = name;
      if (property === undefined || !("value" in property)) this.#refuse("is an accessor");
      if (!property.enumerable) this.#refuse("is non-enumerable");
      this.#depth--;
    }
  }

  #visitArray(value: readonly unknown[]): void {
    const { length } = value;
    if (length <= checkedLengthMax) this.#checkArray(value);
    mix(length, arrayKind);
    for (let index = 0; index < length; index++) {
      const part = value[index];
      if (typeof part === "number") mixNumber(part);
      else if (part === undefined && !Object.hasOwn(value, index)) this.#refuse("is a sparse array");
      else this.#visitAt(index, part);
    }
  }

  #checkArray(value: readonly unknown[]): void {
    const names = Object.keys(value);
    const { length } = value;
    // Positions come before all other keys, so a list of the right length that ends well has neither holes nor extras.
    if (names.length !== length || (length > 0 && names[length - 1] !== String(length - 1))) {
      this.#refuse("is a sparse array or has extra properties");
    }
    if (length <= this.#unchecked) {
      if (Object.getOwnPropertyNames(value).length !== length + 1) this.#refuse("has a non-enumerable property");
      this.#checkProperties(value, names);
    }
  }

  #visitMap(value: ReadonlyMap<unknown, unknown>): void {
    this.#refuseExtras(value);
    mix(value.size, mapKind);
    let position = 0;
    for (const [key, part] of value) {
      const token = entryToken(key, position++);
      this.#visitAt(token, key);
      this.#visitAt(token, part);
    }
  }

  #visitSet(value: ReadonlySet<unknown>): void {
    this.#refuseExtras(value);
    mix(value.size, setKind);
    let position = 0;
    for (const part of value) this.#visitAt(position++, part);
  }

  #refuseExtras(value: object): void {
    if (Reflect.ownKeys(value).length > 0) this.#refuse("has extra properties");
  }

  #visitBuffer(value: ArrayBuffer): void {
    this.#refuseExtras(value);
    if (isResizable(value)) this.#refuse("is a resizable buffer");
    mix(value.byteLength, bufferKind);
    viewWords(value, 0, value.byteLength, bytesForm);
  }

  #visitView(view: ArrayBufferView, prototype: unknown): void {
    const form = viewForm(view, prototype) ?? this.#refuse("is an instance of a class");
    const { buffer, byteLength, byteOffset } = view;
    const elementCount = (view as { readonly length?: number }).length ?? 0;
    if (elementCount <= checkedViewMax && Reflect.ownKeys(view).length > elementCount) {
      this.#refuse("has extra properties");
    }
    if (Object.getPrototypeOf(buffer) !== ArrayBuffer.prototype || isResizable(buffer)) {
      this.#refuse("is a view of shared or resizable memory");
    }
    mixText(form.kind, viewHeadKind);
    mix(byteOffset, viewHeadKind);
    mix(byteLength, viewHeadKind);
    mix(buffer.byteLength, viewHeadKind);
    // Of another kind than a new buffer's word, which is that of an object met third.
    if (this.#meet(buffer, viewHeadKind)) mix(2, referenceKind);
    viewWords(buffer, byteOffset, byteLength, form);
  }
}
