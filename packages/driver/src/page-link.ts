// A game in a page. A frozen page is told from a busy one by asking it something else.

import type { Exchange } from "@tickbridge/bridge/protocol";
import { evaluateIn, type GameFrame } from "./game-frame.js";
import { abort, exchange, type GameInPage, isAlive, readText, stopPlay } from "./in-page.js";
import { type Link, lost, lostForNow, tookTooLong } from "./link.js";
import { ask, frozen, lossOf, navigatedWords } from "./page-call.js";
import { playText } from "./play-text.js";
import type { Play, PlayRequest } from "./policy-run.js";
import { readBytesMax, readLimitMs, readTextHere } from "./read-text.js";
import { unlimitedMs, within } from "./time-limit.js";

/** How long a page may not answer at all before it counts as frozen. No tick should take so long. */
const silenceMsDefault = 15_000;
/** How often a page without a limit is asked whether it still answers. */
const aliveEveryMs = 2000;

export interface PageLinkOptions {
  /** The page prints its console lines for the driver's own commands too. */
  readonly aloud?: boolean;
  readonly silenceMs?: number;
}

export class PageLink implements Link {
  readonly #game: GameFrame;
  readonly #release: (link: PageLink) => Promise<void>;
  readonly #aloud: boolean;
  readonly #silenceMs: number;
  #closing: Promise<void> | undefined;

  /** `release` lets the page go; `leaveWith` still works in it. */
  constructor(game: GameFrame, release: (link: PageLink) => Promise<void>, options: PageLinkOptions = {}) {
    this.#game = game;
    this.#release = release;
    this.#aloud = options.aloud ?? false;
    this.#silenceMs = options.silenceMs ?? silenceMsDefault;
  }

  async exchange(commandsJson: string, timeoutMs: number, batchesKept?: number): Promise<Exchange> {
    const given = await this.#exchange(commandsJson, timeoutMs, batchesKept);
    if (!given.timedOut) return given;
    await ask(evaluateIn(this.#game.frame, abort, this.#inPage), this.#silenceMs);
    throw tookTooLong(timeoutMs);
  }

  async play(policyText: string, request: PlayRequest, timeoutMs: number): Promise<Play> {
    const text = playText(policyText, request, this.#inPage, timeoutMs);
    const play = JSON.parse(await this.#call(() => this.#game.frame.evaluate(text as never), timeoutMs)) as Play;
    if (play.kind === "late") throw tookTooLong(timeoutMs);
    return play;
  }

  async stopPlay(): Promise<void> {
    await ask(evaluateIn(this.#game.frame, stopPlay, this.#inPage), this.#silenceMs);
  }

  async readText(address: string): Promise<string | undefined> {
    // A page may not read files, nor scripts of other servers that do not allow it.
    const asked = evaluateIn(this.#game.frame, readText, [address, readBytesMax] as const);
    const text = await within(asked, readLimitMs, () => frozen(readLimitMs)).catch(() => null);
    return text ?? readTextHere(address, this.#game.frame.url().startsWith("file:"));
  }

  /** Whether the frame still answers, whatever it shows. */
  isAlive(): Promise<boolean> {
    const answer = evaluateIn(this.#game.frame, isAlive, undefined);
    return within(answer, aliveEveryMs, () => frozen(aliveEveryMs)).catch(() => false);
  }

  close(): Promise<void> {
    this.#closing ??= this.#release(this);
    return this.#closing;
  }

  /** Stops what runs and gives last commands; what becomes of them does not matter any more. */
  async leaveWith(commandsJson: string, limitMs: number): Promise<void> {
    const { frame } = this.#game;
    const left = async () => {
      await evaluateIn(frame, stopPlay, this.#inPage);
      await evaluateIn(frame, abort, this.#inPage);
      await evaluateIn(frame, exchange, [this.#inPage, commandsJson, limitMs, this.#aloud] as const);
    };
    await within(left(), limitMs, () => frozen(limitMs)).catch(() => undefined);
  }

  get #inPage(): GameInPage {
    return [this.#game.prefix, this.#game.timeOrigin];
  }

  async #exchange(commandsJson: string, timeoutMs: number, batchesKept?: number): Promise<Exchange> {
    const given = [this.#inPage, commandsJson, timeoutMs || unlimitedMs, this.#aloud, batchesKept] as const;
    return JSON.parse(await this.#call(() => evaluateIn(this.#game.frame, exchange, given), timeoutMs)) as Exchange;
  }

  /** The text that a call gives; it keeps its limit itself, as long as the page answers. */
  async #call(call: () => Promise<unknown>, timeoutMs: number): Promise<string> {
    if (this.#closing !== undefined) throw lost(closedWords);
    let text: unknown;
    try {
      text = await (timeoutMs === 0 ? this.#watch(call()) : ask(call(), timeoutMs + this.#silenceMs));
    } catch (thrown) {
      throw this.#closing === undefined ? thrown : lost(closedWords);
    }
    if (this.#closing !== undefined) throw lost(closedWords);
    if (text === "") throw lostForNow(navigatedWords);
    return text as string;
  }

  /** No limit on the work, but the page must answer something else now and then. */
  async #watch<Result>(call: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        const alive = evaluateIn(this.#game.frame, isAlive, undefined);
        within(alive, this.#silenceMs, () => frozen(this.#silenceMs)).catch(reject);
      }, aliveEveryMs);
    });
    try {
      return await Promise.race([call, silent]);
    } catch (thrown) {
      throw lossOf(thrown);
    } finally {
      clearInterval(timer);
    }
  }
}

const closedWords = "the session was closed";
