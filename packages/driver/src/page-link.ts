// A game in a page: the one file that holds what runs inside it. One evaluation a round trip, text in and text out,
// since Playwright's own serialiser costs more than the trip.

import type { Command, Exchange } from "@tickbridge/bridge/protocol";
import type { OwnedPage } from "./browser.js";
import { DriverError } from "./errors.js";
import { type Link, unlimitedMs } from "./link.js";

/** How much longer than the commands' own limit a page may stay silent before it counts as frozen. */
const silenceMsMax = 10_000;

type PageGlobals = { readonly [name: string | symbol]: unknown };
type Exchanges = { readonly [prefix: string]: (commands: string, timeoutMs: number) => Promise<string> };

/** Runs in the page. */
async function exchangeInPage([commands, timeoutMs]: readonly [string, number]): Promise<string> {
  const page = globalThis as unknown as PageGlobals;
  const prefix = (page[Symbol.for("tickbridge")] as readonly string[])[0] as string;
  await page[`${prefix}Ready`];
  return (page[Symbol.for("tickbridge.exchange")] as Exchanges)[prefix]?.(commands, timeoutMs) ?? "";
}

/** Runs in the page: whether a bridge has said that it is there. */
function hasBridge(): boolean {
  return Symbol.for("tickbridge") in globalThis;
}

/** Runs in the page: the game's description, once the bridge is ready. */
async function describeInPage(): Promise<string> {
  const page = globalThis as unknown as PageGlobals;
  const prefix = (page[Symbol.for("tickbridge")] as readonly string[])[0] as string;
  return JSON.stringify(await page[`${prefix}Ready`]);
}

export class PageLink implements Link {
  readonly #owned: OwnedPage;
  readonly #pending = new Set<(error: DriverError) => void>();
  #lost: DriverError | undefined;

  constructor(owned: OwnedPage) {
    this.#owned = owned;
    const { page } = owned;
    page.on("crash", () => this.#lose("the page crashed", true));
    page.on("close", () => this.#lose("the page was closed", true));
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) this.#lose(`the page navigated to ${frame.url()}: its run is gone`, false);
    });
  }

  /** Whether the page has a bridge, or stubs that wait for one. */
  hasBridge(): Promise<boolean> {
    return this.#owned.page.evaluate(hasBridge);
  }

  /** The description, as soon as the bridge is ready. Rejects with the page's words when the bridge refuses the game. */
  async describe(): Promise<{ readonly protocol: number } & { readonly [field: string]: unknown }> {
    return JSON.parse(await this.#whileThere(this.#owned.page.evaluate(describeInPage)));
  }

  async exchange(commands: readonly Command[], timeoutMs: number): Promise<Exchange> {
    if (this.#lost !== undefined) throw this.#lost;
    const call = this.#owned.page.evaluate(exchangeInPage, [JSON.stringify(commands), timeoutMs || unlimitedMs] as const);
    const watch = timeoutMs === 0 ? this.#watchForSilence(call) : this.#limit(call, timeoutMs + silenceMsMax);
    const exchange = JSON.parse(await this.#whileThere(watch)) as Exchange;
    if (!exchange.timedOut) return exchange;
    throw new DriverError("TIMEOUT", `the commands took longer than ${timeoutMs} ms: give a longer timeoutMs`);
  }

  async close(): Promise<void> {
    this.#lose("the session was closed", true);
    await this.#owned.close();
  }

  /** Rejects as soon as the page is lost, whatever Playwright makes of it. */
  #whileThere<Result>(call: Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#pending.add(reject);
      call
        .then(resolve, (thrown: unknown) => {
          // The event that names the loss comes a moment after the evaluation has failed.
          setTimeout(() => reject(thrown instanceof DriverError ? thrown : pageError(thrown)), 100);
        })
        .finally(() => setTimeout(() => this.#pending.delete(reject), 200).unref());
    });
  }

  #lose(what: string, forGood: boolean): void {
    const error = new DriverError("PAGE_LOST", `${what}: launch the game again`);
    if (forGood) this.#lost ??= error;
    for (const reject of this.#pending) reject(error);
    this.#pending.clear();
  }

  async #limit<Result>(call: Promise<Result>, limitMs: number): Promise<Result> {
    let timer: NodeJS.Timeout | undefined;
    const frozen = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DriverError("TIMEOUT", frozenMessage(limitMs))), limitMs);
    });
    try {
      return await Promise.race([call, frozen]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** No limit on the work, but the page must answer a question now and then. */
  async #watchForSilence<Result>(call: Promise<Result>): Promise<Result> {
    let over = false;
    const watch = async (): Promise<never> => {
      while (!over) {
        await this.#limit(this.#owned.page.evaluate(hasBridge), silenceMsMax);
        await new Promise((resolve) => setTimeout(resolve, 2000).unref());
      }
      return new Promise(() => undefined);
    };
    try {
      return await Promise.race([call, watch()]);
    } finally {
      over = true;
    }
  }
}

function frozenMessage(silentMs: number): string {
  return `the page has not answered for ${silentMs} ms: it is frozen (an endless loop, a dialog, a breakpoint, or a computer asleep)`;
}

function pageError(thrown: unknown): DriverError {
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return new DriverError("PAGE_LOST", `the page did not answer: ${words.split("\n")[0]}`, { cause: thrown });
}
