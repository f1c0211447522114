// `onChoice`: answers given beforehand, so that a long step need not stop at each choice on its way.

import type { Choice } from "../game.js";
import { badArgs } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";
import type { Run } from "./run.js";

interface Answer {
  readonly action: string;
  readonly index?: number;
}

/** Answers by the kind of choice. */
export type OnChoice = { readonly [kind: string]: Answer };

/** An answer that took effect on the way. */
interface Resolved extends Answer {
  readonly tick: number;
  readonly kind: string;
  readonly id: string | number;
}

/** A game that rerolls without charges would be answered for ever. */
const answersAtOneBoundaryMax = 256;

export class ChoiceAnswers {
  readonly #game: RegisteredGame;
  readonly #answers: ReadonlyMap<string, Answer>;
  readonly resolved: Resolved[] = [];
  /** Why the open choice could not be answered as was asked. */
  unresolved: string | undefined;

  /** Throws BAD_ARGS for a kind or an action that the game does not have. */
  constructor(game: RegisteredGame, onChoice: OnChoice, path: string) {
    this.#game = game;
    this.#answers = new Map(Object.entries(onChoice));
    const { kinds = [], actions = {} } = game.definition.choices ?? {};
    for (const [kind, { action, index }] of this.#answers) {
      const place = `${path}/${kind}`;
      if (!kinds.includes(kind)) throw badArgs(place, `one of ${kinds.join(", ")}`);
      const known = Object.hasOwn(actions, action) ? actions[action] : undefined;
      if (known === undefined) throw badArgs(`${place}/action`, `one of ${Object.keys(actions).join(", ")}`);
      if (known.index !== (index !== undefined)) {
        throw badArgs(`${place}/index`, known.index ? "the index of an option" : `no index for ${action}`);
      }
    }
  }

  has(kind: string): boolean {
    return this.#answers.has(kind);
  }

  /** Answers what is open and what opens behind it; the choice that is left, if any. */
  resolveAll(run: Run): Choice | undefined {
    for (let count = 0; ; count++) {
      const open = this.#game.choice;
      const answer = open && this.#answers.get(open.kind);
      if (open === undefined || answer === undefined) return open;
      this.unresolved = count < answersAtOneBoundaryMax ? this.#resolve(run, open, answer) : "it opens again and again";
      if (this.unresolved !== undefined) return open;
    }
  }

  /** Why the answer did not take effect; undefined when it did. */
  #resolve(run: Run, open: Choice, answer: Answer): string | undefined {
    const { action, index } = answer;
    if (!open.actions.includes(action)) return `${action} is not open now: ${open.actions.join(", ")} are`;
    if (index !== undefined && index >= open.options.length) return `it has ${open.options.length} options`;
    const noEffect = run.resolveChoice(action, index);
    if (noEffect !== undefined) return noEffect;
    run.recordChoice(action, index);
    this.resolved.push({ tick: run.tick, kind: open.kind, id: open.id, ...answer });
    return undefined;
  }
}
