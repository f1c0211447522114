// Stop conditions of stepUntil: a closed set, parsed once, judged after each tick.
// gameover wins over the open choice, and that over the game's own order.

import type { Choice, Stop } from "../game.js";
import { badArgs, type Refusal } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";

/** Why a step stopped: `gameover`, a choice's kind, or a condition of the game with the words that named it. */
export interface StopReason {
  readonly stopped: string;
  readonly condition?: string;
}

interface Condition {
  readonly stop: Stop;
  readonly argument: number;
  readonly words: string;
  held: boolean;
}

export class StopWatch {
  readonly #game: RegisteredGame;
  readonly #conditions: readonly Condition[];
  /** Conditions that were true already at the first boundary; they stop only on becoming true again. */
  readonly alreadyTrue: readonly string[];

  /** `stopOn` as the agent gave it. Throws BAD_ARGS, listing the valid names, for one that does not exist. */
  constructor(game: RegisteredGame, stopOn: readonly string[], path: string) {
    this.#game = game;
    const conditions = stopOn.flatMap((words, index) => parseCondition(game, words, `${path}/${index}`));
    this.#conditions = conditions.sort((left, right) => game.stops.indexOf(left.stop) - game.stops.indexOf(right.stop));
    for (const condition of this.#conditions) {
      condition.held = condition.stop.event !== true && game.holds(condition.stop, condition.argument);
    }
    this.alreadyTrue = this.#conditions.filter((condition) => condition.held).map((condition) => condition.words);
  }

  /** Judges the boundary after the newest tick. `openChoice` gives the choice that stops, after answering those it may. */
  check(openChoice: () => Choice | undefined): StopReason | undefined {
    let first: Condition | undefined;
    for (const condition of this.#conditions) {
      const holds = this.#game.holds(condition.stop, condition.argument);
      if (holds && !condition.held) first ??= condition;
      condition.held = holds && condition.stop.event !== true;
    }
    if (this.#game.phase !== "running") return { stopped: "gameover" };
    const choice = openChoice();
    if (choice !== undefined) return { stopped: choice.kind };
    if (this.#game.phase !== "running") return { stopped: "gameover" };
    return first === undefined ? undefined : { stopped: first.stop.name, condition: first.words };
  }
}

/** The names that `stopOn` accepts, as `describe` and errors list them. */
export function stopNames(game: RegisteredGame): readonly string[] {
  const own = game.stops.map((stop) => (stop.argument === undefined ? stop.name : `${stop.name}:N`));
  return ["gameover", ...(game.definition.choices?.kinds ?? []), ...own];
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
