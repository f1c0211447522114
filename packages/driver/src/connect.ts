// Opens a game in a browser that runs elsewhere.

import { type BrowserName, openRemotePage } from "./browser.js";
import { DriverError } from "./errors.js";
import type { GameSession } from "./game-session.js";
import { openGame, type PageOptions } from "./launch.js";
import { checkTimeoutMs } from "./time-limit.js";

export interface ConnectOptions extends PageOptions {
  /** The address of the game, as the remote browser sees it. */
  readonly url: string;
  /** The kind of browser that a Playwright server runs; `chromium` unless named. */
  readonly browser?: BrowserName;
  /**
   * What the browser speaks. Unless named: `cdp` (Chromium's DevTools protocol) for `http:` addresses and for those with
   * `/devtools/` in them, `playwright` (a server of the same version of Playwright) for other `ws:` addresses.
   */
  readonly protocol?: "playwright" | "cdp";
  /** Sent with the request that opens the connection, such as a service's key. */
  readonly headers?: { readonly [name: string]: string };
  /** How long the browser may take to answer, in milliseconds; 30 s unless named. */
  readonly connectTimeoutMs?: number;
}

const connectTimeoutMsDefault = 30_000;

/**
 * Opens a game in a new page of a remote browser, and waits until it can be driven. `close` closes the page; the browser
 * runs on. `endpoint` is a Playwright server's address (`ws:`) or a Chromium's debugging address (`http:` or `ws:`).
 * @throws {DriverError} UNREACHABLE when there is no such browser; all that `launch` may reject with.
 */
export async function connect(endpoint: string, options: ConnectOptions): Promise<GameSession> {
  const protocol = options.protocol ?? protocolOf(endpoint);
  const { url, browser = "chromium", headers } = options;
  if (protocol === "cdp" && browser !== "chromium") {
    throw new DriverError(
      "USAGE",
      `${browser} does not speak the DevTools protocol: give a Playwright server's address`,
    );
  }
  const timeoutMs = checkTimeoutMs(options.connectTimeoutMs ?? connectTimeoutMsDefault);
  return openGame(url, options, () => openRemotePage(endpoint, { protocol, browser, headers, timeoutMs }));
}

function protocolOf(endpoint: string): "playwright" | "cdp" {
  const { protocol = "", pathname = "" } = URL.canParse(endpoint) ? new URL(endpoint) : {};
  if (/^https?:$/.test(protocol)) return "cdp";
  if (/^wss?:$/.test(protocol)) return pathname.startsWith("/devtools/") ? "cdp" : "playwright";
  throw new DriverError(
    "BAD_ADDRESS",
    `"${endpoint}" is no address of a browser: give one that begins with ws:, wss:, http: or https:`,
  );
}
