// A whole state as JSON text and back, so that two states can be compared by path far from the games that made them.
// Nothing that `hashState` tells apart is lost: -0, NaN, undefined, BigInts, Maps, Sets, views, order, sharing, cycles.

import { viewKind } from "./views.js";

/** Primitives stand for themselves; all else is a list that begins with its kind. A reference names the nth object met. */
type Node = string | number | boolean | null | readonly [kind: string, ...parts: unknown[]];

/** `state` as text for {@link decodeState}. For values that `hashState` takes; others may be changed. Buffers stand in it whole, in hexadecimal. */
export function encodeState(state: unknown): string {
  return JSON.stringify(new Encoder().encode(state));
}

/** The state that a text of {@link encodeState} stands for. @throws {SyntaxError} for another text. */
export function decodeState(text: string): unknown {
  const node: unknown = JSON.parse(text);
  try {
    return new Decoder().decode(node as Node);
  } catch (thrown) {
    // What a text of another origin makes the constructors of views and BigInts throw.
    throw thrown instanceof SyntaxError ? thrown : new SyntaxError(`no state: ${(thrown as Error).message}`);
  }
}

class Encoder {
  readonly #met = new Map<object, number>();

  encode(value: unknown): Node {
    switch (typeof value) {
      case "number":
        return Number.isFinite(value) && !Object.is(value, -0) ? value : ["number", textOf(value)];
      case "undefined":
        return ["undefined"];
      case "bigint":
        return ["bigint", value.toString()];
      case "object":
        return value === null ? null : this.#encodeObject(value);
      default:
        return value as string | boolean;
    }
  }

  #encodeObject(value: object): Node {
    const met = this.#met.get(value);
    if (met !== undefined) return ["met", met];
    this.#met.set(value, this.#met.size);
    if (Array.isArray(value)) return ["list", ...value.map((item) => this.encode(item))];
    if (value instanceof Map) return ["map", ...[...value].flat().map((part) => this.encode(part))];
    if (value instanceof Set) return ["set", ...[...value].map((part) => this.encode(part))];
    if (value instanceof ArrayBuffer) return ["buffer", toHex(new Uint8Array(value))];
    const prototype: unknown = Object.getPrototypeOf(value);
    const kind = viewKind(value, prototype);
    if (kind !== undefined) {
      const { buffer, byteOffset, byteLength } = value as ArrayBufferView;
      return ["view", kind, byteOffset, byteLength, this.encode(buffer)];
    }
    const members = Object.entries(value).flatMap(([key, member]) => [key, this.encode(member)]);
    return [prototype === null ? "bare" : "object", ...members];
  }
}

class Decoder {
  readonly #met: object[] = [];

  decode(node: Node): unknown {
    if (!Array.isArray(node)) return typeof node === "object" && node !== null ? refuse("an object is no node") : node;
    const [kind, ...parts] = node as [string, ...Node[]];
    switch (kind) {
      case "number":
        return numbers.get(parts[0]) ?? refuse("a number stands for itself");
      case "undefined":
        return undefined;
      case "bigint":
        return BigInt(parts[0] as string);
      case "met":
        return this.#met[parts[0] as number] ?? refuse("nothing was met there");
      case "list":
        return this.#fill([] as unknown[], (list) => {
          for (const part of parts) list.push(this.decode(part));
        });
      case "set":
        return this.#fill(new Set<unknown>(), (set) => {
          for (const part of parts) set.add(this.decode(part));
        });
      case "map":
        return this.#fill(new Map<unknown, unknown>(), (map) => {
          for (const [key, value] of pairs(parts)) map.set(this.decode(key), this.decode(value));
        });
      case "bare":
      case "object":
        return this.#fill(kind === "bare" ? Object.create(null) : {}, (object) => {
          for (const [key, value] of pairs(parts)) define(object, key as string, this.decode(value));
        });
      case "buffer":
        return this.#fill(fromHex(parts[0] as string), () => undefined);
      case "view":
        return this.#decodeView(parts as [string, number, number, Node]);
      default:
        return refuse(`"${kind}" is no kind of value`);
    }
  }

  /** An object counts as met before its parts are, since they may lead back to it. */
  #fill<Value extends object>(value: Value, fill: (value: Value) => void): Value {
    this.#met.push(value);
    fill(value);
    return value;
  }

  #decodeView([kind, byteOffset, byteLength, bufferNode]: [string, number, number, Node]): ArrayBufferView {
    const place = this.#met.push({}) - 1;
    const buffer = this.decode(bufferNode);
    if (!(buffer instanceof ArrayBuffer)) refuse("a view of what is no buffer");
    // The text may come from a page: not every global may be constructed because it says so.
    const known = viewNames.test(kind)
      ? (globalThis as unknown as { readonly [name: string]: ViewConstructor | undefined })[kind]
      : undefined;
    if (known === undefined) refuse(`"${kind}" is no view that is known here`);
    const view = new known(buffer, byteOffset, byteLength / (known.BYTES_PER_ELEMENT ?? 1));
    this.#met[place] = view;
    return view;
  }
}

function refuse(reason: string): never {
  throw new SyntaxError(`no state: ${reason}`);
}

/** The numbers that JSON cannot hold, by their texts. */
const numbers: ReadonlyMap<unknown, number> = new Map(
  [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0].map((value) => [textOf(value), value]),
);

function textOf(value: number): string {
  return Object.is(value, -0) ? "-0" : `${value}`;
}

const viewNames = /^(?:(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array|DataView)$/;

interface ViewConstructor {
  new (buffer: ArrayBuffer, byteOffset: number, length: number): ArrayBufferView;
  readonly BYTES_PER_ELEMENT?: number;
}

function pairs(parts: readonly Node[]): readonly (readonly [Node, Node])[] {
  if (parts.length % 2 !== 0) refuse("a key without a value");
  return Array.from({ length: parts.length / 2 }, (_, index) => [
    parts[2 * index] as Node,
    parts[2 * index + 1] as Node,
  ]);
}

/** As an own property whatever its name: `__proto__` assigned would be the prototype. */
function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function fromHex(text: string): ArrayBuffer {
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(text.slice(2 * index, 2 * index + 2), 16);
  return bytes.buffer;
}
