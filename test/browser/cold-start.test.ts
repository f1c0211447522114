// From the cold menu into a run that stands still, and a seed that stays pinned.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExamplePages, openExample } from "../support/example-page.js";

let example: ExamplePages;

beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.close());

test("after startRun from the cold menu the run stands at tick 0 with the pinned seed, and still does two seconds later", async () => {
  const page = await example.browser.newPage();
  await page.goto(`${example.url}?agent=1`);
  const first = await page.evaluate(async () => {
    await __candyReady;
    const menu = __candyState;
    __candyPinSeed(777001);
    __candyStartRun({ characterId: 0 });
    const { state } = await __candyWait();
    return { menu, state };
  });
  expect(first.menu).toMatchObject({ runState: "Menu" });
  expect(first.menu).not.toHaveProperty("tick");
  expect(first.state).toMatchObject({ tick: 0, seed: 777001, pauseOwners: ["agent"], runState: "InRun" });
  await page.waitForTimeout(2000);
  expect(await page.evaluate(() => __candyState)).toMatchObject({ tick: 0, pauseOwners: ["agent"] });
  await page.close();
});

test("commands given before the bridge has arrived are kept and run, in order", async () => {
  const page = await example.browser.newPage();
  await page.route(/core-\w+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto(`${example.url}?agent=1`, { waitUntil: "commit" });
  await page.waitForFunction(() => "__candyStep" in window);
  const early = await page.evaluate(async () => {
    const options = { characterId: 1 };
    const tickets = [__candyPinSeed(31), __candyStartRun(options), __candyDump(), __candyStep(1)];
    options.characterId = 2;
    const before = typeof __candyState;
    const waited = await __candyWait();
    return { tickets, before, waited };
  });
  expect(early.before).toBe("undefined");
  expect(early.tickets[1]).toEqual({ cmd: "startRun", seq: 2 });
  expect(early.waited.results.map((reply) => reply.seq)).toEqual([1, 2, 3, 4]);
  expect(early.waited.results[1]).toMatchObject({ ok: true, seed: 31, options: { characterId: 1 } });
  expect(early.waited.state).toMatchObject({ tick: 1, pauseOwners: ["agent", "startingWeapon"] });
  await page.close();
});

test("the pinned seed holds after a reload, until it is unpinned, and in this tab only", async () => {
  const context = await example.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${example.url}?agent=1`);
  const seedOfARun = () =>
    page.evaluate(async () => {
      __candyStartRun();
      return (await __candyWait()).result;
    });
  expect(await page.evaluate(async () => (__candyPinSeed(777001), (await __candyWait()).result))).toMatchObject({
    pinnedSeed: 777001,
    persisted: true,
  });
  await page.reload();
  expect(await seedOfARun()).toMatchObject({ seed: 777001, seedSource: "pinned" });
  await page.reload();
  expect(await seedOfARun()).toMatchObject({ seed: 777001, seedSource: "pinned" });
  const other = await context.newPage();
  await other.goto(`${example.url}?agent=1`);
  expect(await other.evaluate(async () => (__candyStartRun(), (await __candyWait()).result))).toMatchObject({
    seedSource: "drawn",
  });
  await page.evaluate(async () => (__candyPinSeed(null), await __candyWait()));
  await page.reload();
  expect(await seedOfARun()).toMatchObject({ seedSource: "drawn" });
  await context.close();
});

test("a keyboard cannot touch a stepped run, and drives it again after resume and input(null)", async () => {
  const page = await example.browser.newPage();
  await page.goto(`${example.url}?agent=1`);
  await page.evaluate(async () => {
    __candyPinSeed(777001);
    __candyStartRun();
    __candyStep(1);
    __candyChoose({ action: "Pick", index: 0 });
    __candyInput({ moveX: 0, moveY: 1 });
    await __candyWait();
  });
  await page.keyboard.down("ArrowRight");
  const at = () => page.evaluate(() => (__candyState as unknown as { player: { x: number; y: number } }).player);
  const before = await at();
  await page.evaluate(async () => (__candyStep(30), await __candyWait()));
  const stepped = await at();
  expect(stepped.x).toBe(before.x);
  expect(stepped.y).toBeGreaterThan(before.y);
  await page.evaluate(async () => (__candyInput(null), __candyResume(), await __candyWait()));
  await page.waitForFunction(
    (x) => (__candyState as unknown as { player: { x: number } }).player.x > x + 20,
    stepped.x,
  );
  await page.keyboard.up("ArrowRight");
  const replay = await page.evaluate(async () => {
    __candyPause();
    __candyExportReplay();
    const { result } = await __candyWait();
    __candyLoadReplay(result?.replay);
    return (await __candyWait()).result;
  });
  expect(replay).toMatchObject({ ok: true, verdict: "identical", restored: true });
  await page.close();
});
