// Any state that `hashState` takes, for property tests: a graph of every kind of value, with sharing and cycles.

import fc from "fast-check";

type Part = { readonly to: number } | { readonly value: unknown };

interface Plan {
  readonly kind: "object" | "bare" | "array" | "map" | "set" | "buffer" | "view";
  readonly keys: readonly string[];
  readonly parts: readonly Part[];
  readonly bytes: Uint8Array;
  readonly view: number;
}

const unit = fc.oneof(
  fc.constantFrom("a", "/", "~", "\0", "é", "👍", "\ud83d", "\udc4d"),
  fc.string({ unit: "binary" }),
);
const text = fc.array(unit, { maxLength: 5 }).map((units) => units.join(""));
const key = fc.oneof(text, fc.constantFrom("", "0", "10", "x", "y", "__proto__", "constructor", "toString", "@0"));

/** Any primitive: -0, NaN, lone surrogates and the edges of 32 and 53 bits among them. */
export const arbitraryPrimitive: fc.Arbitrary<unknown> = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, Number.NaN, 2 ** 31, -(2 ** 31), 2 ** 53, 5e-324, Number.POSITIVE_INFINITY),
  fc.bigInt(),
  text,
  fc.constantFrom(undefined, null, true, false, ""),
);

const viewKinds = [
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Float16Array",
  "Int32Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
  "DataView",
].flatMap((name) => {
  const kind = (globalThis as unknown as { readonly [name: string]: ViewKind | undefined })[name];
  return kind === undefined ? [] : [kind];
});

interface ViewKind {
  new (buffer: ArrayBuffer, byteOffset: number, length: number): ArrayBufferView;
  readonly BYTES_PER_ELEMENT?: number;
}

/** At most `partsMax` parts to a container and `bytesMax` bytes to a buffer. */
export function arbitraryState(partsMax = 5, bytesMax = 40): fc.Arbitrary<unknown> {
  const part: fc.Arbitrary<Part> = fc.oneof(
    { weight: 2, arbitrary: arbitraryPrimitive.map((value) => ({ value })) },
    { weight: 1, arbitrary: fc.nat(30).map((to) => ({ to })) },
  );
  const plan: fc.Arbitrary<Plan> = fc.record({
    kind: fc.constantFrom<Plan["kind"]>("object", "bare", "array", "map", "set", "buffer", "view", "view"),
    keys: fc.uniqueArray(key, { maxLength: partsMax }),
    parts: fc.array(part, { maxLength: partsMax }),
    bytes: fc.uint8Array({ maxLength: bytesMax, size: "max" }),
    view: fc.nat(1000),
  });
  return fc.oneof(
    { weight: 12, arbitrary: fc.array(plan, { minLength: 1, maxLength: 9 }).map(build) },
    { weight: 1, arbitrary: arbitraryPrimitive },
  );
}

/** The first plan's state; `to` leads to any of them, so that parts are shared and cycles arise. */
function build(plans: readonly Plan[]): unknown {
  const buffers = plans.map(({ bytes }) => bytes.slice().buffer);
  const nodes = plans.map((plan, index) => emptyOf(plan, buffers[index] as ArrayBuffer, buffers));
  const resolve = (part: Part | undefined): unknown =>
    part === undefined ? undefined : "to" in part ? nodes[part.to % nodes.length] : part.value;
  for (const [index, { keys, parts }] of plans.entries()) {
    const node = nodes[index];
    if (Array.isArray(node)) node.push(...parts.map(resolve));
    else if (node instanceof Set) for (const part of parts) node.add(resolve(part));
    else if (node instanceof Map) for (const [at, part] of parts.entries()) node.set(resolve(part), keys[at]);
    else if (!ArrayBuffer.isView(node) && !(node instanceof ArrayBuffer)) {
      for (const [at, name] of keys.entries()) setOwn(node as object, name, resolve(parts[at]));
    }
  }
  return nodes[0];
}

function emptyOf({ kind, view }: Plan, own: ArrayBuffer, buffers: readonly ArrayBuffer[]): object {
  switch (kind) {
    case "object":
      return {};
    case "bare":
      return Object.create(null);
    case "array":
      return [];
    case "map":
      return new Map();
    case "set":
      return new Set();
    case "buffer":
      return own;
    case "view": {
      const Kind = viewKinds[view % viewKinds.length] as ViewKind;
      const size = Kind.BYTES_PER_ELEMENT ?? 1;
      const buffer = buffers[view % buffers.length] as ArrayBuffer;
      const offset = Math.min(view % 3, Math.floor(buffer.byteLength / size)) * size;
      return new Kind(buffer, offset, Math.floor((buffer.byteLength - offset) / size));
    }
  }
}

/** Sets an own property whatever its name: `__proto__` assigned would be the prototype. */
export function setOwn(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}
