// A run played again, move by move, and what each move came to; between two moves things may be done that must change
// nothing.

import { setTimeout as sleep } from "node:timers/promises";
import type { Command, Divergence, ErrorReply, Reply } from "@tickbridge/bridge/protocol";
import type { Page } from "../../browser.js";
import type { GameSession } from "../../game-session.js";
import { chunkCommandsMax, type Move, type Point, ReplayDrive } from "../../replay-drive.js";
import { shownValue } from "../../shown-value.js";
import type { BaseRun } from "./base-run.js";

/** A game that is open for one examination. */
export interface OpenGame {
  readonly session: GameSession<never>;
  /** Where it is in one. */
  readonly page?: Page;
  close(): Promise<void>;
}

/** What was met when the run was played again, behind its move `index`. */
export interface Met {
  readonly index: number;
  readonly point: Point;
  /** What came right before it: the move, or something that should have changed nothing. */
  readonly after: Move["kind"] | "nothing";
}

/** A way to play a run again; each point is told as it is met, a point of a move that is played twice, twice. */
export type Way = (playing: Playing) => AsyncGenerator<Met>;

export class Playing {
  readonly game: OpenGame;
  readonly run: BaseRun;
  readonly drive: ReplayDrive;
  readonly #watched: number | undefined;
  #stopped = false;
  /** How many times something was done that must change nothing. */
  disturbances = 0;
  readonly #answered = new Set<string>();
  readonly #refused = new Map<string, string>();

  /** Points behind the move `watched` hold their state. */
  constructor(game: OpenGame, run: BaseRun, watched: number | undefined) {
    this.game = game;
    this.run = run;
    this.drive = new ReplayDrive(game.session);
    this.#watched = watched;
  }

  /** The move behind which `boundary` stands with its choices made. */
  lastMoveAt(boundary: number): number {
    const next = this.run.moves.findIndex((move) => move.kind === "tick" && move.boundary >= boundary);
    return (next === -1 ? this.run.moves.length : next) - 1;
  }

  /** The move behind which `boundary` stands with no choice made yet. */
  firstMoveAt(boundary: number): number {
    return this.run.moves.findIndex((move) => endOf(move) === boundary);
  }

  /** Plays the moves from `from` up to and without `to`, in long batches; nothing any more once one has stopped. */
  async *play(from: number, to: number = this.run.moves.length): AsyncGenerator<Met> {
    for (let at = from; at < to && !this.#stopped; ) {
      const end = this.#endOfChunk(at, to);
      const moves = this.run.moves.slice(at, end);
      const points = await this.drive.play(moves, at === this.#watched);
      for (const [place, point] of points.entries()) {
        this.#stopped = point.kind === "stopped";
        yield { index: at + place, point, after: (moves[place] as Move).kind };
      }
      at = end;
    }
  }

  /** Gives commands that must change nothing behind the move `index`, and looks. A refusal of one in `mustWork` is told. */
  async *disturb(index: number, commands: readonly Command[], mustWork = false): AsyncGenerator<Met> {
    if (this.#stopped) return;
    const { replies } = await this.game.session.batch(commands, { timeoutMs: 0, refusals: "return" });
    for (const { warnings = [] } of replies) this.drive.warnings.push(...warnings);
    this.#count(commands, replies);
    const refused = replies.find((reply) => !reply.ok);
    if (mustWork && refused !== undefined) yield this.#refusal(index, refused as ErrorReply);
    else yield* this.look(index);
  }

  /** The state behind the move `index`, now. */
  async *look(index: number): AsyncGenerator<Met> {
    if (this.#stopped) return;
    const withState = index === this.#watched;
    const args = withState ? [{ state: true }] : [];
    const { replies } = await this.game.session.batch([{ cmd: "hash", args }], { timeoutMs: 0, refusals: "return" });
    for (const { warnings = [] } of replies) this.drive.warnings.push(...warnings);
    const [reply] = replies;
    if (reply === undefined || !reply.ok) yield this.#refusal(index, reply as ErrorReply);
    else {
      const stateText = withState ? { stateText: reply.state as string } : {};
      yield {
        index,
        after: "nothing",
        point: { kind: "hash", tick: reply.tick, hash: reply.hash as string, ...stateText },
      };
    }
  }

  /** Lets the game's promises, and its timers without a delay, have their turn. */
  async turn(): Promise<void> {
    this.disturbances++;
    if (this.game.page === undefined) await sleep(1);
    else await this.game.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  }

  /** Lets the page draw. */
  async frame(): Promise<void> {
    if (this.game.page !== undefined) this.disturbances++;
    // One frame may have begun before the last command.
    await this.game.page?.evaluate(
      `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`,
    );
  }

  /** The commands that were given to disturb and never taken, with the words of the first refusal. */
  get neverTaken(): readonly string[] {
    return [...this.#refused].flatMap(([name, why]) => (this.#answered.has(name) ? [] : [`${name}: ${why}`]));
  }

  #count(commands: readonly Command[], replies: readonly Reply[]): void {
    for (const [place, reply] of replies.entries()) {
      const { cmd, args = [] } = commands[place] as Command;
      const name = [cmd, ...args.filter((arg) => typeof arg === "string")].join(" ");
      if (reply.ok) this.#answered.add(name);
      else if (!this.#refused.has(name)) this.#refused.set(name, `${reply.error.code}: ${reply.error.message}`);
    }
    if (replies.some(({ ok }) => ok)) this.disturbances++;
  }

  #refusal(index: number, reply: ErrorReply): Met {
    this.#stopped = true;
    const { error, cmd } = reply;
    const { divergence } = reply as { readonly divergence?: Divergence };
    const message = `${cmd}: ${error.message}${divergence === undefined ? "" : partWords(divergence)}`;
    const tick = divergence?.tick ?? this.#tickAt(index);
    return { index, after: "nothing", point: { kind: "stopped", tick, code: error.code, message } };
  }

  #tickAt(index: number): number {
    return endOf(this.run.moves[index] as Move);
  }

  /** Where the batch that begins with the move `from` ends: a watched move is alone. */
  #endOfChunk(from: number, to: number): number {
    if (from === this.#watched) return from + 1;
    let commandCount = 0;
    let end = from;
    while (end < to && end !== this.#watched) {
      commandCount += (this.run.moves[end] as Move).commands.length + 1;
      if (end > from && commandCount > chunkCommandsMax) break;
      end++;
    }
    return end;
  }
}

/** The part at which a divergence found two states to differ, where it has one. */
export function partWords({ path, expected, actual }: Pick<Divergence, "path" | "expected" | "actual">): string {
  if (path === undefined) return "";
  return `; ${path === "" ? "the whole" : path}: ${shownValue(expected)} and ${shownValue(actual)}`;
}

/** The boundary at which a move ends. */
function endOf({ kind, boundary }: Move): number {
  return kind === "tick" ? boundary + 1 : boundary;
}
