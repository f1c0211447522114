// The one file that imports Playwright: finds a browser, starts it, and gives pages that know when they are lost.

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserType, chromium, firefox, type Page, webkit } from "playwright";
import { DriverError } from "./errors.js";

export type BrowserName = "chromium" | "firefox" | "webkit";

export interface BrowserOptions {
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

/** A page in a browser that belongs to it alone. */
export interface OwnedPage extends FoundBrowser {
  readonly page: Page;
  readonly version: string;
  close(): Promise<void>;
}

const types: { readonly [name in BrowserName]: BrowserType } = { chromium, firefox, webkit };

/** The environment variable that names a browser's file and wins over all that could be found. */
const browserVariable = "TICKBRIDGE_BROWSER";

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
  const debian = browser === "chromium" ? " (on Debian as root: apt-get install chromium)" : "";
  throw new DriverError(
    "NO_BROWSER",
    `no ${browser} was found. Get one with: npx playwright install ${browser}${debian}; or name one in ${browserVariable}`,
  );
}

/**
 * Starts a browser of its own with one page.
 * @throws {DriverError} NO_BROWSER or BROWSER_FAILED.
 */
export async function openPage(options: BrowserOptions): Promise<OwnedPage> {
  const found = await findBrowser(options);
  const { browser: name = "chromium", headless = true } = options;
  let browser: Browser;
  try {
    browser = await types[name].launch({
      executablePath: found.executablePath,
      headless,
      args: name === "chromium" ? chromiumFlags() : [],
    });
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message.split("\n")[0] : String(thrown);
    throw new DriverError("BROWSER_FAILED", `${found.executablePath} does not start: ${words}`, { cause: thrown });
  }
  try {
    return { ...found, page: await browser.newPage(), version: browser.version(), close: () => browser.close() };
  } catch (thrown) {
    await browser.close();
    throw thrown;
  }
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
