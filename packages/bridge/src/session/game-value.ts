// One way to judge and describe a game's own values, whichever of the three schema forms the game chose.

import type { StandardSchemaV1 } from "@standard-schema/spec";
import { CanonicalError, canonicalise, pointer, unsupportedKeyword, validateJson } from "@tickbridge/replay/core";
import type { JsonSchema, JsonValue, Schema } from "../game.js";
import { badArgs, GameThrew } from "./refusal.js";
import { RegistrationError } from "./registration-error.js";

/** A schema made ready: `parse` gives the canonical, frozen value that the game will see, or throws BAD_ARGS. */
export interface GameValue {
  readonly jsonSchema: JsonSchema;
  /** The Standard Schema behind it, where there is one. */
  readonly standard?: StandardSchemaV1;
  parse(value: JsonValue, path: string): JsonValue;
}

/** The value of a part that takes nothing: only `{}`. */
export const nothing = gameValue("", { jsonSchema: { type: "object", properties: {}, additionalProperties: false } });

/** Makes a schema ready. Throws RegistrationError, naming `part`, where it cannot be used. */
export function gameValue(part: string, schema: Schema<unknown>): GameValue {
  if (isStandard(schema)) {
    return { jsonSchema: ownJsonSchema(part, schema), standard: schema, parse: standardParser(part, schema) };
  }
  if (typeof schema !== "object" || schema === null || typeof schema.jsonSchema !== "object") {
    throw new RegistrationError(part, "expected a Standard Schema or {jsonSchema}");
  }
  const jsonSchema = canonicalise(schema.jsonSchema) as JsonSchema;
  if ("validate" in schema) {
    if (!isStandard(schema.validate)) throw new RegistrationError(`${part}.validate`, "expected a Standard Schema");
    return { jsonSchema, standard: schema.validate, parse: standardParser(part, schema.validate) };
  }
  const unsupported = unsupportedKeyword(jsonSchema);
  if (unsupported !== undefined) {
    throw new RegistrationError(`${part}.jsonSchema${unsupported}`, "outside the subset of docs/embedding.md");
  }
  return {
    jsonSchema,
    parse(value, path) {
      const issue = validateJson(jsonSchema, value, path);
      if (issue !== undefined) throw badArgs(issue.path, issue.expected);
      return value;
    },
  };
}

function isStandard(schema: unknown): schema is StandardSchemaV1 {
  // arktype's schemas are functions.
  return (typeof schema === "object" || typeof schema === "function") && schema !== null && "~standard" in schema;
}

function ownJsonSchema(part: string, schema: StandardSchemaV1): JsonSchema {
  const given = writtenAsJson(schema, "input");
  if (given !== undefined) return given;
  throw new RegistrationError(part, "the schema has no JSON Schema of its own: give {validate, jsonSchema}");
}

/** The JSON Schema of what a Standard Schema takes or puts out; undefined where it has none. */
export function writtenAsJson(schema: StandardSchemaV1, side: "input" | "output"): JsonSchema | undefined {
  type Writer = (options: { target: string }) => unknown;
  const props = schema["~standard"] as { jsonSchema?: { readonly [side: string]: Writer | undefined } };
  try {
    const given = props.jsonSchema?.[side]?.({ target: "draft-2020-12" });
    return given === undefined ? undefined : (canonicalise(given) as JsonSchema);
  } catch {
    // A schema that cannot be written as JSON Schema (a transform, say) is one that has none.
    return undefined;
  }
}

function standardParser(part: string, schema: StandardSchemaV1): GameValue["parse"] {
  const validate = (value: unknown) => {
    try {
      return schema["~standard"].validate(value);
    } catch (thrown) {
      throw new GameThrew(`the schema of ${part}`, thrown);
    }
  };
  if (isThenable(attempt(() => validate({})))) throw new RegistrationError(part, "the schema must not be asynchronous");
  return (value, path) => {
    const result = validate(value);
    if (isThenable(result)) throw badArgs(path, "a value that can be judged at once", `${part} judged asynchronously`);
    if (result.issues !== undefined) {
      const issue = result.issues[0];
      const keys = (issue?.path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
      throw badArgs(path + pointer(keys), issue?.message ?? "a valid value", issue?.message);
    }
    try {
      return canonicalise(result.value);
    } catch (thrown) {
      if (!(thrown instanceof CanonicalError)) throw thrown;
      throw badArgs(path + thrown.path, thrown.expected, `${part}: the schema put out what JSON cannot hold`);
    }
  };
}

function attempt(call: () => unknown): unknown {
  try {
    return call();
  } catch {
    return undefined;
  }
}

/** Whether a value is a promise or behaves like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}
