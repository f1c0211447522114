// A tab that is really hidden steps, waits and verifies as in front.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExamplePages, idleRun, openExample } from "../support/example-page.js";
import { RawBrowser, type RawTab } from "../support/raw-protocol.js";

let example: ExamplePages;
let browser: RawBrowser;
let game: RawTab;

beforeAll(async () => {
  example = await openExample();
  browser = await RawBrowser.launch(example.executablePath);
  game = await browser.openHiddenTab(`${example.url}?agent=1`);
});
afterAll(async () => {
  await browser.close();
  await example.close();
});

test("the tab is hidden and gets no frame in a second", async () => {
  expect(await game.evaluate("document.visibilityState")).toBe("hidden");
  const frames = await game.evaluate(
    "new Promise((resolve) => { let frames = 0; const count = () => { frames++; requestAnimationFrame(count); }; requestAnimationFrame(count); setTimeout(() => resolve(frames), 1000); })",
  );
  expect(frames).toBe(0);
});

test("it starts, steps 1800 ticks and waits", async () => {
  const { state, replay } = JSON.parse((await game.evaluate(`(${idleRun})(1800)`)) as string);
  expect(state).toMatchObject({ tick: 1800, seed: 777001 });
  expect(replay.ticks).toBe(1800);
  expect(await game.evaluate("document.visibilityState")).toBe("hidden");
});

test("it verifies its own replay, and the run before is put back", async () => {
  const reply = await game.evaluate(`(async () => {
    __candyExportReplay();
    const { result } = await __candyWait();
    __candyLoadReplay(result.replay);
    return (await __candyWait(60000)).result;
  })()`);
  expect(reply).toMatchObject({ ok: true, verdict: "identical", hashesCompared: 32, restored: true, tick: 1800 });
});

test("it waits while the game holds its own pause, and real time goes on after resume", async () => {
  const ticks = await game.evaluate(`(async () => {
    __candyStartRun({}); __candyStep(1);
    const { state } = await __candyWait();
    if (!state.pauseOwners.includes("startingWeapon")) throw new Error(JSON.stringify(state.pauseOwners));
    __candyChoose({ action: "Pick", index: 0 }); __candyResume();
    await __candyWait();
    const from = __candyState.tick;
    while (__candyState.tick < from + 10) await new Promise((resolve) => setTimeout(resolve, 50));
    __candyPause();
    await __candyWait();
    return __candyState.tick - from;
  })()`);
  expect(ticks).toBeGreaterThanOrEqual(10);
  expect(await game.evaluate("document.visibilityState")).toBe("hidden");
});
