// `**` as a function, for operands of any kind: what the build plugin puts in its place.

import { pow } from "./pow.js";

/**
 * `base ** exponent`: by `pow` for numbers, exact for two BigInt, and with other operands converted as the operator
 * does, the base first. Throws a `TypeError` for a number with a BigInt.
 */
export function raise(base: bigint, exponent: bigint): bigint;
export function raise(base: unknown, exponent: unknown): number;
export function raise(base: unknown, exponent: unknown): number | bigint {
  if (typeof base === "number" && typeof exponent === "number") return pow(base, exponent);
  const left = toNumeric(base);
  const right = toNumeric(exponent);
  if (typeof left === "number" && typeof right === "number") return pow(left, right);
  // Exact for two BigInt, and the operator's own error for one.
  return (left as bigint) ** (right as bigint);
}

/** A minus makes a number of anything but a BigInt, by the same steps as `**`. */
function toNumeric(value: unknown): number | bigint {
  const negative: number | bigint = -(value as number);
  return -negative;
}

/** `target[key] **= exponent` as `raiseMember(target, key).by(exponent)`: the value is read before `exponent` is evaluated. */
export function raiseMember(target: unknown, key: unknown): { by(exponent: unknown): number | bigint } {
  const object = target as Record<PropertyKey, unknown>;
  // A value without members throws before the key is converted, and the key is converted once.
  if (object === null || object === undefined) throw new TypeError(`Cannot read properties of ${object}`);
  const name = typeof key === "symbol" || typeof key === "number" ? key : toKey(key);
  const base = object[name];
  return {
    by(exponent) {
      const result = raise(base, exponent);
      object[name] = result;
      return result;
    },
  };
}

function toKey(key: unknown): PropertyKey {
  // What a computed key of a literal is converted to is what a member's key is converted to.
  return Reflect.ownKeys({ [key as string]: 0 })[0] ?? "";
}
