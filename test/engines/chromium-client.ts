// The Chromium that the driver finds, driven by Playwright as elsewhere.

import { findBrowser } from "@tickbridge/driver";
import { type Browser, chromium } from "playwright";
import type { BrowserPage } from "./engine.js";

export class ChromiumClient {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<ChromiumClient> {
    const { executablePath } = await findBrowser({});
    const args = ["--no-sandbox", "--disable-background-networking"];
    return new ChromiumClient(await chromium.launch({ executablePath, args }));
  }

  get version(): string {
    return this.#browser.version();
  }

  /** Always visible: Playwright keeps pages so. Chromium's hidden tabs are tested in test/browser/hidden-tab.test.ts. */
  async openPage(address: string): Promise<BrowserPage> {
    const context = await this.#browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(0);
    await page.goto(address);
    return {
      async evaluate(expression) {
        const text = await page.evaluate(`(async () => JSON.stringify((await (${expression})) ?? null))()`);
        return JSON.parse(text as string);
      },
      reload: async () => void (await page.reload()),
      close: () => context.close(),
    };
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
