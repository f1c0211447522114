// People at the keyboard and the pad, in Chromium: keys drive real time, never an agent's run, and never stick.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ExamplePages, openExample } from "../support/example-page.js";

interface Seen {
  ticks: number;
  samples: number;
  steppingInTicks: boolean[];
  steppingInLoads: boolean[];
  alphas: number[];
  careless: Set<string>;
}
declare const seen: Seen;
declare const mounted: { startRun(): Promise<void>; isStepping(): boolean };

let directory: string;
let pages: ExamplePages;
let page: Page;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tickbridge-hardware-"));
  await build({
    entryPoints: { hardware: "test/fixtures/hardware-page.ts" },
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: directory,
    chunkNames: "chunks/[name]-[hash]",
  });
  await writeFile(
    join(directory, "index.html"),
    '<!doctype html><meta charset="utf-8"><input id="name"><iframe srcdoc="elsewhere"></iframe><script type="module" src="hardware.js"></script>',
  );
  pages = await openExample(directory);
});
afterAll(async () => {
  await pages.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  page = await pages.browser.newPage();
});
afterEach(() => page.close());

const open = (query: string) => page.goto(`${pages.url}?${query}`);
const openReady = async (query = "agent=1") => {
  await open(query);
  await page.evaluate(() => __candyReady);
};
/** A person begins a run. */
const play = () => page.evaluate(() => mounted.startRun());
const stateNow = () => page.evaluate(() => ({ ...__candyState })) as Promise<{ tick: number; x: number }>;
const x = async () => (await stateNow()).x;

/** Lets real time run some ticks. */
async function ticksPass(ticks: number): Promise<void> {
  await page.evaluate(async (wanted) => {
    const until = seen.ticks + wanted;
    while (seen.ticks < until) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, ticks);
}

/** Gives commands, and the last reply. */
function give(...commands: [name: string, ...args: unknown[]][]) {
  return page.evaluate(async (list) => {
    const bridge = window as unknown as { [name: string]: (...args: unknown[]) => unknown };
    for (const [name, ...args] of list) bridge[`__candy${name}`]?.(...args);
    const { ok, results, result } = await __candyWait();
    if (!ok) throw new Error(JSON.stringify(results));
    return result as TestReply;
  }, commands);
}

/** The moves that the run's replay holds, with their ticks. */
async function recordedMoves(): Promise<readonly (readonly [tick: number, move: number])[]> {
  const { replay } = (await give(["ExportReplay"])) as unknown as { replay: { inputs: [number, { move: number }][] } };
  return replay.inputs.map(([tick, { move }]) => [tick, move]);
}

test("a held key moves the player until it is let go, and is recorded with its ticks", async () => {
  await openReady();
  await play();
  await page.keyboard.down("ArrowLeft");
  await ticksPass(10);
  await page.keyboard.up("ArrowLeft");
  await ticksPass(3);
  const still = await x();
  await ticksPass(10);
  expect(await x()).toBe(still);
  const moves = await recordedMoves();
  expect(moves.map(([, move]) => move)).toEqual([-1, 0]);
  expect((moves[1]?.[0] ?? 0) - (moves[0]?.[0] ?? 0)).toBe(-still);
});

test("each tap that is shorter than a tick moves exactly one tick", async () => {
  await openReady("agent=1&rate=4");
  await play();
  await ticksPass(1);
  for (let tap = 1; tap <= 3; tap++) {
    await page.keyboard.press("ArrowLeft");
    await ticksPass(2);
    expect(await x()).toBe(-tap);
  }
});

test("a key that is let go where the page cannot hear it does not stick", async () => {
  await openReady();
  await play();
  await page.keyboard.down("ArrowLeft");
  await ticksPass(5);
  await page.evaluate(() => document.querySelector("iframe")?.contentWindow?.focus());
  await page.keyboard.up("ArrowLeft");
  await ticksPass(3);
  const still = await x();
  expect(still).toBeLessThan(0);
  await ticksPass(10);
  expect(await x()).toBe(still);
  // A page without that care still takes it for held.
  expect(await page.evaluate(() => [...seen.careless])).toEqual(["ArrowLeft"]);
});

test("what is typed into a text field is text, and moves nobody", async () => {
  await openReady();
  await play();
  await page.locator("#name").pressSequentially("adda");
  await ticksPass(5);
  expect(await page.locator("#name").inputValue()).toBe("adda");
  expect(await recordedMoves()).toEqual([]);
  await page.locator("#name").evaluate((field) => field.blur());
  await page.keyboard.press("a");
  await ticksPass(3);
  expect((await recordedMoves()).map(([, move]) => move)).toEqual([-1, 0]);
});

test("a pad moves the player, trembles without an input of its own, and is neutral when it is gone", async () => {
  await page.addInitScript(() => {
    navigator.getGamepads = () => (window as unknown as { pads?: (Gamepad | null)[] }).pads ?? [];
  });
  const plugIn = (axis: number | undefined) =>
    page.evaluate((left) => {
      const pad = { index: 1, connected: true, mapping: "standard", axes: [left, 0, 0, 0], buttons: [] };
      Object.assign(window, { pads: left === undefined ? [null, null] : [null, pad] });
    }, axis);
  await openReady();
  await play();
  for (const axis of [-1, -0.1, 0.6, 0.6004, undefined]) {
    await plugIn(axis);
    await ticksPass(3);
  }
  expect((await recordedMoves()).map(([, move]) => move)).toEqual([-1, 0, 0.5, 0]);
});

test("keys change nothing while an agent steps or its input is in force, and nothing asks for them", async () => {
  const agentsRun = async (withKeys: boolean) => {
    await openReady();
    const press = async (key: string) => {
      if (!withKeys) return;
      await page.keyboard.down(key);
      await page.keyboard.press("KeyD");
    };
    await give(["PinSeed", 777001], ["StartRun"]);
    await press("ArrowRight");
    await give(["Step", 20]);
    await press("ArrowLeft");
    await give(["Input", { move: -0.5 }], ["Step", 20]);
    await press("KeyA");
    // Real time, with the agent's input still in force: stopped at one and the same tick by a choice.
    await give(["Step", 20]);
    const before = await page.evaluate(() => seen.samples);
    await give(["Resume"]);
    await press("KeyD");
    await ticksPass(10);
    await give(["Pause"]);
    const { tick } = await stateNow();
    await give(["Step", 900 - tick]);
    const { hash } = (await give(["Hash"])) as unknown as { hash: string };
    return { hash, moves: await recordedMoves(), samples: (await page.evaluate(() => seen.samples)) - before };
  };
  const without = await agentsRun(false);
  const withKeys = await agentsRun(true);
  expect(without.moves).toEqual([[21, -0.5]]);
  expect(withKeys).toEqual(without);
  expect(withKeys.samples).toBe(0);
});

test("after the agent hands back, keys drive and are recorded; what was pressed and let go meanwhile is not", async () => {
  await openReady("agent=1&rate=30");
  await play();
  await page.keyboard.down("ArrowLeft");
  await ticksPass(3);
  await give(["Pause"], ["Input", { move: 0.25 }], ["Step", 5]);
  await page.keyboard.up("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await give(["Input", null], ["Resume"]);
  await ticksPass(5);
  expect((await recordedMoves()).map(([, move]) => move)).toEqual([-1, 0.25, 0]);
  await page.keyboard.down("ArrowRight");
  await ticksPass(3);
  await page.keyboard.up("ArrowRight");
  await ticksPass(3);
  expect((await recordedMoves()).map(([, move]) => move)).toEqual([-1, 0.25, 0, 1, 0]);
});

test("a tap in real time under the agent's input is not played when the agent hands back", async () => {
  await openReady("agent=1&rate=30");
  await play();
  await give(["Input", { move: 0.25 }]);
  await page.keyboard.press("ArrowLeft");
  await ticksPass(3);
  await give(["Input", null]);
  await ticksPass(3);
  expect((await recordedMoves()).map(([, move]) => move)).toEqual([0.25, 0]);
});

test("a key that is still held when the agent hands back goes on", async () => {
  await openReady();
  await play();
  await page.keyboard.down("ArrowLeft");
  await ticksPass(3);
  await give(["Pause"], ["Step", 5], ["Input", null], ["Resume"]);
  await ticksPass(3);
  expect((await recordedMoves()).map(([, move]) => move)).toEqual([-1, 0, -1]);
});

test("in the example no key answers a choice or opens the menu while an agent plays; afterwards they do", async () => {
  const example = await openExample();
  try {
    await page.goto(`${example.url}?agent=1`);
    await page.evaluate(() => __candyReady);
    await give(["PinSeed", 777001], ["StartRun"], ["Step", 1]);
    const { hash } = await give(["Hash"]);
    for (const key of ["Digit1", "Escape", "ArrowLeft", "Enter", "Space"]) await page.keyboard.press(key);
    expect(await give(["Hash"])).toMatchObject({ hash, choices: 0 });
    expect(await stateNow()).toMatchObject({ pauseOwners: ["agent", "startingWeapon"], choice: { id: 1 } });
    await give(["Resume"]);
    await page.keyboard.press("Digit1");
    await page.waitForFunction(() => __candyState.choice === undefined);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => (__candyState.pauseOwners as string[]).includes("menu"));
    const { replay } = (await give(["ExportReplay"])) as unknown as { replay: { choices: unknown[] } };
    expect(replay.choices).toEqual([[1, "Pick", 0]]);
  } finally {
    await example.close();
  }
});

test("isStepping is true until the bridge has arrived, and while an agent holds or steps; not while a person plays", async () => {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/core-\w+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${pages.url}?agent=1`, { waitUntil: "commit" });
  await page.waitForFunction("window.mounted !== undefined");
  const isStepping = () => page.evaluate(() => mounted.isStepping());
  expect(await isStepping()).toBe(true);
  letThrough();
  await page.evaluate(() => __candyReady);
  expect(await isStepping()).toBe(false);

  await play();
  await ticksPass(3);
  expect(await isStepping()).toBe(false);
  expect(await page.evaluate(() => [seen.steppingInLoads, seen.steppingInTicks.includes(true)])).toEqual([
    [false],
    false,
  ]);

  await give(["StartRun"], ["Step", 5]);
  expect(await isStepping()).toBe(true);
  expect(await page.evaluate(() => [seen.steppingInLoads, seen.steppingInTicks.slice(-5)])).toEqual([
    [false, true],
    Array(5).fill(true),
  ]);

  const { replay } = await give(["ExportReplay"]);
  await give(["Resume"]);
  expect(await isStepping()).toBe(false);
  // A verification while a person plays: an agent is at work again, and then no more.
  const verified = await page.evaluate(async (given) => {
    __candyLoadReplay(given);
    const waiting = __candyWait();
    seen.steppingInTicks.splice(0);
    const { result } = await waiting;
    return { verdict: result?.verdict, stepping: seen.steppingInTicks.slice(0, 5), load: seen.steppingInLoads.at(-1) };
  }, replay);
  expect(verified).toEqual({ verdict: "identical", stepping: Array(5).fill(true), load: true });
  expect(await isStepping()).toBe(false);
});

test("with the bridge off isStepping is false", async () => {
  await open("");
  expect(await page.evaluate(() => mounted.isStepping())).toBe(false);
});

test("render gets the part of the next tick that has gone by; 1 while an agent holds the game", async () => {
  await openReady("agent=1&rate=10");
  await play();
  await page.evaluate(() => seen.alphas.splice(0));
  await ticksPass(3);
  const playing = await page.evaluate(() => seen.alphas.splice(0));
  expect(playing.every((alpha) => alpha >= 0 && alpha <= 1)).toBe(true);
  expect(new Set(playing).size).toBeGreaterThan(4);
  await give(["Pause"]);
  const held = await page.evaluate(async () => {
    seen.alphas.splice(0);
    while (seen.alphas.length < 5) await new Promise((resolve) => requestAnimationFrame(resolve));
    return seen.alphas;
  });
  expect(new Set(held)).toEqual(new Set([1]));
});

test.each(["", "agent=1"])(
  "an hour in which the page got no frame runs a quarter of a second of ticks (?%s)",
  async (query) => {
    await page.clock.install({ time: 0 });
    await open(query);
    await page.waitForFunction("window.mounted !== undefined");
    // The bridge comes with timers of its own, which must not stand still halfway.
    if (query !== "") await page.evaluate(() => __candyReady);
    // From here on time goes by only as told.
    await page.clock.pauseAt(3_600_000);
    const started = play();
    await page.clock.runFor(200);
    await started;
    await page.clock.runFor(1000);
    const before = await page.evaluate(() => seen.ticks);
    expect(before).toBeGreaterThan(30);
    await page.clock.fastForward(3_600_000);
    await page.clock.runFor(17);
    const after = await page.evaluate(() => seen.ticks);
    expect(after - before).toBeGreaterThan(1);
    expect(after - before).toBeLessThanOrEqual(17);
  },
);

test("a page that listens to no hardware carries none of it, and one that does carries it", async () => {
  const bundle = async (names: string, use: string) => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { mount${names} } from "@tickbridge/bridge"; mount(globalThis.game${use});`,
        resolveDir: ".",
      },
      bundle: true,
      splitting: true,
      format: "esm",
      outdir: "nowhere",
      write: false,
    });
    return outputFiles.map(({ text }) => text).join("");
  };
  const traces = [".getGamepads", '"keydown"'];
  const plain = await bundle("", "");
  expect(traces.filter((trace) => plain.includes(trace))).toEqual([]);
  const used = await bundle(", listenToKeys, padDirection", ", { keys: listenToKeys({}) }, padDirection()");
  expect(traces.filter((trace) => used.includes(trace))).toEqual(traces);
});
