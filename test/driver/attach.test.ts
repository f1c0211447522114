// Driving a game in a page that somebody else opened: what is found, what is left alone, and how it is let go.

import { attach, type GameSession } from "@tickbridge/driver";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ExamplePages, openExample } from "../support/example-page.js";
import { servePages, type TestPages, toyPage } from "./test-pages.js";

let example: ExamplePages;
let browser: Browser;
let page: Page;
let pages: TestPages;

beforeAll(async () => {
  example = await openExample();
  browser = example.browser;
  const immortal = "{ duringTick(state) { state.hp = 100; } }";
  const toy = await toyPage(immortal);
  pages = await servePages({
    "/game": toy,
    "/two-games": await toyPage(
      immortal,
      `mount({ ...createToyGame(${immortal}) }, { autoStart: false, prefix: "__second" });`,
    ),
    "/frame": `<iframe id="left" src="/game?agent=1"></iframe><iframe id="right" src="${example.url.replace("127.0.0.1", "localhost")}?agent=1"></iframe>`,
  });
});
afterAll(async () => {
  await example.close();
  await pages.close();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());

const timeOrigin = () => page.evaluate("performance.timeOrigin");

async function startPlaying(game: GameSession): Promise<void> {
  await game.pinSeed(777001);
  await game.startRun();
  await game.step(1);
  await game.levelUp("Pick", 0);
}

test("an existing page is driven as it stands: nothing is opened anew, and all methods work", async () => {
  await page.goto(`${example.url}?agent=1`);
  const before = await timeOrigin();
  const game = await attach(page);
  await startPlaying(game);
  await game.input({ moveX: 1, moveY: 0 });
  expect(await game.step(60)).toMatchObject({ tick: 61 });
  expect(await game.play(() => ({ moveX: 0, moveY: 0 }), { ticks: 12, every: 6 })).toMatchObject({ ticks: 12 });
  expect(await game.loadReplay(await game.exportReplay())).toMatchObject({ verdict: "identical", ticks: 73 });
  await game.close();
  expect(await timeOrigin()).toBe(before);
});

test("the run that the page was in goes on under the driver", async () => {
  await page.goto(`${example.url}?agent=1`);
  await page.evaluate(async () => {
    const commands = window as unknown as { [name: string]: (...args: unknown[]) => unknown };
    commands.__candyPinSeed?.(5);
    commands.__candyStartRun?.();
    commands.__candyStep?.(1);
    await commands.__candyWait?.();
  });
  const game = await attach(page);
  expect(await game.state()).toMatchObject({ seed: 5, tick: 1, choice: { kind: "startingWeapon" } });
  await game.close();
});

test("a frame of another site is driven, found from its page or given itself", async () => {
  await page.goto(`${pages.url}/frame`);
  await expect(attach(page)).rejects.toMatchObject({
    code: "SEVERAL_GAMES",
    message: expect.stringMatching(/__candy in .*\/game\?agent=1, __candy in http:\/\/localhost/),
  });
  const frame = page.frames().find((candidate) => candidate.url().includes("localhost"));
  if (frame === undefined) throw new Error("the page has no such frame");
  for (const game of [await attach(frame), await attach(page, { frame: "#right" })]) {
    await startPlaying(game);
    expect(await game.step(30)).toMatchObject({ tick: 31, state: { player: expect.anything() } });
    await game.close();
  }
  const toy = await attach(page, { frame: "#left" });
  await toy.startRun();
  expect(await toy.step(3)).toMatchObject({ tick: 3 });
  await toy.close();
});

test("policies play in two games of one page at once, and each is stopped by itself", async () => {
  await page.goto(`${pages.url}/two-games?agent=1`);
  const games = await Promise.all(["__candy", "__second"].map((prefix) => attach(page, { prefix })));
  for (const game of games) await game.startRun();
  const plays = games.map((game) => game.play(() => ({ move: 0 }), { ticks: 2 ** 31 - 1, timeoutMs: 0 }));
  await page.waitForFunction("__candyState.tick > 0 && __secondState.tick > 0");
  for (const [index, game] of games.entries()) {
    await game.abort();
    expect(await plays[index]).toMatchObject({ stopped: "aborted" });
  }
  for (const game of games) await game.close();
});

test("a page that was opened without agent=1 is NO_BRIDGE, says so, and is not opened anew", async () => {
  await page.goto(`${pages.url}/game`);
  const before = await timeOrigin();
  await expect(attach(page)).rejects.toMatchObject({
    code: "NO_BRIDGE",
    message: expect.stringMatching(/must hold agent=1 \(attach opens nothing anew\)/),
  });
  expect(await timeOrigin()).toBe(before);
});

test("close lets the player have the game: the agent's input is gone and wall time runs", async () => {
  await page.goto(`${example.url}?agent=1`);
  const game = await attach(page);
  await startPlaying(game);
  await game.input({ moveX: 1, moveY: 0 });
  await game.step(10);
  await game.close();
  await page.waitForFunction("__candyState.tick > 15");
  expect(await page.evaluate("__candyState.pauseOwners")).toEqual([]);
  await page.keyboard.down("ArrowUp");
  const again = await attach(page);
  const started = (await again.state()).tick ?? 0;
  await page.waitForFunction(`__candyState.tick > ${started + 10}`);
  const { inputs } = await again.exportReplay();
  // To the right until the driver left, then as the keys say.
  expect(inputs[0]).toEqual([2, { moveX: 1, moveY: 0 }]);
  expect(inputs[1]).toEqual([12, { moveX: 0, moveY: 0 }]);
  expect(inputs.at(-1)?.[1]).toEqual({ moveX: 0, moveY: -1 });
  await again.close();
});

test("close with keepHold leaves the run held, as it stands", async () => {
  await page.goto(`${example.url}?agent=1`);
  const game = await attach(page, { keepHold: true });
  await startPlaying(game);
  await game.step(10);
  const { hash } = await game.hash();
  await game.close();
  const again = await attach(page);
  expect(await again.state()).toMatchObject({ tick: 11, pauseOwners: ["agent"] });
  expect((await again.hash()).hash).toBe(hash);
  await again.close();
});

test("close stops what runs in the page and rejects it with PAGE_LOST, a policy that plays too", async () => {
  await page.goto(`${pages.url}/game?agent=1`);
  const plays = [
    (game: GameSession) => game.step(2 ** 31 - 1, { timeoutMs: 0 }),
    (game: GameSession) => game.play(() => ({ move: 1 }), { ticks: 2 ** 31 - 1, timeoutMs: 0 }),
  ];
  for (const play of plays) {
    const game = await attach(page, { keepHold: true });
    await game.startRun();
    const pending = Promise.allSettled([play(game), game.hash()]);
    await page.waitForFunction("__candyState.tick > 0");
    await game.close();
    for (const call of await pending) {
      expect(call).toMatchObject({ reason: { code: "PAGE_LOST", message: expect.stringContaining("was closed") } });
    }
    const stands = await page.evaluate("__candyState.tick");
    const again = await attach(page, { keepHold: true });
    expect((await again.state()).tick).toBe(stands);
    await again.close();
  }
});

test("a page that its owner closes rejects pending and later calls with PAGE_LOST, and close resolves", async () => {
  await page.goto(`${pages.url}/game?agent=1`);
  const game = await attach(page);
  await game.startRun();
  const pending = Promise.allSettled([game.step(2 ** 31 - 1, { timeoutMs: 0 }), game.hash()]);
  await page.waitForFunction("__candyState.tick > 0");
  await page.close();
  for (const call of await pending) expect(call).toMatchObject({ reason: { code: "PAGE_LOST" } });
  await expect(game.state()).rejects.toMatchObject({ code: "PAGE_LOST" });
  // Its page cannot be loaded again.
  await expect(game.recover()).rejects.toMatchObject({ code: "PAGE_LOST" });
  await game.close();
  await expect(attach(page)).rejects.toMatchObject({ code: "PAGE_LOST" });
});

test("onConsole hears the page's lines while it is attached, and no longer", async () => {
  await page.goto(`${pages.url}/game?agent=1`);
  const lines: string[] = [];
  const game = await attach(page, { onConsole: (line) => void lines.push(line) });
  await game.startRun();
  await game.close();
  expect(lines.some((line) => line.startsWith("CANDY_RESULT"))).toBe(true);
  const heard = lines.length;
  await page.evaluate("console.log('later')");
  expect(lines.length).toBe(heard);
});
