// Opens a game: a page in a browser of its own, or a game object in this process.

import type { GameDefinition } from "@tickbridge/bridge";
import type { TripwireMode } from "@tickbridge/bridge/protocol";
import { withGateOn } from "./address.js";
import { type BrowserOptions, openPage, type Page } from "./browser.js";
import { DriverError, requireObject } from "./errors.js";
import { GameSession } from "./game-session.js";
import { JournalKeeper, type JournalOptions } from "./journal-keeper.js";
import { NodeLink } from "./node-link.js";
import { Opening, type OpeningOptions } from "./opening.js";
import { PageLink } from "./page-link.js";
import { JournalledLink, type OpenLink } from "./recovery.js";
import { checkTimeoutMs } from "./time-limit.js";
import { addTripwires, checkTripwires } from "./tripwires.js";

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
  /** Where the journal lies; false: there is none, and `recover` of the session has nothing to bring back. */
  readonly journal?: JournalOptions | false;
  /**
   * Brings back the run of an earlier process: that of this journal file, or for true the newest of this game that no
   * process writes any more. Rejects when it does not come back.
   */
  readonly recover?: string | true;
  /**
   * What happens to calls that break determinism, such as `Math.random()` in a tick: `report` (replies tell of them as
   * `warnings`), `throw` (they throw inside the game), `off`. Left out: what the page's address or its game says, which is
   * `report` where they say nothing.
   */
  readonly tripwires?: TripwireMode;
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
  const timeoutMs = checkTimeoutMs(requireObject("launch: options", options).timeoutMs ?? timeoutMsDefault);
  const { url, game } = requireObject("launch: place ({ url } or { game })", place);
  if (game !== undefined) return openSession(nodeOpener(game, checkTripwires(options.tripwires)), options, timeoutMs);
  return openGame(url, options, () => openPage(options));
}

/** Opens `url` in a page that belongs to the session, which is closed with it and when this rejects. */
export async function openGame<Input>(
  url: string,
  options: PageOptions,
  openOwnPage: () => Promise<OpenPage>,
): Promise<GameSession<Input>> {
  const timeoutMs = checkTimeoutMs(options.timeoutMs ?? timeoutMsDefault);
  checkTimeoutMs(options.readyTimeoutMs ?? 0);
  checkTripwires(options.tripwires);
  return openSession(pageOpener(withGateOn(url), options, openOwnPage), options, timeoutMs);
}

/** A session of a game that can be opened again, with its journal unless the options say that there is none. */
export async function openSession<Input>(
  open: OpenLink,
  { journal = {}, recover }: Pick<PageOptions, "journal" | "recover">,
  timeoutMs: number,
): Promise<GameSession<Input>> {
  if (recover !== undefined && recover !== true && typeof recover !== "string") {
    throw new DriverError("USAGE", `recover ${String(recover)}: expected the path of a journal file, or true`);
  }
  if (journal === false) {
    if (recover !== undefined) throw new DriverError("USAGE", "recover needs a journal: leave journal: false out");
    return new GameSession(await open(), timeoutMs);
  }
  const link = await JournalledLink.open(open, new JournalKeeper(requireObject("journal", journal)));
  try {
    if (recover !== undefined) await link.resume(recover);
    return new GameSession(link, timeoutMs);
  } catch (thrown) {
    await link.close();
    throw thrown;
  }
}

interface OpenPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** Opens the page; again in the same one while that answers, so that its cookies and storage stay. */
function pageOpener(url: string, options: PageOptions, openOwnPage: () => Promise<OpenPage>): OpenLink {
  const { onConsole } = options;
  let before: { readonly open: OpenPage; readonly link: PageLink } | undefined;
  const openIn = async (open: OpenPage) => {
    const opening = new Opening(open.page, true, options);
    await opening.navigate(url);
    const link = new PageLink(await opening.findGame(), open.close, { aloud: onConsole !== undefined });
    before = { open, link };
    return link;
  };
  return async () => {
    if (before !== undefined && (await before.link.isAlive())) {
      const again = await openIn(before.open).catch(() => undefined);
      if (again !== undefined) return again;
    }
    await before?.open.close();
    const open = await openOwnPage();
    try {
      if (onConsole !== undefined) open.page.on("console", (message) => onConsole(message.text()));
      await addTripwires(open.page, options.tripwires);
      return await openIn(open);
    } catch (thrown) {
      await open.close();
      throw thrown;
    }
  };
}

function nodeOpener(game: object, tripwires: TripwireMode | undefined): OpenLink {
  let before: NodeLink | undefined;
  return async () => {
    await before?.close();
    before = new NodeLink(game as GameDefinition, tripwires);
    return before;
  };
}
