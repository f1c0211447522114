// Reads a replay, and judges it by the rules of the format. Input is not trusted: it is first copied as plain JSON within
// limits, and everything after that looks at the copy only.

import { type CanonicalError, copyJson, depthMax, type JsonValue } from "./canonical.js";
import { hashEvery, type Replay, replayFormat, replayVersion } from "./format.js";
import { type JsonSchema, validateJson } from "./json-schema.js";
import { ReplayError, unexpected } from "./replay-error.js";
import { isStateHash } from "./state-hash.js";
import { countMax, seedMax } from "./units.js";
import { upgrade } from "./upgrades.js";

const textLengthMax = 16 * 1024 * 1024;
const valueCountMax = 2 * 1024 * 1024;
// Free JSON may be as deep as `canonicalise` allows, and stands at most four levels deep (the arguments of a fault's cheat).
const levelsMax = depthMax + 4;

const count = { type: "integer", minimum: 0, maximum: countMax };
const natural = { ...count, minimum: 1 };
const name = { type: "string", minLength: 1 };
const list = { type: "array" };
const flag = { type: "boolean" };
const free = {};
const hash = { type: "string", minLength: 16, maxLength: 16 };

function record(properties: { readonly [key: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((key) => !optional.includes(key));
  return { type: "object", properties, required, additionalProperties: false };
}

/** The format but for what stands in the rows of its streams, and for the rules that tie one part to another. */
const schema = record(
  {
    format: { const: replayFormat },
    version: { const: replayVersion },
    game: record({ id: name, build: name }),
    ticksPerSecond: natural,
    math: name,
    seed: { ...count, maximum: seedMax },
    options: free,
    ticks: count,
    cheated: flag,
    evidence: { enum: ["state", "snapshot"] },
    inputs: list,
    cheats: list,
    choices: list,
    hashes: record({ every: { const: hashEvery }, values: { type: "array", items: hash } }),
    final: hash,
    fault: record({ tick: count, input: free, cheats: list, message: { type: "string" } }),
    provenance: { type: "object" },
  },
  ["fault", "provenance"],
);

/**
 * Reads a replay from untrusted input: JSON text, or a value already parsed. The result is a canonical, deeply frozen
 * copy; nothing of the input is run or kept. Older versions are upgraded.
 *
 * @throws {ReplayError} and nothing else.
 */
export function parseReplay(input: unknown): Replay {
  const json = copy(typeof input === "string" ? parseText(input) : input);
  expectFit(
    {
      type: "object",
      properties: { format: { const: replayFormat }, version: natural },
      required: ["format", "version"],
    },
    json,
    "",
  );
  const { version } = json as { readonly version: number };
  if (version > replayVersion) {
    throw new ReplayError(
      "REPLAY_TOO_NEW",
      `this replay has version ${version}; this Tickbridge reads up to ${replayVersion}: update Tickbridge`,
      "/version",
      `at most ${replayVersion}`,
    );
  }
  const current = version < replayVersion ? copy(upgrade(json, version)) : json;
  expectFit(schema, current, "");
  const replay = current as unknown as Replay;
  checkRules(replay);
  return replay;
}

/** Throws for a text that is longer than a replay may be. */
export function expectLength(text: string): void {
  if (text.length > textLengthMax) throw unexpected("", `at most ${textLengthMax} characters`, "REPLAY_TOO_LARGE");
}

function parseText(text: string): unknown {
  expectLength(text);
  try {
    return JSON.parse(text);
  } catch {
    throw unexpected("", "JSON text");
  }
}

function copy(value: unknown): JsonValue {
  try {
    return copyJson(value, levelsMax, valueCountMax);
  } catch (error) {
    const { path, expected } = error as CanonicalError;
    throw unexpected(path, expected, expected === `at most ${valueCountMax} values` ? "REPLAY_TOO_LARGE" : undefined);
  }
}

function expectFit(fits: JsonSchema, value: JsonValue, path: string): void {
  const issue = validateJson(fits, value, path);
  if (issue !== undefined) throw unexpected(issue.path, issue.expected);
}

/** Checks rows, each part by its schema. */
function checkRows(rows: readonly unknown[], path: string, parts: readonly JsonSchema[]): void {
  for (const [index, row] of rows.entries()) {
    expectFit({ type: "array", minItems: parts.length, maxItems: parts.length }, row as JsonValue, `${path}/${index}`);
    for (const [place, part] of parts.entries()) {
      expectFit(part, (row as JsonValue[])[place] as JsonValue, `${path}/${index}/${place}`);
    }
  }
}

/** Checks rows that begin with a tick: in order, never falling, and rising where `gap` is 1. */
function checkStream(
  rows: Replay["cheats" | "choices" | "inputs"],
  path: string,
  ticks: JsonSchema,
  parts: readonly JsonSchema[],
  gap = 0,
): void {
  checkRows(rows, path, [ticks, ...parts]);
  for (let index = 1; index < rows.length; index++) {
    const least = (rows[index - 1]?.[0] as number) + gap;
    expectFit({ ...ticks, minimum: least }, rows[index]?.[0] as number, `${path}/${index}/0`);
  }
}

function checkRules({ ticks, inputs, cheats, choices, hashes, final, fault, cheated }: Replay): void {
  const hashCount = Math.floor(ticks / hashEvery) + 1;
  if (hashes.values.length !== hashCount) {
    throw unexpected("/hashes/values", `exactly ${hashCount} hashes for ${ticks} ticks`);
  }
  for (const [index, value] of [...hashes.values, final].entries()) {
    if (isStateHash(value)) continue;
    throw unexpected(index < hashCount ? `/hashes/values/${index}` : "/final", "16 lower-case hexadecimal digits");
  }
  const within = { type: "integer", minimum: 1, maximum: ticks };
  const cheat = [name, free];
  checkStream(inputs, "/inputs", within, [free], 1);
  for (const [index, [, input]] of inputs.entries()) {
    if (index > 0 && JSON.stringify(input) === JSON.stringify(inputs[index - 1]?.[1])) {
      throw unexpected(`/inputs/${index}/1`, "another input than the one before");
    }
  }
  checkStream(cheats, "/cheats", within, cheat);
  checkStream(choices, "/choices", { ...within, minimum: 0 }, [name, { ...count, type: ["integer", "null"] }]);
  if (fault !== undefined) {
    expectFit({ const: ticks + 1 }, fault.tick, "/fault/tick");
    checkRows(fault.cheats, "/fault/cheats", cheat);
  }
  expectFit({ const: cheats.length > 0 || (fault !== undefined && fault.cheats.length > 0) }, cheated, "/cheated");
}
