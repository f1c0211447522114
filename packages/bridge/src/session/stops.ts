// Stop conditions of stepUntil: a closed set, judged after each tick.
// gameover wins over the open choice, and that over the game's own order.

import type { Choice, Stop } from "../game.js";
import type { RegisteredGame } from "./registered-game.js";

/** Why a step stopped: `gameover`, a choice's kind, or a condition of the game with the words that named it. */
export interface StopReason {
  readonly stopped: string;
  readonly condition?: string;
}

/** A condition as the agent named it, in `words`. */
export interface Condition {
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

  /** `conditions` in the game's order. */
  constructor(game: RegisteredGame, conditions: readonly Condition[]) {
    this.#game = game;
    this.#conditions = conditions;
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
