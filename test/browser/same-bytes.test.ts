// Two runs of one seed to tick 1800 are equal byte for byte, wherever and however they run.

import { launch } from "@tickbridge/driver";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { type ExamplePages, idleRun, openExample, playIdle } from "../support/example-page.js";
import { RawBrowser } from "../support/raw-protocol.js";

const ticks = 1800;
let example: ExamplePages;
let reference: string;

beforeAll(async () => {
  example = await openExample();
  reference = await inFreshPage((page) => playIdle(page, ticks));
});
afterAll(() => example.close());

async function inFreshPage<Result>(use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await example.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${example.url}?agent=1`);
  const result = await use(page);
  await context.close();
  return result;
}

test("the reference run reached tick 1800 alive, and holds 31 hashes", () => {
  const { state, replay } = JSON.parse(reference);
  expect(state).toMatchObject({ tick: ticks, runState: "InRun" });
  expect(replay.hashes.values).toHaveLength(31);
});

test("page against page", async () => {
  expect(await inFreshPage((page) => playIdle(page, ticks))).toBe(reference);
});

test("the second run in one page against the first", async () => {
  const second = await inFreshPage(async (page) => {
    await playIdle(page, 700);
    return playIdle(page, ticks);
  });
  expect(second).toBe(reference);
});

test("page against Node", async () => {
  const game = await launch({ game: createCandyrush() });
  await game.pinSeed(777001);
  await game.startRun({});
  for (let state = await game.state(); (state.tick ?? 0) < ticks; state = await game.state()) {
    if (state.choice !== undefined) await game.choose({ action: "Pick", index: 0 });
    else await game.step(ticks - (state.tick ?? 0));
  }
  const { state } = await game.dump();
  const replay = await game.exportReplay();
  await game.close();
  expect(JSON.stringify({ state: { ...state, snap: 0 }, replay })).toBe(reference);
});

test("visible against hidden tab", async () => {
  const browser = await RawBrowser.launch(example.executablePath);
  try {
    const game = await browser.openHiddenTab(`${example.url}?agent=1`);
    expect(await game.evaluate("document.visibilityState")).toBe("hidden");
    expect(await game.evaluate(`(${idleRun})(${ticks})`)).toBe(reference);
  } finally {
    await browser.close();
  }
});

test("page idle against page rendering at full rate", async () => {
  const rendered = await inFreshPage(async (page) => {
    // Many small steps, each followed by drawn frames, while the game's own loop renders too.
    await page.evaluate(async () => {
      __candyPinSeed(777001);
      __candyStartRun({});
      await __candyWait();
    });
    const framesDrawn = await page.evaluate(async (until) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      let frames = 0;
      while ((__candyState.tick ?? 0) < until) {
        if (__candyState.choice !== undefined) __candyChoose({ action: "Pick", index: 0 });
        else __candyStep(Math.min(7, until - (__candyState.tick ?? 0)));
        await __candyWait();
        await nextFrame();
        frames++;
      }
      return frames;
    }, ticks);
    expect(framesDrawn).toBeGreaterThan(200);
    return page.evaluate(async () => {
      __candyDump();
      __candyExportReplay();
      const { results } = await __candyWait();
      const state = { ...(results.at(-2)?.state as object), snap: 0 };
      return JSON.stringify({ state, replay: results.at(-1)?.replay });
    });
  });
  expect(rendered).toBe(reference);
});
