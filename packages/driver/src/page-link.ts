// A game in a page. A page that crashes, closes or navigates fails the evaluation that waits for it, so that no event
// needs to be listened to; a frozen one is told from a busy one by asking it something else.

import type { Exchange } from "@tickbridge/bridge/protocol";
import type { OwnedPage } from "./browser.js";
import { DriverError } from "./errors.js";
import { abort, awaitReady, exchange, findBridge, isAlive, type Readiness } from "./in-page.js";
import { type Link, lost, lostForNow, tookTooLong } from "./link.js";
import { unlimitedMs, within } from "./time-limit.js";

/** How long a page may not answer at all before it counts as frozen. No tick should take so long. */
const silenceMsDefault = 15_000;
/** How often a page without a limit is asked whether it still answers. */
const aliveEveryMs = 2000;

export class PageLink implements Link {
  readonly #owned: OwnedPage;
  readonly #aloud: boolean;
  readonly #silenceMs: number;
  #timeOrigin = 0;
  #closed = false;

  /** `aloud`: the page prints its console lines for the driver's own commands too. */
  constructor(owned: OwnedPage, aloud = false, silenceMs = silenceMsDefault) {
    this.#owned = owned;
    this.#aloud = aloud;
    this.#silenceMs = silenceMs;
  }

  /** Whether the page has a bridge, or stubs that wait for one; otherwise how much it has loaded. */
  findBridge(limitMs: number): Promise<ReturnType<typeof findBridge>> {
    return this.#ask(this.#owned.page.evaluate(findBridge), limitMs);
  }

  /** As soon as the bridge is ready, or has refused the game. */
  async ready(limitMs: number): Promise<Readiness> {
    const readiness = JSON.parse(await this.#ask(this.#owned.page.evaluate(awaitReady), limitMs)) as Readiness;
    this.#timeOrigin = readiness.timeOrigin;
    return readiness;
  }

  async exchange(commandsJson: string, timeoutMs: number, batchesKept?: number): Promise<Exchange> {
    if (this.#closed) throw lost("the session was closed");
    const { page } = this.#owned;
    const call = page.evaluate(exchange, [
      commandsJson,
      timeoutMs || unlimitedMs,
      this.#aloud,
      this.#timeOrigin,
      batchesKept,
    ] as const);
    const text = await (timeoutMs === 0 ? this.#watch(call) : this.#ask(call, timeoutMs + this.#silenceMs));
    if (text === "") throw lostForNow(navigatedWords);
    const given = JSON.parse(text) as Exchange;
    if (!given.timedOut) return given;
    await this.#ask(page.evaluate(abort), this.#silenceMs);
    throw tookTooLong(timeoutMs);
  }

  /** Whether the page still answers, whatever it shows. */
  async isAlive(): Promise<boolean> {
    return within(this.#owned.page.evaluate(isAlive), aliveEveryMs, () => frozen(aliveEveryMs)).catch(() => false);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#owned.close();
  }

  /** What an evaluation gives, with the driver's own errors. */
  async #ask<Result>(call: Promise<Result>, limitMs: number): Promise<Result> {
    try {
      return await within(call, limitMs, () => frozen(limitMs));
    } catch (thrown) {
      throw this.#errorOf(thrown);
    }
  }

  /** No limit on the work, but the page must answer something else now and then. */
  async #watch<Result>(call: Promise<Result>): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const silent = new Promise<never>((_, reject) => {
      timer = setInterval(() => {
        const alive = this.#owned.page.evaluate(isAlive);
        within(alive, this.#silenceMs, () => frozen(this.#silenceMs)).catch(reject);
      }, aliveEveryMs);
    });
    try {
      return await Promise.race([call, silent]);
    } catch (thrown) {
      throw this.#errorOf(thrown);
    } finally {
      clearInterval(timer);
    }
  }

  #errorOf(thrown: unknown): unknown {
    if (thrown instanceof DriverError) return thrown;
    if (this.#closed) return lost("the session was closed");
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    const known = lossWords.find(([part]) => words.includes(part));
    return lostForNow(known?.[1] ?? `the page did not answer (${words.split("\n")[0]})`);
  }
}

const navigatedWords = "the page has navigated and its run is gone";

/** Playwright's words for a page that is gone, and ours. */
const lossWords = [
  ["Execution context was destroyed", navigatedWords],
  ["Target crashed", "the page crashed"],
  ["has been closed", "the page or its browser was closed"],
] as const;

/** Whether what was thrown only says that the page now shows another document. */
export function hasNavigated(thrown: unknown): boolean {
  return thrown instanceof DriverError && thrown.message.startsWith(navigatedWords);
}

function frozen(silentMs: number): DriverError {
  return new DriverError(
    "TIMEOUT",
    `the page has not answered for ${Math.round(silentMs)} ms: it is frozen (an endless loop, a breakpoint, a computer asleep); launch the game again, or bring its run back with recover()`,
  );
}
