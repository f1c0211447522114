// What tripwires cost: in ticks in which nothing trips, and in what a page draws between two ticks.

import type { Browser, Page } from "playwright";
import { type Figure, median, ms } from "./bench-figures.js";

const rounds = 21;
const warmUps = 3;
const sineCalls = 2_000_000;

/** `prepared`: a page of the benchmark with the gate on; `url`: its address. */
export async function benchTripwires(browser: Browser, url: string, prepared: Page): Promise<readonly Figure[]> {
  return [await benchTicks(prepared), await benchDrawing(browser, url, prepared)];
}

/** step(600) in one page in the mode `report`, against the mode `off`. */
async function benchTicks(page: Page): Promise<Figure> {
  const tookMs = { off: [] as number[], report: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const mode of ["off", "report"] as const) {
      await page.evaluate(`bench.setTripwires("${mode}")`);
      const oneMs = (await page.evaluate("bench.bridgedTicks(600)")) as number;
      if (round >= warmUps) tookMs[mode].push(oneMs);
    }
  }
  return {
    name: "step(600), tripwires report / off",
    value: median(tookMs.report) / median(tookMs.off),
    unit: "",
    limit: { most: 1.1 },
    detail: `${ms(median(tookMs.report))} with report, ${ms(median(tookMs.off))} off, nothing trips, median of ${rounds - warmUps}`,
  };
}

/** `Math.sin` outside the game's code in that page, against a page of a player. */
async function benchDrawing(browser: Browser, url: string, page: Page): Promise<Figure> {
  const players = await browser.newPage();
  await players.goto(url);
  const tookMs = { watched: [] as number[], native: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const watchedMs = (await page.evaluate(`bench.sines(${sineCalls})`)) as number;
    const nativeMs = (await players.evaluate(`bench.sines(${sineCalls})`)) as number;
    if (round < warmUps) continue;
    tookMs.watched.push(watchedMs);
    tookMs.native.push(nativeMs);
  }
  await players.close();
  return {
    name: "Math.sin outside ticks, gate on / off",
    value: median(tookMs.watched) / median(tookMs.native),
    unit: "",
    limit: { most: 1.5 },
    detail: `${ms(median(tookMs.watched))} for ${sineCalls} calls, ${ms(median(tookMs.native))} in a player's page`,
  };
}
