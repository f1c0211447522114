// Turns whatever a game shows into JSON that an agent can use: a copy, frozen, with nothing silently wrong in it.

import { pointer } from "@tickbridge/replay/core";
import type { JsonValue } from "../game.js";

export interface SafeJson {
  readonly value: JsonValue;
  /** Where a NaN or an infinity was: published as 0, since raw NaN is no JSON and `null < 20` is true. */
  readonly nonFinite: readonly string[];
  /** Where something stood that JSON cannot hold (a function, a cycle, a part too deep or too far down a web): published as null. */
  readonly unshowable: readonly string[];
}

const depthMax = 64;
/** A web of objects has exponentially many paths; what stands behind this many parts is cut. */
const partsMax = 200_000;
const listedMax = 100;

/** `at`: where the value stands in a larger whole, for the paths. Typed arrays become arrays, Map and Set too, a Date its ISO text; `undefined` properties are left out. Never throws on data. */
export function safeJson(source: unknown, at: readonly string[] = []): SafeJson {
  const nonFinite: string[] = [];
  const unshowable: string[] = [];
  const open = new Set<object>();
  let parts = 0;

  function copy(value: unknown, path: readonly (string | number)[]): JsonValue {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        if (Number.isFinite(value)) return value === 0 ? 0 : value;
        if (nonFinite.length < listedMax) nonFinite.push(pointer(path));
        return 0;
      case "bigint":
        return value.toString();
      case "object":
        if (value === null) return null;
        if (!open.has(value) && path.length < depthMax && ++parts < partsMax) {
          open.add(value);
          const copied = copyObject(value, path);
          open.delete(value);
          return copied;
        }
    }
    if (unshowable.length < listedMax) unshowable.push(pointer(path));
    return null;
  }

  function copyObject(value: object, path: readonly (string | number)[]): JsonValue {
    if (value instanceof Date) return copy(value.toJSON(), path);
    const list = listOf(value);
    if (list !== undefined) return Object.freeze(list.map((item, index) => copy(item, [...path, index])));
    const copied: Record<string, JsonValue> = {};
    for (const key of Object.keys(value)) {
      const member = (value as { readonly [key: string]: unknown })[key];
      if (member === undefined || key === "__proto__") continue;
      copied[key] = typeof member === "number" && Number.isFinite(member) ? member || 0 : copy(member, [...path, key]);
    }
    return Object.freeze(copied);
  }

  const value = copy(source, at);
  return { value, nonFinite, unshowable };
}

function listOf(value: object): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (value instanceof Map || value instanceof Set) return [...value];
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Uint8Array) : undefined;
}
