// `npm run bench`: speed and size as ratios, both sides taken in turn in one run. Exits 1 where a figure misses its limit.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Snapshot } from "@tickbridge/bridge/protocol";
import { type Answer, attach, findBrowser, type GameSession, launch, serveDirectory } from "@tickbridge/driver";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright";
import { type Figure, median, ms, print } from "./bench-figures.js";
import { benchHash } from "./bench-hash.js";
import { benchLongRun } from "./bench-long-run.js";
import { benchMaths } from "./bench-maths.js";
import { benchTripwires } from "./bench-tripwires.js";
import {
  bridgeBytesMax,
  entryGrowthBytesMax,
  mathsBytesMax,
  measureBundles,
  measureMaths,
  sineBytesMax,
  wholeBytesMax,
} from "./bundle-size.js";

/** What the policy of the benchmark looks at. */
interface Seen {
  readonly choice?: object;
  readonly player: { readonly x: number; readonly y: number };
  readonly enemies: readonly { readonly x: number; readonly y: number }[];
}

const enemies = 400;
const stepRounds = 15;
const decisionRounds = 300;
const pictureRounds = 30;
const playRounds = 7;
const playWarmUps = 3;
const playTicks = 400;
const decisionTicks = 1;

async function main(): Promise<boolean> {
  const directory = await mkdtemp(join(tmpdir(), "tickbridge-bench-"));
  await buildBenchPage(directory);
  const server = await serveDirectory(directory);
  const example = await serveDirectory("examples/candyrush-mock/dist");
  const { executablePath } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-background-networking"] });
  try {
    const page = await openBenchPage(browser, server.url);
    const step = await benchStep(page);
    const tripwires = await benchTripwires(browser, server.url, page);
    const hashing = await benchHash(page);
    await page.close();
    const { figure: decision, decisionMs } = await benchDecision(browser, server.url);
    const figures = [
      step,
      await benchTurns(browser, server.url),
      ...tripwires,
      ...hashing,
      decision,
      await benchEyes(browser, example.url, decisionMs),
      await benchPlay(server.url),
      ...(await benchLongRun(browser, example.url)),
      ...benchMaths(),
      ...(await benchSizes()),
    ];
    return print(figures);
  } finally {
    await browser.close();
    await server.close();
    await example.close();
    await rm(directory, { recursive: true });
  }
}

async function buildBenchPage(directory: string): Promise<void> {
  await build({
    entryPoints: { main: "scripts/bench-page.ts" },
    bundle: true,
    minify: true,
    format: "esm",
    splitting: true,
    outdir: directory,
    target: "es2022",
  });
  await writeFile(
    join(directory, "index.html"),
    '<!doctype html><meta charset="utf-8"><script type="module" src="main.js"></script>',
  );
}

async function openBenchPage(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${url}?agent=1`);
  await page.evaluate(`bench.prepare(${enemies})`);
  return page;
}

/** step(600) through the bridge, with recording, hashes and turns, against 600 bare calls of game.tick in the same page. */
async function benchStep(page: Page): Promise<Figure> {
  const bridged: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < stepRounds + 3; round++) {
    const bareMs = (await page.evaluate("bench.bareTicks(600)")) as number;
    const bridgedMs = (await page.evaluate("bench.bridgedTicks(600)")) as number;
    // The first rounds warm both sides up.
    if (round < 3) continue;
    bare.push(bareMs);
    bridged.push(bridgedMs);
  }
  const detail = `${ms(median(bridged))} bridged, ${ms(median(bare))} bare, ${enemies}+ enemies, to the reply, median of ${stepRounds}`;
  return {
    name: "step(600) / bare ticks",
    value: median(bridged) / median(bare),
    unit: "",
    limit: { most: 1.15 },
    detail,
  };
}

/** What a long step loses by giving the page its turns. */
async function benchTurns(browser: Browser, url: string): Promise<Figure> {
  const page = await browser.newPage();
  await page.goto(`${url}?idle`);
  const { share, turns } = (await page.evaluate("bench.turnShare(60000)")) as { share: number; turns: number };
  await page.close();
  return {
    name: "turns of a long step",
    value: share * 100,
    unit: " %",
    limit: { most: 2 },
    detail: `${turns} turns in 60,000 ticks, their share of the time, in a page that has nothing to do in them`,
  };
}

/** Input, six ticks and the snapshot through the driver, against one evaluation that does the same bare. */
async function benchDecision(
  browser: Browser,
  url: string,
): Promise<{ readonly figure: Figure; readonly decisionMs: number }> {
  const page = await openBenchPage(browser, url);
  const game = await launch({ url });
  const driver: number[] = [];
  const bare: number[] = [];
  try {
    await beginCrowded(game);
    for (let round = 0; round < decisionRounds; round++) {
      const input = { moveX: round % 2 === 0 ? 1 : -1, moveY: 0 };
      bare.push(await timed(() => page.evaluate(`bench.bareDecision(${JSON.stringify(input)})`)));
      driver.push(await timed(() => decide(game, input)));
    }
  } finally {
    await game.close();
    await page.close();
  }
  const figure: Figure = {
    name: "decision / bare evaluation",
    value: median(driver) / median(bare),
    unit: "",
    limit: { most: 1.5 },
    detail: `${ms(median(driver))} a decision, ${ms(median(bare))} bare, median of ${decisionRounds}`,
  };
  return { figure, decisionMs: median(driver) };
}

/**
 * A decision through the driver, `decisionMs`, against what an agent with eyes pays in the same crowd, drawn and in real time:
 * a screenshot and a key press. Whoever needs no picture needs no page that draws one; what a decision costs where the
 * page draws stands beside it.
 */
async function benchEyes(browser: Browser, url: string, decisionMs: number): Promise<Figure> {
  const drawn: number[] = [];
  const eyes: number[] = [];
  const page = await browser.newPage();
  await page.goto(`${url}?agent=1`);
  const game = await attach(page);
  await beginCrowded(game);
  for (let round = 0; round < decisionRounds; round++) {
    drawn.push(await timed(() => decide(game, { moveX: round % 2 === 0 ? 1 : -1, moveY: 0 })));
  }
  // Lets the hardware drive.
  await game.close();
  for (let round = 0; round < pictureRounds; round++) {
    eyes.push(
      await timed(async () => {
        await page.screenshot({ type: "jpeg" });
        await page.keyboard.press("ArrowRight");
      }),
    );
  }
  await page.close();
  return {
    name: "screenshot and key / decision",
    value: median(eyes) / decisionMs,
    unit: "",
    limit: { least: 15 },
    detail:
      `${ms(median(eyes))} for a screenshot and a key press, median of ${pictureRounds}; ${ms(decisionMs)} the decision above, ` +
      `${ms(median(drawn))} where the page draws`,
  };
}

/** A policy in the page, against the same policy through the driver's methods: `input`, then `step`, or `choose`. */
async function benchPlay(url: string): Promise<Figure> {
  const inPage: number[] = [];
  const driven: number[] = [];
  const game = await launch({ url });
  try {
    await game.pinSeed(777001);
    // What the policy looks at, on both sides.
    await game.setMaxEntities(1);
    for (let round = 0; round < playRounds + playWarmUps; round++) {
      await game.startRun({});
      let decisions = 0;
      const playMs = await timed(async () => {
        ({ decisions } = await game.play(fleeFromNearest, { ticks: playTicks, every: decisionTicks }));
      });
      await game.startRun({});
      const drivenMs = await timed(() => playByCalls(game));
      if (round < playWarmUps) continue;
      inPage.push(playMs / decisions);
      driven.push(drivenMs / decisions);
    }
  } finally {
    await game.close();
  }
  return {
    name: "play / input and step, decisions/s",
    value: median(driven) / median(inPage),
    unit: "",
    limit: { least: 20 },
    detail:
      `${Math.round(1000 / median(inPage))} a second in the page, ${Math.round(1000 / median(driven))} by calls; one a ` +
      `tick, the first ${playTicks} ticks of a run, lists of 1, nothing drawn, median of ${playRounds}`,
  };
}

/** Decides as a policy of `play` does, and uses nothing but its argument. */
function fleeFromNearest(state: Snapshot): Answer | { readonly moveX: number; readonly moveY: number } {
  const { choice, player, enemies } = state as unknown as Seen;
  if (choice !== undefined) return { action: "Pick", index: 0 };
  const [nearest = { x: 0, y: 0 }] = enemies;
  return { moveX: Math.sign(player.x - nearest.x), moveY: Math.sign(player.y - nearest.y) };
}

async function playByCalls(game: GameSession): Promise<void> {
  let state = await game.state();
  while ((state.tick ?? 0) < playTicks && state.runState !== "Over") {
    const decision = fleeFromNearest(state);
    if ("action" in decision) ({ state } = await game.choose(decision));
    else {
      await game.input(decision);
      ({ state } = await game.step(Math.min(decisionTicks, playTicks - (state.tick ?? 0))));
    }
  }
}

async function beginCrowded(game: GameSession): Promise<void> {
  await game.pinSeed(777001);
  await game.startRun({});
  await game.batch([
    { cmd: "step", args: [1] },
    { cmd: "choose", args: [{ action: "Pick", index: 0 }] },
    { cmd: "cheat", args: ["setInvulnerable", { on: true }] },
    { cmd: "cheat", args: ["spawnEnemies", { type: "gumdrop", count: enemies }] },
    { cmd: "step", args: [1] },
  ]);
}

/** Input, six ticks and the snapshot, in one round trip. */
async function decide(game: GameSession, input: { moveX: number; moveY: number }): Promise<void> {
  const { state } = await game.batch(
    [
      { cmd: "input", args: [input] },
      { cmd: "step", args: [6] },
    ],
    { refusals: "return" },
  );
  if (state.choice !== undefined) await game.choose({ action: "Pick", index: 0 });
}

async function benchSizes(): Promise<Figure[]> {
  const { bridgeBytes, wholeBytes, entryGrowthBytes } = await measureBundles();
  const { mathsBytes, sineBytes } = await measureMaths();
  const detail = "brotli, minified by esbuild";
  return [
    {
      name: "entry chunk's growth, gate off",
      value: entryGrowthBytes,
      unit: " B",
      limit: { most: entryGrowthBytesMax },
      detail,
    },
    { name: "bridge, first chunk, no maths", value: bridgeBytes, unit: " B", limit: { most: bridgeBytesMax }, detail },
    { name: "bridge, all chunks, no maths", value: wholeBytes, unit: " B", limit: { most: wholeBytesMax }, detail },
    { name: "maths, all functions", value: mathsBytes, unit: " B", limit: { most: mathsBytesMax }, detail },
    { name: "maths, sin alone", value: sineBytes, unit: " B", limit: { most: sineBytesMax }, detail },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

process.exitCode = (await main()) ? 0 : 1;
