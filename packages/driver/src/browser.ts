// The one file that imports Playwright: finds a browser, starts it, and gives pages that know when they are lost.

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserType, chromium, firefox, type Page, webkit } from "playwright";
import { DriverError } from "./errors.js";
import { exitOnSignals } from "./signals.js";
import { within } from "./time-limit.js";

export type BrowserName = "chromium" | "firefox" | "webkit";

/** What a page can learn of the machine that it is on. What is not named is the machine's own. */
export interface PageEnvironment {
  /** A language tag such as `tr-TR`: what numbers and dates are written in, and `navigator.language`. */
  readonly locale?: string | undefined;
  /** A time zone by its name, such as `Pacific/Chatham`. */
  readonly timezone?: string | undefined;
  /** The size of the window in CSS pixels; 1280 by 720 unless named. */
  readonly viewport?: { readonly width: number; readonly height: number } | undefined;
  /** Device pixels to a CSS pixel. */
  readonly devicePixelRatio?: number | undefined;
}

export interface BrowserOptions extends PageEnvironment {
  /** `chromium` unless named. */
  readonly browser?: BrowserName | undefined;
  /** The browser's own file, instead of one that is found. */
  readonly executablePath?: string | undefined;
  /** True unless named. */
  readonly headless?: boolean | undefined;
}

export interface FoundBrowser {
  readonly executablePath: string;
  /** How it was found, for people. */
  readonly source: string;
}

/** A browser of which each page shares no cookies and no storage with the others. */
export interface OwnedBrowser extends FoundBrowser {
  readonly version: string;
  /** `scripts` run in each document before its own. */
  openPage(environment?: PageEnvironment, scripts?: readonly string[]): Promise<RemotePage>;
  /** Ends the browser; one that does not end by itself is killed. */
  close(): Promise<void>;
}

/** A page in a browser that belongs to it alone. */
export interface OwnedPage extends FoundBrowser {
  readonly page: Page;
  readonly version: string;
  /** Ends the browser; one that does not end by itself is killed. */
  close(): Promise<void>;
}

/** A page of its own in a browser that others use too. */
export interface RemotePage {
  readonly page: Page;
  /** Closes the page and lets the browser run on. */
  close(): Promise<void>;
}

export interface RemoteOptions {
  /** What the browser speaks: Playwright's own protocol or Chromium's DevTools protocol. */
  readonly protocol: "playwright" | "cdp";
  readonly browser: BrowserName;
  /** Sent with the request that opens the connection. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  readonly timeoutMs: number;
}

/** How long a browser may take to close. */
const closeTimeoutMs = 5000;

const types: { readonly [name in BrowserName]: BrowserType } = { chromium, firefox, webkit };

/** The environment variable that names a browser's file and wins over all that could be found. */
const browserVariable = "TICKBRIDGE_BROWSER";

/** Playwright patches Firefox and WebKit; those of a system, such as Debian's firefox-esr, do not understand it. */
const ownBuildOnly = "only Playwright's own build can be driven, not one that the system has installed";

const installedNames = [
  "google-chrome",
  "google-chrome-stable",
  "chromium",
  "chromium-browser",
  "microsoft-edge",
  "chrome",
  "msedge",
];
const installedPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ...["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((variable) => {
    const folder = process.env[variable];
    if (folder === undefined) return [];
    return [
      join(folder, "Google/Chrome/Application/chrome.exe"),
      join(folder, "Microsoft/Edge/Application/msedge.exe"),
    ];
  }),
];

/**
 * Finds a browser: `executablePath`, the environment variable TICKBRIDGE_BROWSER, one that Playwright manages, then an
 * installed Chrome, Chromium or Edge.
 * @throws {DriverError} NO_BROWSER with the commands that get one.
 */
export async function findBrowser({
  browser = "chromium",
  executablePath,
}: BrowserOptions = {}): Promise<FoundBrowser> {
  const named = executablePath ?? process.env[browserVariable];
  if (named !== undefined && named !== "") {
    const source = executablePath === undefined ? browserVariable : "executablePath";
    if (await isExecutable(named)) return { executablePath: named, source };
    throw new DriverError(
      "NO_BROWSER",
      `${source} names ${named}, which is no file that can be run: correct it or leave it out`,
    );
  }
  const managed = types[browser].executablePath();
  if (managed !== "" && (await isExecutable(managed))) return { executablePath: managed, source: "Playwright" };
  if (browser === "chromium") {
    const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
    const places = folders.flatMap((folder) => installedNames.map((name) => join(folder, name)));
    for (const place of [...places, ...installedPlaces]) {
      if (await isExecutable(place)) return { executablePath: place, source: "installed" };
    }
  }
  const note = browser === "chromium" ? "on Debian as root: apt-get install chromium" : ownBuildOnly;
  throw new DriverError(
    "NO_BROWSER",
    `no ${browser} was found. Get one with: npx playwright install ${browser} (${note}); or name one in ${browserVariable}`,
  );
}

/**
 * Starts a browser of its own with one page.
 * @throws {DriverError} NO_BROWSER or BROWSER_FAILED; USAGE for an environment that there is not.
 */
export async function openPage(options: BrowserOptions): Promise<OwnedPage> {
  const browser = await openBrowser(options);
  try {
    const { page } = await browser.openPage(options);
    return { ...browser, page };
  } catch (thrown) {
    await browser.close();
    throw thrown;
  }
}

/**
 * Starts a browser.
 * @throws {DriverError} NO_BROWSER or BROWSER_FAILED.
 */
export async function openBrowser(options: Omit<BrowserOptions, keyof PageEnvironment>): Promise<OwnedBrowser> {
  const found = await findBrowser(options);
  const { browser: name = "chromium", headless = true } = options;
  let browser: Browser;
  try {
    browser = await types[name].launch({
      executablePath: found.executablePath,
      headless,
      args: name === "chromium" ? chromiumFlags() : [],
      handleSIGINT: false,
      handleSIGTERM: false,
    });
  } catch (thrown) {
    const words = `${found.executablePath} does not start: ${firstLine(thrown)}`;
    const advice = name === "chromium" ? "" : ` (${ownBuildOnly}: npx playwright install ${name})`;
    throw new DriverError("BROWSER_FAILED", words + advice, { cause: thrown });
  }
  browser.once("disconnected", exitOnSignals());
  try {
    const pid = await processIdOf(browser);
    return {
      ...found,
      version: browser.version(),
      openPage: (environment = {}, scripts = []) => openPageIn(browser, environment, scripts),
      close: () => closeOrKill(browser, pid),
    };
  } catch (thrown) {
    await browser.close();
    throw thrown;
  }
}

async function openPageIn(
  browser: Browser,
  { locale, timezone, viewport, devicePixelRatio }: PageEnvironment,
  scripts: readonly string[],
): Promise<RemotePage> {
  const context = await browser.newContext({
    ...(locale === undefined ? {} : { locale }),
    ...(timezone === undefined ? {} : { timezoneId: timezone }),
    ...(viewport === undefined ? {} : { viewport: { width: viewport.width, height: viewport.height } }),
    ...(devicePixelRatio === undefined ? {} : { deviceScaleFactor: devicePixelRatio }),
  });
  const close = () => within(context.close(), closeTimeoutMs, () => new Error("late")).catch(() => undefined);
  try {
    for (const content of scripts) await context.addInitScript({ content });
    return { page: await context.newPage(), close };
  } catch (thrown) {
    await close();
    const named = Object.entries({ locale, timezone, viewport, devicePixelRatio }).filter(
      ([, value]) => value !== undefined,
    );
    if (named.length === 0 || !browser.isConnected()) throw thrown;
    const words = JSON.stringify(Object.fromEntries(named));
    throw new DriverError("USAGE", `the browser opens no page with ${words}: ${firstLine(thrown)}`, { cause: thrown });
  }
}

/**
 * Opens a page in a browser that runs elsewhere, apart from its other pages' cookies and storage where it can do so.
 * @throws {DriverError} UNREACHABLE with what to check.
 */
export async function openRemotePage(endpoint: string, options: RemoteOptions): Promise<RemotePage> {
  const { protocol, browser: name, headers, timeoutMs } = options;
  const given = { timeout: timeoutMs, ...(headers === undefined ? {} : { headers }) };
  let browser: Browser;
  try {
    browser = await (protocol === "cdp"
      ? chromium.connectOverCDP(endpoint, given)
      : types[name].connect(endpoint, given));
  } catch (thrown) {
    throw new DriverError("UNREACHABLE", `the browser at ${endpoint} cannot be reached: ${adviceOn(thrown)}`, {
      cause: thrown,
    });
  }
  // Closing what was connected to only ends the connection and what was opened over it.
  const disconnect = () => within(browser.close(), closeTimeoutMs, () => new Error("late")).catch(() => undefined);
  try {
    const page = await within(newPageIn(browser), timeoutMs, () => {
      return new DriverError("UNREACHABLE", `the browser at ${endpoint} opens no page within ${timeoutMs} ms`);
    });
    return {
      page,
      async close() {
        await within(page.close(), closeTimeoutMs, () => new Error("late")).catch(() => undefined);
        await disconnect();
      },
    };
  } catch (thrown) {
    await disconnect();
    if (thrown instanceof DriverError) throw thrown;
    throw new DriverError("UNREACHABLE", `the browser at ${endpoint} opens no page: ${firstLine(thrown)}`, {
      cause: thrown,
    });
  }
}

/** Some browsers with a DevTools address (an app, a phone) have but the one context. */
async function newPageIn(browser: Browser): Promise<Page> {
  try {
    return await browser.newPage();
  } catch (thrown) {
    const [only] = browser.contexts();
    if (only === undefined) throw thrown;
    return only.newPage();
  }
}

/** What to do about a failed connection, by a part of Playwright's words. */
const connectionAdvice = [
  [/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH/, "is it running there, and does it listen on this port?"],
  [/version mismatch|Unsupported/i, "it runs another version of Playwright; both sides need the same"],
  [/Timeout/i, "it does not answer in time; is this the address of a browser?"],
] as const;

function adviceOn(thrown: unknown): string {
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  const advice = connectionAdvice.find(([part]) => part.test(words))?.[1] ?? "is this the address of a browser?";
  return `${advice} (${firstLine(thrown)})`;
}

/** Only Chromium tells; Playwright itself kills the others after half a minute. */
async function processIdOf(browser: Browser): Promise<number | undefined> {
  if (browser.browserType().name() !== "chromium") return undefined;
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return processInfo.find(({ type }) => type === "browser")?.id;
}

async function closeOrKill(browser: Browser, pid: number | undefined): Promise<void> {
  const closed = browser.close();
  try {
    await within(closed, closeTimeoutMs, () => new Error("late"));
  } catch {
    if (pid !== undefined && browser.isConnected()) killWithChildren(pid);
    await closed;
  }
}

function killWithChildren(pid: number): void {
  try {
    // Playwright makes each browser the leader of a group of processes, where there are such.
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}

function firstLine(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).split("\n")[0] ?? "";
}

function chromiumFlags(): string[] {
  // As root Chromium refuses to run in its sandbox.
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return [...root, "--disable-background-networking", "--disable-component-update", "--no-first-run"];
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type { Page } from "playwright";
