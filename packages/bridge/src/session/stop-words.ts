// Reads what `stopOn` names.

import { badArgs, type Refusal } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";
import { type Condition, stopNames } from "./stops.js";

/** `stopOn` as the agent gave it, in the game's order. Throws BAD_ARGS, listing the valid names, for one that does not exist. */
export function parseConditions(game: RegisteredGame, stopOn: readonly string[], path: string): readonly Condition[] {
  const conditions = stopOn.flatMap((words, index) => parseCondition(game, words, `${path}/${index}`));
  return conditions.sort((left, right) => game.stops.indexOf(left.stop) - game.stops.indexOf(right.stop));
}

/** Not all that `Number` takes: an agent that writes `0x10` or a blank has made a mistake. */
const decimal = /^-?\d{1,15}(\.\d{1,15})?$/;

function parseCondition(game: RegisteredGame, words: string, path: string): Condition[] {
  // These stop always; naming one is allowed and changes nothing.
  if (words === "gameover" || game.definition.choices?.kinds.includes(words) === true) return [];
  const [name, argumentText, ...rest] = words.split(":");
  const stop = game.stops.find((candidate) => candidate.name === name);
  if (stop === undefined || rest.length > 0) throw unknownStop(game, words, path);
  if (stop.argument === undefined) {
    if (argumentText !== undefined) throw unknownStop(game, words, path);
    return [{ stop, argument: 0, words, held: false }];
  }
  if (argumentText === undefined || !decimal.test(argumentText))
    throw badArgs(path, `${name}:N with a decimal number N`);
  const argument = Number(argumentText);
  return [{ stop, argument, words, held: false }];
}

function unknownStop(game: RegisteredGame, words: string, path: string): Refusal {
  return badArgs(path, `one of ${stopNames(game).join(", ")}`, `no stop condition is named ${JSON.stringify(words)}`);
}
