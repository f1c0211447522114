// The toy game in pages of one browser, for tests of the journal that a page keeps by itself.

import type { BrowserContext, Page } from "playwright";
import { servePages, toyPage } from "../driver/test-pages.js";
import { openExample } from "./example-page.js";

export type Given = readonly [cmd: string, ...args: unknown[]];
type Loose = { readonly [field: string]: unknown };

export interface JournalPages {
  /** Of the toy pages, without a slash at its end. */
  readonly url: string;
  readonly exampleUrl: string;
  /** A browser profile of its own. */
  newContext(): Promise<BrowserContext>;
  /** A tab with the toy game; `/hardy` cannot die. */
  open(context: BrowserContext, path?: "/toy" | "/hardy"): Promise<Page>;
  closeContexts(): Promise<void>;
  close(): Promise<void>;
}

export async function openJournalPages(): Promise<JournalPages> {
  const pages = await servePages({
    "/toy": await toyPage(),
    "/hardy": await toyPage("{ duringTick(state) { state.hp = 100; } }"),
    "/elsewhere": "<title>elsewhere</title>",
  });
  const example = await openExample();
  const contexts: BrowserContext[] = [];
  const closeContexts = async () => {
    for (const context of contexts.splice(0)) await context.close();
  };
  return {
    url: pages.url,
    exampleUrl: example.url,
    async newContext() {
      const context = await example.browser.newContext();
      contexts.push(context);
      return context;
    },
    async open(context, path = "/toy") {
      const page = await context.newPage();
      await page.goto(`${pages.url}${path}?agent=1`);
      await page.evaluate("__candyReady");
      return page;
    },
    closeContexts,
    async close() {
      await closeContexts();
      await example.close();
      await pages.close();
    },
  };
}

export async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.evaluate("__candyReady");
}

/** Gives commands and waits: what `__candyWait` says. */
export async function give(
  page: Page,
  ...commands: Given[]
): Promise<Loose & { readonly result: Loose; readonly state: Loose }> {
  const text = await page.evaluate(async (list) => {
    const bridge = window as unknown as { [name: string]: (...args: unknown[]) => unknown };
    for (const [name, ...args] of list) bridge[`__candy${name}`]?.(...args);
    return JSON.stringify(await __candyWait());
  }, commands);
  return JSON.parse(text);
}

/** What `describe` says of the journal. */
export async function journalOf(page: Page): Promise<Loose> {
  const { journal, journalReason } = (await page.evaluate("__candyReady")) as Loose;
  return { journal, journalReason };
}
