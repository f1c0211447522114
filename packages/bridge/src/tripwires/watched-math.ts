// `Math.random` and the functions of `Math` that engines compute differently. Pictures call them thousands of times a
// frame, so that these wrappers are plain functions, which engines inline; `bind` hides their text.

import { type Tripwires, trip } from "./realm.js";
import { inexactMath } from "./watched-apis.js";
import { replace } from "./wrap.js";

type Numeric = (...values: number[]) => number;

export function watchMath(tripwires: Tripwires): void {
  const functions = Math as unknown as { readonly [name: string]: Numeric | undefined };
  for (const name of ["random", ...inexactMath]) {
    const native = functions[name];
    if (native === undefined) continue;
    replace(tripwires, Math, name, nativeLike(watched(tripwires, `Math.${name}`, native), native), `Math.${name}`);
  }
}

function watched(tripwires: Tripwires, api: string, native: Numeric): Numeric {
  switch (api) {
    case "Math.random":
      return () => {
        if (tripwires.hear !== undefined) trip(tripwires, api);
        return native();
      };
    case "Math.atan2":
    case "Math.pow":
      return (left, right) => {
        if (tripwires.hear !== undefined) trip(tripwires, api);
        return native(left as number, right as number);
      };
    case "Math.hypot":
      return (...values) => {
        if (tripwires.hear !== undefined) trip(tripwires, api);
        return native(...values);
      };
    default:
      return (value) => {
        if (tripwires.hear !== undefined) trip(tripwires, api);
        return native(value as number);
      };
  }
}

function nativeLike(plain: Numeric, native: Numeric): Numeric {
  const bound = plain.bind(undefined);
  for (const property of ["name", "length"]) {
    Object.defineProperty(bound, property, Object.getOwnPropertyDescriptor(native, property) ?? {});
  }
  return bound;
}
