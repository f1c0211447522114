// The options, inputs and cheat arguments of a replay came out of the game's own schemas when they were recorded. A hostile
// replay may hold anything, such as a billion level-ups at once, so what the schemas say of their output judges it before
// the game sees it. A schema that transforms cannot say that; its values are left to the game.

import {
  type JsonSchema,
  type JsonValue,
  type Replay,
  unsupportedKeyword,
  validateJson,
} from "@tickbridge/replay/core";
import { type GameValue, writtenAsJson } from "./game-value.js";
import { Refusal } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";

/** Throws BAD_REPLAY, with the path in the replay, for a value that `game` could not have recorded. */
export function expectGameValues(game: RegisteredGame, replay: Replay): void {
  expectGameValue(game.options, replay.options, "/options");
  for (const [index, [, input]] of replay.inputs.entries()) {
    expectGameValue(game.input, input, `/inputs/${index}/1`);
  }
  const expectArguments = (name: string, args: JsonValue, path: string) => {
    const schema = game.cheats.get(name);
    // A cheat that this game does not have is refused when its tick comes, and the verdict says so.
    if (schema !== undefined) expectGameValue(schema, args, path);
  };
  for (const [index, [, name, args]] of replay.cheats.entries()) expectArguments(name, args, `/cheats/${index}/2`);
  if (replay.fault === undefined) return;
  expectGameValue(game.input, replay.fault.input, "/fault/input");
  for (const [index, [name, args]] of replay.fault.cheats.entries()) {
    expectArguments(name, args, `/fault/cheats/${index}/1`);
  }
}

function expectGameValue(schema: GameValue, value: JsonValue, path: string): void {
  const recorded = recordedSchema(schema);
  const issue = recorded && validateJson(recorded, value, path);
  if (issue === undefined) return;
  throw new Refusal("BAD_REPLAY", `${issue.path}: expected ${issue.expected}, by the game's own schema`, {
    path: `/0${issue.path}`,
    expected: issue.expected,
  });
}

const known = new WeakMap<GameValue, JsonSchema | undefined>();

/** What the game's schema puts out; undefined where it cannot say so, or only in words that are not judged here. */
function recordedSchema(schema: GameValue): JsonSchema | undefined {
  if (!known.has(schema)) {
    const written = schema.standard === undefined ? schema.jsonSchema : writtenAsJson(schema.standard, "output");
    known.set(schema, written === undefined || unsupportedKeyword(written) !== undefined ? undefined : written);
  }
  return known.get(schema);
}
