// Sorting by a comparator that gives no order: engines sort differently then, and one engine differently by length.

import { type Tripwires, trip } from "./realm.js";
import { replace, wrapped } from "./wrap.js";

const { apply } = Reflect;

export function watchSorts(tripwires: Tripwires): void {
  const typedArray = Object.getPrototypeOf(Int8Array) as { readonly prototype: object };
  for (const [owner, as] of [
    [Array.prototype, "Array"],
    [typedArray.prototype, "TypedArray"],
  ] as const) {
    for (const name of ["sort", "toSorted"]) {
      const native = Object.getOwnPropertyDescriptor(owner, name)?.value;
      const api = `${as}.prototype.${name}`;
      if (native !== undefined) replace(tripwires, owner, name, watchedSort(tripwires, api, native), api);
    }
  }
}

function watchedSort(tripwires: Tripwires, api: string, native: unknown): unknown {
  return wrapped(native as never, () => ({
    apply(target, self, args) {
      const comparator: unknown = args[0];
      if (tripwires.hear === undefined || typeof comparator !== "function") return apply(target, self, args);
      let fault: string | undefined;
      const sorted = apply(target, self, [
        (left: unknown, right: unknown) => {
          const order: unknown = comparator(left, right);
          fault ??= faultOf(order);
          return order;
        },
      ]);
      if (fault !== undefined) trip(tripwires, api, `with a comparator that gave ${fault}`);
      return sorted;
    },
  }));
}

function faultOf(order: unknown): string | undefined {
  switch (typeof order) {
    case "number":
      return Number.isNaN(order) ? "NaN" : undefined;
    case "boolean":
      return "true or false, which has no word for less";
    case "undefined":
      return "undefined";
    default:
      return undefined;
  }
}
