// Plays candidates in a live game, one run after another in one session: what a run came to, and the run as a replay.

import type { JsonValue } from "@tickbridge/bridge";
import type { Command, Reply } from "@tickbridge/bridge/protocol";
import type { Replay } from "@tickbridge/replay";
import type { Description, GameSession, OpenChoice } from "../game-session.js";
import type { Candidate, Given } from "./candidate.js";

type EndingKind =
  | { readonly kind: "threw"; readonly message: string }
  /** The condition that was asked for came true. */
  | { readonly kind: "stopped" }
  | { readonly kind: "played" | "over" }
  /** Something that was given is not taken, or a choice takes no answer: such a run cannot be. */
  | { readonly kind: "refused"; readonly reply: Reply | undefined };

/** How a run ended. `tick` is the last boundary, or the tick that threw; `answers` is how many choices were answered. */
export type Ending = EndingKind & { readonly tick: number; readonly answers: number };

type Answer = Pick<Extract<Given, { kind: "answer" }>, "action" | "index">;

/** A command takes 4,096; fewer keep its text short. */
const entriesMax = 1000;
const answersAtOneBoundaryMax = 256;
const unlimited = { timeoutMs: 0, refusals: "return" } as const;

export class CandidatePlayer {
  readonly game: GameSession<never>;
  readonly #options: JsonValue;
  readonly #neutral: JsonValue;
  readonly #takesIndex: (action: string) => boolean;

  private constructor(game: GameSession<never>, options: JsonValue, description: Description) {
    this.game = game;
    this.#options = options;
    this.#neutral = description.neutralInput as JsonValue;
    const { actions = {} } = (description.choices ?? {}) as {
      readonly actions?: { readonly [action: string]: { readonly index: boolean } };
    };
    this.#takesIndex = (action) => actions[action]?.index === true;
  }

  /** Runs of `game` that begin as the replay's. */
  static async of(game: GameSession<never>, { seed, options }: Replay): Promise<CandidatePlayer> {
    await game.pinSeed(seed);
    return new CandidatePlayer(game, options, await game.describe());
  }

  get neutralInput(): JsonValue {
    return this.#neutral;
  }

  /** The run that was played last. */
  exportReplay(): Promise<Replay> {
    return this.game.exportReplay();
  }

  /** Plays until the condition `stop` becomes true, the game throws or is over, or the candidate's ticks are run. */
  async play(candidate: Candidate, stop?: string): Promise<Ending> {
    const { replies, state } = await this.game.batch([{ cmd: "startRun", args: [this.#options] }], unlimited);
    if (replies[0]?.ok !== true) return { kind: "refused", tick: 0, answers: 0, reply: replies[0] };
    return new CandidateRun(this.game, candidate, this.#neutral, this.#takesIndex, stop).play(
      state.choice as OpenChoice | undefined,
    );
  }
}

class CandidateRun {
  readonly #game: GameSession<never>;
  readonly #candidate: Candidate;
  readonly #neutral: JsonValue;
  readonly #takesIndex: (action: string) => boolean;
  readonly #stop: string | undefined;
  readonly #inputs: readonly Extract<Given, { kind: "input" }>[];
  readonly #cheats: readonly Extract<Given, { kind: "cheat" }>[];
  readonly #answers: ReadonlyMap<number, Answer>;
  #tick = 0;
  #answered = 0;
  /** The condition was true at the start: only what becomes true is a stop. */
  #trueFromStart = false;

  constructor(
    game: GameSession<never>,
    candidate: Candidate,
    neutral: JsonValue,
    takesIndex: (action: string) => boolean,
    stop: string | undefined,
  ) {
    this.#game = game;
    this.#candidate = candidate;
    this.#neutral = neutral;
    this.#takesIndex = takesIndex;
    this.#stop = stop;
    const { given } = candidate;
    this.#inputs = given.filter((part) => part.kind === "input");
    this.#cheats = given.filter((part) => part.kind === "cheat");
    this.#answers = new Map(given.flatMap((part) => (part.kind === "answer" ? [[part.place, part]] : [])));
  }

  async play(atStart: OpenChoice | undefined): Promise<Ending> {
    let choice = atStart;
    for (;;) {
      const before = this.#answered;
      const refused = await this.#answerAll(choice);
      if (refused !== undefined) return refused;
      // What became true in a tick in which a choice opened, or by an answer, stops nothing.
      if ((this.#tick === 0 || this.#answered > before) && (await this.#isTrueNow())) {
        if (this.#tick === 0) this.#trueFromStart = true;
        else if (!this.#trueFromStart) return this.#end({ kind: "stopped" });
      }
      if (this.#tick >= this.#candidate.ticks) return this.#end({ kind: "played" });
      const reply = await this.#playSegment();
      const ending = this.#endingOf(reply);
      if (ending !== undefined) return ending;
      choice = reply?.choice as OpenChoice | undefined;
    }
  }

  #end(kind: EndingKind): Ending {
    return { ...kind, tick: this.#tick, answers: this.#answered };
  }

  /** Runs up to the next cheat or the end; the reply of the command that was refused, or else of the ticks. */
  async #playSegment(): Promise<Reply | undefined> {
    const from = this.#tick + 1;
    const due = this.#cheats.filter(({ tick }) => tick === from);
    const next = Math.min(...this.#cheats.flatMap(({ tick }) => (tick > from ? [tick] : [])));
    const to = Math.min(next - 1, this.#candidate.ticks);
    const commands: Command[] = due.map(({ name, args }) => ({ cmd: "cheat", args: [name, args] }));
    const watch = this.#stop === undefined ? {} : { stopOn: [this.#stop] };
    commands.push({ cmd: "sequence", args: [this.#entries(from, to), watch] });
    const { replies } = await this.#game.batch(commands, unlimited);
    return replies.find((reply) => !reply.ok) ?? replies.at(-1);
  }

  #entries(from: number, to: number): readonly { readonly ticks: number; readonly input: JsonValue }[] {
    const entries: { ticks: number; input: JsonValue }[] = [];
    let tick = from;
    const hold = (input: JsonValue, end: number) => {
      if (end < tick || entries.length >= entriesMax) return;
      entries.push({ ticks: end - tick + 1, input });
      tick = end + 1;
    };
    for (const part of this.#inputs) {
      const last = part.tick + part.ticks - 1;
      if (last < from || part.tick > to) continue;
      hold(this.#neutral, Math.min(part.tick - 1, to));
      hold(part.input, Math.min(last, to));
    }
    hold(this.#neutral, to);
    return entries;
  }

  /** How the run ended in these ticks; undefined when it goes on. */
  #endingOf(reply: Reply | undefined): Ending | undefined {
    if (reply === undefined) return this.#end({ kind: "refused", reply });
    if (!reply.ok) {
      const { stepped } = reply;
      // What is refused before its first tick has not run.
      if (typeof stepped !== "number") return this.#end({ kind: "refused", reply });
      this.#tick += stepped + 1;
      return this.#end({ kind: "threw", message: reply.error.message });
    }
    const stop = this.#stop;
    this.#tick = reply.tick;
    if (stop !== undefined && (reply.condition === stop || reply.stopped === stop))
      return this.#end({ kind: "stopped" });
    return reply.stopped === "gameover" ? this.#end({ kind: "over" }) : undefined;
  }

  /** Whether the condition holds at this boundary. */
  async #isTrueNow(): Promise<boolean> {
    if (this.#stop === undefined) return false;
    const watch = { maxTicks: 0, stopOn: [this.#stop] };
    const { replies } = await this.#game.batch([{ cmd: "stepUntil", args: [watch] }], unlimited);
    const reply = replies[0];
    return reply?.ok === true && ((reply.alreadyTrue ?? []) as readonly string[]).includes(this.#stop);
  }

  /** Answers the open choice and those behind it, at the end only as was given; an ending where that cannot be. */
  async #answerAll(open: OpenChoice | undefined): Promise<Ending | undefined> {
    let choice = open;
    for (let count = 0; choice !== undefined; count++) {
      if (this.#tick >= this.#candidate.ticks && !this.#answers.has(this.#answered)) return undefined;
      const reply: Reply | undefined = count < answersAtOneBoundaryMax ? await this.#answer(choice) : undefined;
      if (reply?.ok !== true) return this.#end({ kind: "refused", reply });
      this.#answered++;
      choice = reply.choice as OpenChoice | undefined;
    }
    return undefined;
  }

  /** Gives the answer of this place where it is legal, else the game's first, until one takes effect. */
  async #answer(choice: OpenChoice): Promise<Reply | undefined> {
    const given = this.#answers.get(this.#answered);
    const isLegal = given !== undefined && choice.actions.includes(given.action) && this.#fits(given, choice);
    const others = choice.actions.map((action): Answer => ({ action, index: this.#takesIndex(action) ? 0 : null }));
    let last: Reply | undefined;
    for (const { action, index } of isLegal ? [given, ...others] : others) {
      const answer = index === null ? { action } : { action, index };
      const { replies } = await this.#game.batch([{ cmd: "choose", args: [answer] }], unlimited);
      last = replies[0];
      if (last?.ok === true || last?.error.code !== "NO_EFFECT") return last;
    }
    return last;
  }

  #fits({ action, index }: Answer, { options }: OpenChoice): boolean {
    return this.#takesIndex(action) ? index !== null && index < options.length : index === null;
  }
}
