// The long run of the benchmark: 100,000 ticks of the example in one page, its memory, its rewinds, its replay.

import { gzipSync } from "node:zlib";
import { parseReplay, stringifyReplay } from "@tickbridge/replay";
import type { Browser, CDPSession, Page } from "playwright";
import type { Figure } from "./bench-figures.js";
import { median, ms } from "./bench-figures.js";

const earlyTick = 1000;
const lateTick = 100_000;
const changeEveryTicks = 12;
const rewindTicks = 60;
const rewindRounds = 15;
const enemies = 300;
/** So many inputs go into one command. */
const entriesMax = 4096;

/** What one place in the run costs. */
interface Measured {
  readonly heapBytes: number;
  readonly rewindMs: number;
  /** What the game itself takes for as many ticks there. */
  readonly stepMs: number;
}

export async function benchLongRun(browser: Browser, url: string): Promise<Figure[]> {
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  try {
    await page.goto(`${url}?agent=1`);
    await give(page, ["PinSeed", 777001], ["StartRun", { characterId: 0 }], ["Cheat", "setInvulnerable", { on: true }]);
    const early = await measureAt(page, devtools, earlyTick);
    const late = await measureAt(page, devtools, lateTick);
    const { replay } = await give(page, ["ExportReplay"]);
    const gzipped = gzipSync(stringifyReplay(parseReplay(replay)), { level: 9 }).length;
    return [
      {
        name: "heap at 100,000 ticks - at 1,000",
        value: (late.heapBytes - early.heapBytes) / 2 ** 20,
        unit: " MiB",
        limit: { most: 64 },
        detail: `after a forced collection; ${(late.heapBytes / 2 ** 20).toFixed(1)} MiB at the end`,
      },
      {
        name: "rewind(60) at 100,000 / at 1,000",
        value: late.rewindMs / early.rewindMs,
        unit: "",
        limit: { most: 1.5 },
        detail: `${ms(late.rewindMs)} (the ticks alone ${ms(late.stepMs)}), ${ms(early.rewindMs)} (${ms(early.stepMs)}), ${enemies} enemies spawned for both, median of ${rewindRounds}`,
      },
      {
        name: "replay of 100,000 ticks, gzipped",
        value: gzipped / 1024,
        unit: " KiB",
        limit: { most: 60 },
        detail: `eight ways, a change every ${changeEveryTicks} ticks`,
      },
    ];
  } finally {
    await page.close();
  }
}

async function measureAt(page: Page, devtools: CDPSession, tick: number): Promise<Measured> {
  await walkTo(page, tick);
  const heapBytes = await heapAfterCollection(devtools);
  // So that both places simulate as many enemies, from the keyframe before the boundary on.
  await give(page, ["Cheat", "killAll"], ["Step", 1], ["Cheat", "spawnEnemies", { type: "gumdrop", count: enemies }]);
  const from = tick + 2 * rewindTicks + 2;
  await walkTo(page, from);
  const rewindsMs: number[] = [];
  const stepsMs: number[] = [];
  for (let round = 0; round < rewindRounds; round++) {
    rewindsMs.push((await give(page, ["Rewind", rewindTicks])).tookMs as number);
    stepsMs.push((await walkTo(page, from)) as number);
  }
  return { heapBytes, rewindMs: median(rewindsMs), stepMs: median(stepsMs) };
}

/** Walks as a person would: one of eight ways at a time; choices are answered by their first option. */
async function walkTo(page: Page, lastTick: number): Promise<number> {
  const onChoice = { startingWeapon: { action: "Pick", index: 0 }, levelup: { action: "Pick", index: 0 } };
  let tookMs = 0;
  for (;;) {
    const from = (await give(page, ["Hash"])).tick as number;
    if (from >= lastTick) return tookMs;
    const entries = [];
    for (let tick = from; tick < lastTick && entries.length < entriesMax; ) {
      const ticks = Math.min(changeEveryTicks - (tick % changeEveryTicks), lastTick - tick);
      entries.push({ ticks, input: wayAt(Math.floor(tick / changeEveryTicks)) });
      tick += ticks;
    }
    const reply = await give(page, ["Sequence", entries, { onChoice }]);
    tookMs += reply.tookMs as number;
    const { stopped, receipts = [] } = reply as { stopped: string; receipts?: { outcome: string }[] };
    if (receipts.some(({ outcome }) => outcome === "refused")) throw new Error(JSON.stringify(receipts));
    if (stopped !== "maxTicks") throw new Error(`the walk stopped at ${stopped}`);
  }
}

/** A way for each stretch, as if at random (the multiplier is Knuth's, TAOCP 6.4), the same in every run. */
function wayAt(stretch: number): { readonly moveX: number; readonly moveY: number } {
  const way = ((Math.imul(stretch, 2654435761) >>> 16) % 8) / 8;
  return { moveX: Math.round(Math.cos(way * 2 * Math.PI)), moveY: Math.round(Math.sin(way * 2 * Math.PI)) };
}

async function heapAfterCollection(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize = 0 } = (await devtools.send("Runtime.getHeapUsage")) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  return usedSize + backingStorageSize;
}

/** Gives commands and waits; the last reply, with the milliseconds that all took in the page. */
async function give(page: Page, ...commands: readonly (readonly unknown[])[]): Promise<Record<string, unknown>> {
  const text = await page.evaluate(async (list) => {
    const bridge = window as unknown as Record<string, (...args: unknown[]) => unknown>;
    const startMs = performance.now();
    for (const [name, ...args] of list) bridge[`__candy${name}`]?.(...args);
    const waited = (await bridge.__candyWait?.(600_000)) as { ok: boolean; result: object };
    const tookMs = performance.now() - startMs;
    return JSON.stringify({ ok: waited.ok, ...waited.result, tookMs });
  }, commands as unknown[][]);
  const reply = JSON.parse(text) as Record<string, unknown>;
  if (reply.ok !== true) throw new Error(text.slice(0, 1000));
  return reply;
}
