// Drives a game in a page that somebody else opened and will close.

import type { FrameLike, PageLike } from "./game-frame.js";
import type { GameSession } from "./game-session.js";
import { openSession, type PageOptions, timeoutMsDefault } from "./launch.js";
import { Opening } from "./opening.js";
import { PageLink } from "./page-link.js";
import { checkTimeoutMs } from "./time-limit.js";
import { checkTripwires, setTripwiresOf } from "./tripwires.js";

export interface AttachOptions extends PageOptions {
  /**
   * `close` leaves the run as it stands: held by `agent`, with the input that is in force. Unless this is true it lets
   * both go, so that the player's keys and wall time drive again.
   */
  readonly keepHold?: boolean;
}

/** How long a page may take to be let go. */
const leaveLimitMs = 5000;

/**
 * Drives the game in an existing page or frame of Playwright's (any version's), cross-origin frames included. Nothing is
 * opened anew: `agent=1` must be in the address of the document that holds the game. `close` stops what runs and lets
 * the game go; page and browser stay open. `recover` loads the page's address again.
 * @throws {DriverError} NO_BRIDGE, SEVERAL_GAMES, PROTOCOL_TOO_NEW, BAD_GAME, PAGE_LOST, TIMEOUT.
 */
export async function attach(place: PageLike | FrameLike, options: AttachOptions = {}): Promise<GameSession> {
  const timeoutMs = checkTimeoutMs(options.timeoutMs ?? timeoutMsDefault);
  const { onConsole, keepHold = false } = options;
  const tripwires = checkTripwires(options.tripwires);
  const page = "mainFrame" in place ? place : place.page();
  const address = page.mainFrame().url();
  const tell = (message: { text(): string }) => onConsole?.(message.text());
  const last = keepHold ? [] : [{ cmd: "input", args: [null] }, { cmd: "resume" }];
  const release = async (link: PageLink) => {
    await link.leaveWith(JSON.stringify(last), leaveLimitMs);
    page.off("console", tell);
  };
  let isAgain = false;
  const open = async () => {
    if (isAgain) await new Opening(page, false, options).navigate(address);
    const game = await new Opening(place, false, options).findGame();
    if (tripwires !== undefined) await setTripwiresOf(game, tripwires);
    if (onConsole !== undefined && !isAgain) page.on("console", tell);
    isAgain = true;
    return new PageLink(game, release, { aloud: onConsole !== undefined });
  };
  return openSession(open, options, timeoutMs);
}
