// Faults of SPEC section 11 that only a page can have, each by its name there. Those of a session alone are beside.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExamplePages, openExample } from "../support/example-page.js";
import { RawBrowser } from "../support/raw-protocol.js";

let example: ExamplePages;

beforeAll(async () => {
  example = await openExample();
});
afterAll(() => example.close());

test("fault: a few uncontrolled ticks between scene load and the first pause", async () => {
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
  // The game's own loop runs with each of these frames.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 120; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    __candyExportReplay();
  });
  const after = await page.evaluate(() => __candyWait());
  expect(after.state).toMatchObject({ tick: 0, pauseOwners: ["agent"] });
  expect(after.result).toMatchObject({ ok: true, replay: { ticks: 0 } });
  await page.close();
});

test("fault: commands lost between page load and readiness", async () => {
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

test("fault: a pinned seed lost by a reload", async () => {
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

test("fault: hardware keys leaking into an agent's session", async () => {
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

test("fault: waiting that hangs in a hidden tab", async () => {
  const browser = await RawBrowser.launch(example.executablePath);
  try {
    const game = await browser.openHiddenTab(`${example.url}?agent=1`);
    const waits = await game.evaluate(`(async () => {
      const waits = [await __candyWait()];
      __candyStartRun({}); __candyStep(1);
      // The starting-weapon choice holds the game while this waits.
      waits.push(await __candyWait());
      const { seq } = __candyHash();
      waits.push(await __candyWait({ seq, timeoutMs: 60000 }));
      return waits.map(({ ok, timedOut, result, state }) => [ok, timedOut, result?.cmd ?? null, state.pauseOwners, document.hidden]);
    })()`);
    expect(waits).toEqual([
      [true, false, null, [], true],
      [true, false, "step", ["agent", "startingWeapon"], true],
      [true, false, "hash", ["agent", "startingWeapon"], true],
    ]);
  } finally {
    await browser.close();
  }
});

test("fault: stepping bound to frames (600 ticks took 21 s)", async () => {
  const page = await example.browser.newPage();
  await page.goto(`${example.url}?agent=1`);
  const stepped = await page.evaluate(async () => {
    await __candyReady;
    __candyPinSeed(777001);
    __candyStartRun({});
    __candyStep(1);
    __candyChoose({ action: "Pick", index: 0 });
    await __candyWait();
    // From here on no frame comes, and no timer.
    const never = () => 1;
    Object.assign(window, {
      requestAnimationFrame: never,
      requestIdleCallback: never,
      setTimeout: never,
      setInterval: never,
    });
    let ticks = 0;
    while (ticks < 600) {
      if (__candyState.choice === undefined) __candyStep(600 - ticks);
      else __candyChoose({ action: "Pick", index: 0 });
      const { result } = await __candyWait();
      ticks += Number(result?.stepped ?? 0);
    }
    return { ticks, tick: __candyState.tick };
  });
  expect(stepped).toEqual({ ticks: 600, tick: 601 });
  await page.close();
});
