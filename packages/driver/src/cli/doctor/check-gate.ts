// Whether a player's page is free of the bridge.

import { unreachable, withoutAgent } from "../../address.js";
import { type BrowserOptions, openPage } from "../../browser.js";
import { findGlobals } from "../../in-page.js";
import type { Report } from "./report.js";

/** How long code that comes late has to show itself. */
const settleMs = 1000;
const loadTimeoutMs = 60_000;
const bridgeLine = /^[A-Z0-9_]+_(READY|STATE|RESULT|PART) \{/;

/** Opens the page as a player does and looks for traces of the bridge. */
export async function checkGateOff(report: Report, address: string, options: BrowserOptions): Promise<void> {
  const url = withoutAgent(address);
  report.progress(`opening ${url}`);
  const { page, close } = await openPage(options);
  try {
    const lines: string[] = [];
    page.on("console", (message) => {
      if (bridgeLine.test(message.text())) lines.push(message.text());
    });
    await page.goto(url, { timeout: loadTimeoutMs }).catch((thrown: unknown) => {
      throw unreachable(url, thrown);
    });
    await page.waitForTimeout(settleMs);
    const globals = await page.evaluate(findGlobals);
    if (globals.length === 0 && lines.length === 0) {
      report.ok("gate off: a player's page has no global and no console line of the bridge");
      return;
    }
    const found = [...globals, ...lines.map((line) => line.slice(0, 40))].slice(0, 5).join(", ");
    report.fail(`gate off: a player's page (${url}) shows the bridge: ${found}; let mount() decide by the address`);
  } finally {
    await close();
  }
}
