// Opens a game: a page in a browser of its own, or a game object in this process.

import type { GameDefinition } from "@tickbridge/bridge";
import { protocolVersion } from "@tickbridge/bridge/protocol";
import { type BrowserOptions, type OwnedPage, openPage, type Page } from "./browser.js";
import { DriverError } from "./errors.js";
import { GameSession } from "./game-session.js";
import { NodeLink } from "./node-link.js";
import { PageLink } from "./page-link.js";

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
  /** Told in words what is being waited for. */
  readonly onProgress?: (words: string) => void;
  /** Told each console line of the page. */
  readonly onConsole?: (line: string) => void;
}

/**
 * Opens a game and waits until it can be driven. No browser is left behind when this rejects.
 * @throws {DriverError}
 */
export async function launch<Input = never>(place: GamePlace<Input>, options: LaunchOptions = {}): Promise<GameSession<Input>> {
  const timeoutMs = options.timeoutMs ?? 30_000;
  if (place.game !== undefined) return new GameSession(new NodeLink(place.game as GameDefinition), timeoutMs);
  const url = withGateOn(place.url);
  const owned = await openPage(options);
  try {
    const link = await openBridge(owned, url, options);
    return new GameSession(link, timeoutMs);
  } catch (thrown) {
    await owned.close();
    throw thrown;
  }
}

/**
 * The address with `agent=1` added.
 * @throws {DriverError} BAD_ADDRESS for what is none, GATE_OFF for one that says `agent=0`.
 */
export function withGateOn(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    throw new DriverError("BAD_ADDRESS", `"${address}" is no address: give a whole one, such as http://127.0.0.1:8080/`);
  }
  if (!["http:", "https:", "file:"].includes(url.protocol)) {
    throw new DriverError("BAD_ADDRESS", `"${address}" begins with ${url.protocol} where http:, https: or file: is expected`);
  }
  const values = url.searchParams.getAll("agent");
  if (values.some((value) => value === "0" || value === "false")) {
    throw new DriverError("GATE_OFF", `"${address}" switches the bridge off (agent=${values.join(", ")}): leave that out`);
  }
  if (!values.some((value) => value === "1" || value === "true" || value === "")) url.searchParams.append("agent", "1");
  return url.href;
}

async function openBridge(owned: OwnedPage, url: string, options: LaunchOptions): Promise<PageLink> {
  const { page } = owned;
  const { readyTimeoutMs = 60_000, onProgress = () => undefined, onConsole } = options;
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  if (onConsole !== undefined) page.on("console", (message) => onConsole(message.text()));
  onProgress(`opening ${url}`);
  await openAddress(page, url, readyTimeoutMs);
  const link = new PageLink(owned);
  const deadlineMs = performance.now() + readyTimeoutMs;
  onProgress("waiting for the bridge");
  while (!(await link.hasBridge())) {
    if (performance.now() > deadlineMs) throw noBridge(url, errors);
    // A page that has loaded and is silent has had its chance: modules run before `load`.
    if (await page.evaluate("document.readyState === 'complete'")) {
      await page.waitForTimeout(1000);
      if (!(await link.hasBridge())) throw noBridge(url, errors);
    }
    await page.waitForTimeout(20);
  }
  onProgress("waiting for the game to be ready");
  const { protocol } = await readyWithin(link, deadlineMs - performance.now(), url, errors);
  if (protocol > protocolVersion) {
    throw new DriverError(
      "PROTOCOL_TOO_NEW",
      `the page speaks protocol ${protocol} and this driver up to ${protocolVersion}: update @tickbridge/driver`,
    );
  }
  onProgress("ready");
  return link;
}

async function openAddress(page: Page, url: string, timeoutMs: number): Promise<void> {
  let status: number | undefined;
  try {
    status = (await page.goto(url, { waitUntil: "commit", timeout: timeoutMs }))?.status();
  } catch (thrown) {
    const words = thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : String(thrown);
    throw new DriverError("UNREACHABLE", `${url} cannot be opened (${words}): is its server running?`, { cause: thrown });
  }
  if (status !== undefined && status >= 400) {
    throw new DriverError("UNREACHABLE", `${url} answers with status ${status}: check the address`);
  }
}

async function readyWithin(link: PageLink, timeoutMs: number, url: string, errors: readonly string[]): Promise<{ protocol: number }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const quoted = errors.length === 0 ? "" : `; the page's errors: ${errors.join("; ")}`;
      reject(new DriverError("TIMEOUT", `the bridge of ${url} is not ready in time: give a longer readyTimeoutMs${quoted}`));
    }, Math.max(0, timeoutMs));
  });
  try {
    return await Promise.race([link.describe(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function noBridge(url: string, errors: readonly string[]): DriverError {
  const quoted = errors.length === 0 ? "" : ` The page's errors: ${errors.join("; ")}.`;
  return new DriverError(
    "NO_BRIDGE",
    `${url} has loaded and has no bridge: the game must call mount(game) of @tickbridge/bridge, in a build that keeps it in ` +
      `(docs/embedding.md).${quoted}`,
  );
}
