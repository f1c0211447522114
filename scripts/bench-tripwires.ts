// What tripwires cost: in ticks in which nothing trips, and in what a page draws between two ticks.

import type { Browser, Page } from "playwright";
import { type Figure, median, ms } from "./bench-figures.js";

const rounds = 21;
const warmUps = 3;
/** As in the page that is prepared. */
const enemies = 400;
const sineCalls = 2_000_000;

/** `prepared`: a page of the benchmark with the gate on; `url`: its address. */
export async function benchTripwires(browser: Browser, url: string, prepared: Page): Promise<readonly Figure[]> {
  return [...(await benchTicks(browser, url, prepared)), await benchDrawing(browser, url, prepared)];
}

/**
 * step(600), and 600 times step(1), with report against a page of its own in which tripwires were off from the start: no
 * wrapper is installed there, and no look is taken at the state.
 */
async function benchTicks(browser: Browser, url: string, page: Page): Promise<Figure[]> {
  const bare = await browser.newPage();
  await bare.goto(`${url}?agent=1&tripwires=off`);
  await bare.evaluate(`bench.prepare(${enemies})`);
  const figures: Figure[] = [];
  for (const [name, expression] of [
    ["step(600)", "bench.bridgedTicks(600)"],
    ["600 x step(1)", "bench.bridgedSteps(600)"],
  ] as const) {
    const tookMs = { off: [] as number[], report: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const offMs = (await bare.evaluate(expression)) as number;
      const reportMs = (await page.evaluate(expression)) as number;
      if (round < warmUps) continue;
      tookMs.off.push(offMs);
      tookMs.report.push(reportMs);
    }
    figures.push({
      name: `${name}, tripwires report / not installed`,
      value: median(tookMs.report) / median(tookMs.off),
      unit: "",
      limit: { most: 1.1 },
      detail: `${ms(median(tookMs.report))} with report and looks at the state, ${ms(median(tookMs.off))} without, nothing trips, median of ${rounds - warmUps}`,
    });
  }
  await bare.close();
  return figures;
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
