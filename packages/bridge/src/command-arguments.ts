// The TypeScript types of commands' arguments, derived from the manifest's schemas.

import type { CommandName } from "./command-names.js";
import type { JsonValue } from "./game.js";
import type { commands } from "./protocol.js";

/** The TypeScript type of what a JSON Schema of the manifest allows. */
type ValueOf<S> = S extends { readonly enum: readonly (infer Member)[] }
  ? Member
  : S extends { readonly type: "object"; readonly properties: infer P; readonly required: readonly (infer R)[] }
    ? { readonly [K in keyof P as K extends R ? K : never]: ValueOf<P[K]> } & {
        readonly [K in keyof P as K extends R ? never : K]?: ValueOf<P[K]>;
      }
    : S extends { readonly type: "object"; readonly properties: infer P }
      ? { readonly [K in keyof P]?: ValueOf<P[K]> }
      : S extends { readonly type: "object"; readonly additionalProperties: infer Member }
        ? { readonly [key: string]: ValueOf<Member> }
        : S extends { readonly type: "array"; readonly items: infer Item }
          ? readonly ValueOf<Item>[]
          : S extends { readonly type: infer T }
            ? ValueOfType<T extends readonly (infer Member)[] ? Member : T>
            : JsonValue;
type ValueOfType<T> = T extends "integer" | "number"
  ? number
  : T extends "string"
    ? string
    : T extends "boolean"
      ? boolean
      : T extends "null"
        ? null
        : never;
type ArgumentsOf<P> = P extends readonly [infer First, ...infer Rest]
  ? First extends { readonly optional: true; readonly schema: infer S }
    ? [argument?: ValueOf<S>, ...rest: ArgumentsOf<Rest>]
    : First extends { readonly schema: infer S }
      ? [argument: ValueOf<S>, ...rest: ArgumentsOf<Rest>]
      : never
  : [];
/** The arguments of a command, as a tuple. */
export type CommandArguments<Name extends CommandName> = ArgumentsOf<(typeof commands)[Name]["parameters"]>;
