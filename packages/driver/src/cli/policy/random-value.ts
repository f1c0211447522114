// A random value that fits a JSON Schema: for policies that play a game of which they know only what `describe` says.

import {
  drawChance,
  drawFloat,
  drawInteger,
  type JsonSchema,
  type JsonValue,
  type RandomStream,
} from "@tickbridge/bridge";

/** Where a schema gives a number no limits. */
const openLimit = 1;
/** Steps between a number's limits, so that replays stay short; the limits themselves come up often. */
const numberSteps = 20;
const arrayItemsMax = 3;

/**
 * A value that fits `schema`, as far as it is of types, limits, enums, objects and arrays; `fallback` where it asks for
 * something else (a pattern, a reference), so that the neutral input is always a way out.
 */
export function randomValue(schema: JsonSchema, fallback: JsonValue, stream: RandomStream): JsonValue {
  if (schema.const !== undefined) return schema.const as JsonValue;
  if (Array.isArray(schema.enum)) return pick(schema.enum as readonly JsonValue[], fallback, stream);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives)) {
    const alternative = pick(alternatives as readonly JsonSchema[], undefined, stream);
    return alternative === undefined ? fallback : randomValue(alternative, fallback, stream);
  }
  const type = Array.isArray(schema.type) ? pick(schema.type as readonly string[], "", stream) : schema.type;
  switch (type) {
    case "boolean":
      return drawChance(stream, 0.5);
    case "null":
      return null;
    case "integer":
    case "number":
      return randomNumber(schema, type, fallback, stream);
    case "object":
      return randomObject(schema, fallback, stream);
    case "array":
      return randomArray(schema, fallback, stream);
    default:
      return fallback;
  }
}

function randomNumber(
  schema: JsonSchema,
  type: "integer" | "number",
  fallback: JsonValue,
  stream: RandomStream,
): JsonValue {
  if (schema.multipleOf !== undefined) return fallback;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as {
    readonly [limit: string]: number | undefined;
  };
  const low = minimum ?? exclusiveMinimum ?? Math.min(-openLimit, (maximum ?? exclusiveMaximum ?? 0) - openLimit);
  const high = maximum ?? exclusiveMaximum ?? Math.max(openLimit, low + openLimit);
  // Schema libraries give integers the limits of safe ones; no game means those.
  const wide = high - low > 0xffffffff;
  if (type === "integer") {
    const first = Math.ceil(wide ? Math.max(low, -openLimit) : low);
    const last = Math.floor(wide ? Math.min(high, openLimit) : high);
    const least = exclusiveMinimum !== undefined && first === exclusiveMinimum ? first + 1 : first;
    const most = exclusiveMaximum !== undefined && last === exclusiveMaximum ? last - 1 : last;
    const isDrawable = Number.isSafeInteger(least) && Number.isSafeInteger(most) && least <= most;
    return isDrawable ? drawInteger(stream, least, most) : fallback;
  }
  if (wide) return drawFloat(stream) * 2 * openLimit - openLimit;
  // A third each: a limit or the middle, where held keys are; the rest in between.
  const step = drawChance(stream, 2 / 3)
    ? drawInteger(stream, 0, 2) * (numberSteps / 2)
    : drawInteger(stream, 0, numberSteps);
  const inside =
    exclusiveMinimum !== undefined || exclusiveMaximum !== undefined
      ? Math.min(numberSteps - 1, Math.max(1, step))
      : step;
  return Number((low + ((high - low) * inside) / numberSteps).toPrecision(6));
}

function randomObject(schema: JsonSchema, fallback: JsonValue, stream: RandomStream): JsonValue {
  const properties = Object.entries((schema.properties ?? {}) as { readonly [name: string]: JsonSchema });
  const required = new Set((schema.required ?? []) as readonly string[]);
  const fallbacks = isRecord(fallback) ? fallback : {};
  const drawn = properties
    .filter(([name]) => required.has(name) || drawChance(stream, 0.5))
    .map(([name, property]) => [name, randomValue(property, fallbacks[name] ?? null, stream)] as const);
  return Object.fromEntries(drawn);
}

function randomArray(schema: JsonSchema, fallback: JsonValue, stream: RandomStream): JsonValue {
  const {
    items,
    minItems = 0,
    maxItems = arrayItemsMax,
    prefixItems,
    uniqueItems,
  } = schema as { readonly [part: string]: unknown };
  if (!isRecord(items) || prefixItems !== undefined || uniqueItems === true) return fallback;
  const length = drawInteger(
    stream,
    minItems as number,
    Math.max(minItems as number, Math.min(maxItems as number, arrayItemsMax)),
  );
  return Array.from({ length }, () => randomValue(items, null, stream));
}

function pick<Item, Otherwise>(items: readonly Item[], otherwise: Otherwise, stream: RandomStream): Item | Otherwise {
  return items[drawInteger(stream, 0, Math.max(items.length, 1) - 1)] ?? otherwise;
}

function isRecord(value: unknown): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
