// Opens the pages of an examination: one browser, and for each page a context of its own.

import { type OwnedBrowser, openBrowser } from "../../browser.js";
import type { GameSession } from "../../game-session.js";
import { type LaunchOptions, openGame } from "../../launch.js";
import type { Open, PageOpening } from "./examinations.js";

/** Plays another run in a game that is about to be examined. */
export type PlayBefore = (session: GameSession<never>) => Promise<void>;

export class PageOpener {
  readonly #browser: OwnedBrowser;
  readonly #url: string;
  readonly #options: LaunchOptions;
  readonly #playBefore: PlayBefore;

  private constructor(browser: OwnedBrowser, url: string, options: LaunchOptions, playBefore: PlayBefore) {
    this.#browser = browser;
    this.#url = url;
    // Nobody brings these runs back.
    this.#options = { ...options, journal: false };
    this.#playBefore = playBefore;
  }

  /** @throws {DriverError} NO_BROWSER or BROWSER_FAILED. */
  static async start(url: string, options: LaunchOptions, playBefore: PlayBefore): Promise<PageOpener> {
    return new PageOpener(await openBrowser(options), url, options, playBefore);
  }

  /** @throws {DriverError} what `launch` may reject with. */
  readonly open: Open<PageOpening> = async ({ after, scripts = [], ...environment }) => {
    const { page, close } = await this.#browser.openPage(environment, scripts);
    const openSession = (release: () => Promise<void>) =>
      openGame<never>(this.#url, this.#options, async () => ({ page, close: release }));
    // The page of this session stays, and the next one loads it again.
    if (after === "reload") await this.#playBefore(await openSession(close));
    const session = await openSession(close);
    const game = { session, page, close: () => session.close() };
    if (after === "run") await this.#playBefore(session);
    return game;
  };

  close(): Promise<void> {
    return this.#browser.close();
  }
}
