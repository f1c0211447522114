// Lines in, answers out: each line is answered once and in order, while `abort` reaches the line that runs at once.

import { CommandError, DriverError } from "../../errors.js";
import type { GameSession } from "../../game-session.js";
import type { Batched } from "../../replies.js";
import { wordsFor } from "../failure.js";
import { type Asked, answerTo, isAbort, isAbortable, lineError, readLine } from "./line.js";

type Answered = Pick<Batched, "replies"> & { readonly state: Batched["state"] | undefined };

/** A line on its way to its answer. */
interface Turn {
  readonly asked: Asked;
  readonly answer: Promise<object>;
  settle(answer: object): void;
  /** Aborts that wait for this line to run. */
  readonly aborts: Turn[];
  sent: boolean;
}

/** No limit while the game answers: whoever asks for a long step can abort it. */
const options = { timeoutMs: 0, refusals: "return" } as const;

export class Conversation {
  readonly #game: GameSession<never>;
  readonly #alwaysState: boolean;
  readonly #print: (line: string) => void;
  readonly #waiting: Turn[] = [];
  #running: Turn | undefined;
  #lastAnswer: Promise<unknown> = Promise.resolve();
  #lost: DriverError | undefined;

  /** `alwaysState`: every answer holds the snapshot after it. */
  constructor(game: GameSession<never>, alwaysState: boolean, print: (line: string) => void) {
    this.#game = game;
    this.#alwaysState = alwaysState;
    this.#print = print;
  }

  /** Takes a line. Never throws; an empty line is none. */
  take(text: string): void {
    if (text.trim() === "") return;
    const asked = readLine(text);
    if ("error" in asked) this.#printInOrder(Promise.resolve(asked));
    else this.#begin({ ...asked, withState: asked.withState || this.#alwaysState });
  }

  /** Resolves when all lines are answered: with what the game was lost by, if it was. */
  async end(): Promise<DriverError | undefined> {
    await this.#lastAnswer;
    return this.#lost;
  }

  #begin(asked: Asked): void {
    const turn = turnOf(asked);
    this.#printInOrder(turn.answer);
    const target = isAbort(asked) ? this.#abortTarget() : undefined;
    if (target !== undefined) {
      target.aborts.push(turn);
      if (target.sent) void this.#runAborts(target);
      return;
    }
    this.#waiting.push(turn);
    if (this.#running === undefined) void this.#runAll();
  }

  /** The line that an abort stops: the one that runs, else the first that waits and could be stopped. */
  #abortTarget(): Turn | undefined {
    const lines = this.#running === undefined ? this.#waiting : [this.#running, ...this.#waiting];
    return lines.find(({ asked }) => isAbortable(asked));
  }

  async #runAll(): Promise<void> {
    for (let turn = this.#waiting.shift(); turn !== undefined; turn = this.#waiting.shift()) {
      this.#running = turn;
      const answer = this.#answer(turn.asked, this.#game.batch(turn.asked.commands, options));
      // The call has gone out when the microtasks that it takes are done; an abort must come after it.
      await new Promise((resolve) => setImmediate(resolve));
      turn.sent = true;
      void this.#runAborts(turn);
      turn.settle(await answer);
    }
    this.#running = undefined;
  }

  async #runAborts(target: Turn): Promise<void> {
    for (const turn of target.aborts.splice(0)) {
      turn.settle(await this.#answer(turn.asked, this.#abort()));
    }
  }

  async #abort(): Promise<Answered> {
    try {
      const { state, ...reply } = await this.#game.abort();
      return { replies: [reply], state };
    } catch (thrown) {
      if (!(thrown instanceof CommandError)) throw thrown;
      return { replies: [thrown.reply], state: undefined };
    }
  }

  async #answer(asked: Asked, given: Promise<Answered>): Promise<object> {
    try {
      const { replies, state } = await given;
      return answerTo(asked, replies, state);
    } catch (thrown) {
      if (!(thrown instanceof DriverError)) return lineError("INTERNAL", wordsFor(thrown));
      if (thrown.code === "PAGE_LOST" || thrown.code === "TIMEOUT") this.#lost = thrown;
      return lineError(thrown.code, thrown.message);
    }
  }

  #printInOrder(answer: Promise<object>): void {
    const before = this.#lastAnswer;
    this.#lastAnswer = Promise.all([answer, before]).then(([given]) => this.#print(JSON.stringify(given)));
  }
}

function turnOf(asked: Asked): Turn {
  let settle: (answer: object) => void = () => undefined;
  const answer = new Promise<object>((resolve) => {
    settle = resolve;
  });
  return { asked, answer, settle, aborts: [], sent: false };
}
