// A validator for the subset of JSON Schema in docs/embedding.md: the replay format and the commands use it, and games
// without a schema library may. `unsupportedKeyword` lets a foreign schema be refused, so that no keyword is silently ignored.

import type { JsonValue } from "./canonical.js";
import { pointer } from "./pointer.js";

export type JsonSchema = { readonly [keyword: string]: JsonValue };

/** Where a value is wrong, as a JSON pointer from the value, and what was expected there. */
export interface SchemaIssue {
  readonly path: string;
  readonly expected: string;
}

const annotations = new Set(["$schema", "title", "description", "default", "examples"]);
const keywords = new Set([
  "type",
  "enum",
  "const",
  "anyOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "items",
  "minItems",
  "maxItems",
  "properties",
  "required",
  "additionalProperties",
]);

/** The first keyword of `schema` that is outside the subset, as a JSON pointer; undefined when there is none. */
export function unsupportedKeyword(schema: unknown, path = ""): string | undefined {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return path || "/";
  const fields = schema as JsonSchema;
  for (const keyword of Object.keys(fields)) {
    if (!keywords.has(keyword) && !annotations.has(keyword)) return `${path}/${keyword}`;
  }
  const children: [string, unknown][] = [];
  for (const [name, child] of Object.entries((fields.properties as object | undefined) ?? {})) {
    children.push([`properties/${name}`, child]);
  }
  if (fields.items !== undefined) children.push(["items", fields.items]);
  if (typeof fields.additionalProperties === "object")
    children.push(["additionalProperties", fields.additionalProperties]);
  for (const [index, child] of ((fields.anyOf as JsonValue[] | undefined) ?? []).entries()) {
    children.push([`anyOf/${index}`, child]);
  }
  for (const [name, child] of children) {
    const found = unsupportedKeyword(child, `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first thing wrong with `value`, which is canonical JSON; undefined when it fits. */
export function validateJson(schema: JsonSchema, value: JsonValue, path = ""): SchemaIssue | undefined {
  const issue = { path, expected: describeSchema(schema) };
  if (schema.enum !== undefined && !(schema.enum as JsonValue[]).includes(value)) return issue;
  if (schema.const !== undefined && schema.const !== value) return issue;
  if (schema.anyOf !== undefined) {
    if (!(schema.anyOf as JsonSchema[]).some((option) => validateJson(option, value) === undefined)) return issue;
  }
  if (schema.type !== undefined) {
    const types = typeof schema.type === "string" ? [schema.type] : (schema.type as string[]);
    if (!types.some((type) => hasType(value, type))) return issue;
  }
  if (typeof value === "number" && !numberFits(schema, value)) return issue;
  if (typeof value === "string" && !lengthFits(schema.minLength, schema.maxLength, value.length)) return issue;
  if (Array.isArray(value)) return validateItems(schema, value, path, issue);
  if (typeof value === "object" && value !== null) {
    return validateProperties(schema, value as { readonly [key: string]: JsonValue }, path);
  }
  return undefined;
}

function hasType(value: JsonValue, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function numberFits(schema: JsonSchema, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as { readonly [keyword: string]: number };
  if (minimum !== undefined && value < minimum) return false;
  if (maximum !== undefined && value > maximum) return false;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  return exclusiveMaximum === undefined || value < exclusiveMaximum;
}

function lengthFits(minimum: JsonValue | undefined, maximum: JsonValue | undefined, length: number): boolean {
  if (typeof minimum === "number" && length < minimum) return false;
  return typeof maximum !== "number" || length <= maximum;
}

function validateItems(
  schema: JsonSchema,
  value: readonly JsonValue[],
  path: string,
  issue: SchemaIssue,
): SchemaIssue | undefined {
  if (!lengthFits(schema.minItems, schema.maxItems, value.length)) return issue;
  if (schema.items === undefined) return undefined;
  for (const [index, item] of value.entries()) {
    const found = validateJson(schema.items as JsonSchema, item, `${path}/${index}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function validateProperties(
  schema: JsonSchema,
  value: { readonly [key: string]: JsonValue },
  path: string,
): SchemaIssue | undefined {
  const properties = (schema.properties ?? {}) as { readonly [name: string]: JsonSchema };
  for (const name of (schema.required ?? []) as string[]) {
    if (!Object.hasOwn(value, name)) {
      const missing = properties[name];
      return { path: path + pointer([name]), expected: missing === undefined ? "a value" : describeSchema(missing) };
    }
  }
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties;
    if (known === false) {
      const names = Object.keys(properties);
      return {
        path: path + pointer([name]),
        expected: names.length === 0 ? "no property" : `only ${names.join(", ")}`,
      };
    }
    if (typeof known !== "object") continue;
    const found = validateJson(known as JsonSchema, member, path + pointer([name]));
    if (found !== undefined) return found;
  }
  return undefined;
}

const typeNames: { readonly [type: string]: string } = {
  integer: "an integer",
  number: "a number",
  string: "a string",
  boolean: "true or false",
  null: "null",
  array: "an array",
  object: "an object",
};

/** What a schema expects, for people: `an integer from 0 to 10`. */
export function describeSchema(schema: JsonSchema): string {
  if (schema.enum !== undefined)
    return `one of ${(schema.enum as JsonValue[]).map((member) => JSON.stringify(member)).join(", ")}`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return (schema.anyOf as JsonSchema[]).map(describeSchema).join(", or ");
  if (schema.type === undefined) return "a JSON value";
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type as string[]);
  return types.map((type) => (typeNames[type] ?? type) + describeLimits(type, schema)).join(" or ");
}

function describeLimits(type: string, schema: JsonSchema): string {
  if (type === "integer" || type === "number") return describeRange(schema);
  if (type === "string") return describeLength(schema.minLength, schema.maxLength, "character");
  return type === "array" ? describeLength(schema.minItems, schema.maxItems, "item") : "";
}

function describeLength(least: JsonValue | undefined, most: JsonValue | undefined, unit: string): string {
  if (most === undefined) return least === undefined ? "" : ` of at least ${least} ${unit}${least === 1 ? "" : "s"}`;
  return least === undefined ? ` of at most ${most} ${unit}s` : ` of ${least} to ${most} ${unit}s`;
}

function describeRange(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const from =
    minimum !== undefined ? ` from ${minimum}` : exclusiveMinimum !== undefined ? ` above ${exclusiveMinimum}` : "";
  const to =
    maximum !== undefined ? ` to ${maximum}` : exclusiveMaximum !== undefined ? ` below ${exclusiveMaximum}` : "";
  return from + to;
}
