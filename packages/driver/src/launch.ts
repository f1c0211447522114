// Opens a game: a page in a browser of its own, or a game object in this process.

import type { GameDefinition } from "@tickbridge/bridge";
import { withGateOn } from "./address.js";
import { type BrowserOptions, openPage, type Page } from "./browser.js";
import { GameSession } from "./game-session.js";
import { NodeLink } from "./node-link.js";
import { Opening, type OpeningOptions } from "./opening.js";
import { PageLink } from "./page-link.js";
import { checkTimeoutMs } from "./time-limit.js";

/** Where the game is. */
export type GamePlace<Input = never> =
  | { readonly url: string; readonly game?: never }
  // biome-ignore lint/suspicious/noExplicitAny: a game of any options and state
  | { readonly game: GameDefinition<Input, any, any>; readonly url?: never };

/** How a session of a page is held, wherever the page came from. */
export interface PageOptions extends OpeningOptions {
  /** The limit of each call in milliseconds; 30 s unless named. 0 is no limit while the game answers. */
  readonly timeoutMs?: number;
  /** Told each console line of the page. Without it the page prints no lines for the driver's own commands. */
  readonly onConsole?: (line: string) => void;
}

export interface LaunchOptions extends BrowserOptions, PageOptions {}

export const timeoutMsDefault = 30_000;

/**
 * Opens a game and waits until it can be driven. The game may be in a frame of the page: `agent=1` is added to the
 * address of the page and, when the game is not there, of the frame. No browser is left behind when this rejects.
 * @throws {DriverError}
 */
export function launch(place: { readonly url: string }, options?: LaunchOptions): Promise<GameSession>;
export function launch<Input>(place: GamePlace<Input>, options?: LaunchOptions): Promise<GameSession<Input>>;
export async function launch<Input>(place: GamePlace<Input>, options: LaunchOptions = {}): Promise<GameSession<Input>> {
  const timeoutMs = checkTimeoutMs(options.timeoutMs ?? timeoutMsDefault);
  if (place.game !== undefined) return new GameSession(new NodeLink(place.game as GameDefinition), timeoutMs);
  const { url } = place;
  return openGame(url, options, () => openPage(options));
}

/** Opens `url` in a page that belongs to the session, which is closed with it and when this rejects. */
export async function openGame<Input>(
  url: string,
  options: PageOptions,
  openOwnPage: () => Promise<{ readonly page: Page; close(): Promise<void> }>,
): Promise<GameSession<Input>> {
  const timeoutMs = checkTimeoutMs(options.timeoutMs ?? timeoutMsDefault);
  checkTimeoutMs(options.readyTimeoutMs ?? 0);
  const address = withGateOn(url);
  const { onConsole } = options;
  const { page, close } = await openOwnPage();
  try {
    if (onConsole !== undefined) page.on("console", (message) => onConsole(message.text()));
    const opening = new Opening(page, true, options);
    await opening.navigate(address);
    const link = new PageLink(await opening.findGame(), close, { aloud: onConsole !== undefined });
    return new GameSession(link, timeoutMs);
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
