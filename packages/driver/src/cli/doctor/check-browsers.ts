// Which browsers there are, and whether they start.

import { type BrowserName, openPage } from "../../browser.js";
import { DriverError } from "../../errors.js";
import type { Report } from "./report.js";

/** Lists the browsers; throws NO_BROWSER or BROWSER_FAILED when `wanted` is not to be had and the rest needs it. */
export async function checkBrowsers(report: Report, wanted: BrowserName, isNeeded: boolean): Promise<void> {
  report.heading("browsers");
  let missing: DriverError | undefined;
  // A browser that the environment names stands for whichever is asked for.
  const others = (["chromium", "firefox", "webkit"] as const).filter((name) => name !== wanted);
  const named = (process.env.TICKBRIDGE_BROWSER ?? "") !== "";
  for (const browser of named ? [wanted] : [wanted, ...others]) {
    report.progress(`looking for ${browser}`);
    try {
      const owned = await openPage({ browser });
      await owned.close();
      report.ok(`${browser} ${owned.version}: ${owned.executablePath} (${owned.source})`);
    } catch (thrown) {
      if (!(thrown instanceof DriverError)) throw thrown;
      if (browser === wanted && isNeeded) missing = thrown;
      else report.note(thrown.message);
    }
  }
  if (missing !== undefined) throw missing;
}
