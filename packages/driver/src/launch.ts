// Opens a game: a page in a browser of its own, or a game object in this process.

import { setTimeout as sleep } from "node:timers/promises";
import type { GameDefinition } from "@tickbridge/bridge";
import { protocolVersion } from "@tickbridge/bridge/protocol";
import { unreachable, withGateOn } from "./address.js";
import { type BrowserOptions, type OwnedPage, openPage, type Page } from "./browser.js";
import { DriverError } from "./errors.js";
import { GameSession } from "./game-session.js";
import { JournalKeeper, type JournalOptions } from "./journal-keeper.js";
import type { Link } from "./link.js";
import { NodeLink } from "./node-link.js";
import { hasNavigated, PageLink } from "./page-link.js";
import { JournalledLink, type OpenLink } from "./recovery.js";
import { checkTimeoutMs } from "./time-limit.js";

/** Where the game is. */
export type GamePlace<Input = never> =
  | { readonly url: string; readonly game?: never }
  // biome-ignore lint/suspicious/noExplicitAny: a game of any options and state
  | { readonly game: GameDefinition<Input, any, any>; readonly url?: never };

export interface LaunchOptions extends BrowserOptions {
  /** The limit of each call in milliseconds; 30 s unless named. 0 is no limit while the game answers. */
  readonly timeoutMs?: number;
  /** How long the page and its bridge may take to be ready, in milliseconds; 60 s unless named. */
  readonly readyTimeoutMs?: number;
  /** Told in words what is being waited for, again every few seconds. */
  readonly onProgress?: (words: string) => void;
  /** Told each console line of the page. Without it the page prints no lines for the driver's own commands. */
  readonly onConsole?: (line: string) => void;
  /** Where the journal lies; false: there is none, and `recover` of the session has nothing to bring back. */
  readonly journal?: JournalOptions | false;
  /**
   * Brings back the run of an earlier process: that of this journal file, or for true the newest of this game that no
   * process writes any more. Rejects when it does not come back.
   */
  readonly recover?: string | true;
}

const timeoutMsDefault = 30_000;
const readyTimeoutMsDefault = 60_000;
const pollEveryMs = 50;
const progressEveryMs = 2000;
/**
 * A page that has loaded, loads nothing more and answers has this long to bring up its bridge. A game that loads for
 * minutes either fetches or computes, and one that computes does not answer.
 */
const quietPollsMax = 100;

/**
 * Opens a game and waits until it can be driven. No browser is left behind when this rejects.
 * @throws {DriverError}
 */
export function launch(place: { readonly url: string }, options?: LaunchOptions): Promise<GameSession>;
export function launch<Input>(place: GamePlace<Input>, options?: LaunchOptions): Promise<GameSession<Input>>;
export async function launch<Input>(place: GamePlace<Input>, options: LaunchOptions = {}): Promise<GameSession<Input>> {
  const timeoutMs = checkTimeoutMs(options.timeoutMs ?? timeoutMsDefault);
  checkTimeoutMs(options.readyTimeoutMs ?? readyTimeoutMsDefault);
  const open = place.game === undefined ? pageOpener(withGateOn(place.url), options) : nodeOpener(place.game);
  if (options.journal === false) {
    if (options.recover !== undefined)
      throw new DriverError("USAGE", "recover needs a journal: leave journal: false out");
    return new GameSession(await open(), timeoutMs);
  }
  const link = await JournalledLink.open(open, new JournalKeeper(options.journal ?? {}));
  try {
    if (options.recover !== undefined) await link.resume(options.recover);
    return new GameSession(link, timeoutMs);
  } catch (thrown) {
    await link.close();
    throw thrown;
  }
}

/** Opens the page; again in the same one while it answers, so that its cookies and storage stay. */
function pageOpener(url: string, options: LaunchOptions): OpenLink {
  let before: { readonly owned: OwnedPage; readonly link: PageLink } | undefined;
  return async () => {
    if (before !== undefined && (await before.link.isAlive())) {
      const { owned } = before;
      const link = await new Opening(owned, url, options).open().catch(() => undefined);
      if (link !== undefined) {
        before = { owned, link };
        return link;
      }
    }
    await before?.owned.close();
    const owned = await openPage(options);
    try {
      const link = await new Opening(owned, url, options).open();
      before = { owned, link };
      return link;
    } catch (thrown) {
      await owned.close();
      throw thrown;
    }
  };
}

function nodeOpener(game: object): OpenLink {
  let before: Link | undefined;
  return async () => {
    await before?.close();
    before = new NodeLink(game as GameDefinition);
    return before;
  };
}

/** A page on its way to be a game that can be driven. */
class Opening {
  readonly #page: Page;
  readonly #url: string;
  readonly #link: PageLink;
  readonly #limitMs: number;
  readonly #startMs = performance.now();
  readonly #onProgress: (words: string) => void;
  readonly #errors: string[] = [];
  #progressMs = Number.NEGATIVE_INFINITY;

  constructor(
    owned: OwnedPage,
    url: string,
    { readyTimeoutMs = readyTimeoutMsDefault, onProgress, onConsole }: LaunchOptions,
  ) {
    this.#page = owned.page;
    this.#url = url;
    this.#link = new PageLink(owned, onConsole !== undefined);
    this.#limitMs = readyTimeoutMs;
    this.#onProgress = onProgress ?? (() => undefined);
    if (onConsole !== undefined) this.#page.on("console", (message) => onConsole(message.text()));
  }

  async open(): Promise<PageLink> {
    const note = (error: Error) => this.#errors.push(error.message);
    this.#page.on("pageerror", note);
    await this.#navigate();
    for (let done = false; !done; ) {
      try {
        await this.#awaitBridge();
        await this.#awaitReady();
        done = true;
      } catch (thrown) {
        // A page that forwards to another one loses nothing yet.
        if (!hasNavigated(thrown)) throw thrown;
      }
    }
    this.#page.off("pageerror", note);
    this.#onProgress("ready");
    return this.#link;
  }

  get #leftMs(): number {
    return this.#startMs + this.#limitMs - performance.now();
  }

  async #navigate(): Promise<void> {
    this.#onProgress(`opening ${this.#url}`);
    let status: number | undefined;
    try {
      status = (await this.#page.goto(this.#url, { waitUntil: "commit", timeout: this.#limitMs }))?.status();
    } catch (thrown) {
      throw unreachable(this.#url, thrown);
    }
    if (status !== undefined && status >= 400) {
      throw new DriverError("UNREACHABLE", `${this.#url} answers with status ${status}: check the address`);
    }
  }

  /** Until the page has a bridge or stubs that wait for one. */
  async #awaitBridge(): Promise<void> {
    let quietPolls = 0;
    let resources = -1;
    for (;;) {
      const seen = await this.#link.findBridge(this.#leftMs);
      if (seen.found) return;
      quietPolls = seen.complete && seen.resources === resources ? quietPolls + 1 : 0;
      resources = seen.resources;
      if (quietPolls > quietPollsMax) throw this.#noBridge("has loaded and has no bridge");
      if (this.#leftMs <= 0) throw this.#noBridge(`has no bridge after ${this.#limitMs} ms (readyTimeoutMs)`);
      this.#tellOnceInAWhile("waiting for the bridge");
      await sleep(pollEveryMs);
    }
  }

  /** Until the bridge can take commands. */
  async #awaitReady(): Promise<void> {
    const teller = setInterval(() => this.#tellOnceInAWhile("waiting for the game to be ready"), progressEveryMs);
    try {
      const { description, refusal } = await this.#link.ready(this.#leftMs);
      if (description === undefined) {
        throw new DriverError("BAD_GAME", `the bridge of ${this.#url} refuses the game: ${refusal}${this.#quoted}`);
      }
      if (description.protocol > protocolVersion) {
        throw new DriverError(
          "PROTOCOL_TOO_NEW",
          `the page speaks protocol ${description.protocol} and this driver up to ${protocolVersion}: update @tickbridge/driver`,
        );
      }
    } catch (thrown) {
      if (!(thrown instanceof DriverError) || thrown.code !== "TIMEOUT") throw thrown;
      const words = `the bridge of ${this.#url} is not ready after ${this.#limitMs} ms: give a longer readyTimeoutMs if the game loads for long`;
      throw new DriverError("TIMEOUT", `${words}${this.#quoted}`, { cause: thrown });
    } finally {
      clearInterval(teller);
    }
  }

  #tellOnceInAWhile(what: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#progressMs < progressEveryMs - pollEveryMs) return;
    this.#progressMs = nowMs;
    this.#onProgress(`${what} (${Math.round((nowMs - this.#startMs) / 1000)} s)`);
  }

  #noBridge(what: string): DriverError {
    return new DriverError(
      "NO_BRIDGE",
      `${this.#url} ${what}: the game must call mount(game) of @tickbridge/bridge, in a build that keeps the bridge ` +
        `(docs/embedding.md)${this.#quoted}`,
    );
  }

  get #quoted(): string {
    return this.#errors.length === 0 ? "" : `; the page's errors: ${this.#errors.join("; ")}`;
  }
}
