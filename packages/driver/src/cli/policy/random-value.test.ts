// Random values fit the schema that they were drawn for.

import { randomStream } from "@tickbridge/bridge";
import { type JsonSchema, type JsonValue, validateJson } from "@tickbridge/replay";
import { expect, test } from "vitest";
import { randomValue } from "./random-value.js";

function draw(schema: JsonSchema, fallback: JsonValue = null, count = 500): JsonValue[] {
  const stream = randomStream(7);
  return Array.from({ length: count }, () => randomValue(schema, fallback, stream));
}

const move = { type: "number", minimum: -1, maximum: 1 };

test.each<[string, JsonSchema]>([
  ["a number", move],
  ["a number with open limits", { type: "number" }],
  ["a number with a lower limit only", { type: "number", minimum: 5 }],
  ["a number with an upper limit only", { type: "number", maximum: -5 }],
  ["a number between excluded limits", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }],
  ["a number of a schema library", { type: "number", minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }],
  ["an integer", { type: "integer", minimum: 2, maximum: 4 }],
  ["a safe integer", { type: "integer", minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }],
  ["an integer above an excluded limit", { type: "integer", exclusiveMinimum: 0, maximum: 3 }],
  ["an enum", { enum: ["up", "down", 3, null] }],
  ["a constant", { const: { kind: "wait" } }],
  ["a boolean", { type: "boolean" }],
  ["one of two types", { type: ["boolean", "null"] }],
  ["one of two schemas", { anyOf: [move, { type: "boolean" }] }],
  ["a list", { type: "array", items: move, minItems: 1, maxItems: 2 }],
  [
    "nested objects",
    {
      type: "object",
      properties: { aim: { type: "object", properties: { x: move }, required: ["x"] } },
      required: ["aim"],
    },
  ],
])("%s", (_, schema) => {
  for (const value of draw(schema)) expect(validateJson(schema, value, "")).toBeUndefined();
});

test("the limits and the middle of a number come up often, as held keys do", () => {
  const values = draw(move);
  for (const value of [-1, 0, 1]) expect(values.filter((drawn) => drawn === value).length).toBeGreaterThan(50);
  expect(new Set(values).size).toBeGreaterThan(10);
});

test("an optional property is there in some and missing in others", () => {
  const keys = draw({ type: "object", properties: { jump: { type: "boolean" } } }).map(
    (value) => Object.keys(value as object).length,
  );
  expect(new Set(keys)).toEqual(new Set([0, 1]));
});

test.each<[string, JsonSchema]>([
  ["text", { type: "string", pattern: "^a" }],
  ["a multiple", { type: "number", multipleOf: 0.25 }],
  ["a reference", { $ref: "#/$defs/x" }],
  ["a set", { type: "array", items: move, uniqueItems: true }],
])("what is asked of %s is left at the neutral value", (_, schema) => {
  expect(new Set(draw(schema, "neutral"))).toEqual(new Set(["neutral"]));
  const inside = { type: "object", properties: { part: schema }, required: ["part"] };
  expect(draw(inside, { part: "neutral" }, 1)).toEqual([{ part: "neutral" }]);
});

test("the same seed draws the same values", () => {
  expect(draw(move)).toEqual(draw(move));
});
