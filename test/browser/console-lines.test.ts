// The console protocol: one line each, JSON behind the word, never over 64 KiB.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExamplePages, openExample } from "../support/example-page.js";

let directory: string;
let example: ExamplePages;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tickbridge-lines-"));
  await build({
    entryPoints: { toy: "test/fixtures/toy-page.ts", named: "test/fixtures/named-page.ts" },
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: directory,
  });
  for (const name of ["toy", "named"]) {
    await writeFile(
      join(directory, `${name}.html`),
      `<!doctype html><meta charset="utf-8"><script type="module" src="${name}.js"></script>`,
    );
  }
  example = await openExample(directory);
});
afterAll(async () => {
  await example.close();
  await rm(directory, { recursive: true });
});

interface Line {
  readonly kind: string;
  readonly bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  readonly data: any;
}

/** Opens a page and collects its lines that begin with the word. `before` runs ahead of the page's own code. */
async function open(name: string, word: string, before = ""): Promise<{ page: Page; lines: Line[] }> {
  const page = await example.browser.newPage();
  await page.addInitScript(before);
  const lines: Line[] = [];
  page.on("console", (message) => {
    const match = new RegExp(`^${word}_([A-Z_]+) (.*)$`, "s").exec(message.text());
    if (match === null) return;
    lines.push({
      kind: match[1] as string,
      bytes: Buffer.byteLength(message.text()),
      data: JSON.parse(match[2] as string),
    });
  });
  await page.goto(`${example.url}${name}.html?agent=1`);
  await page.waitForFunction(() => Symbol.for("tickbridge.exchange") in window);
  return { page, lines };
}

/** Resolves once a line fulfils what is asked: those that have to be shortened first come a moment later. */
async function lineWith(lines: readonly Line[], isIt: (line: Line) => boolean): Promise<Line> {
  await expect.poll(() => lines.some(isIt), { timeout: 60_000 }).toBe(true);
  return lines.find(isIt) as Line;
}

const kindsOf = (lines: readonly Line[]) => lines.map((line) => line.kind);

test("ready comes once, and after each command its result and the state", async () => {
  const { page, lines } = await open("toy", "CANDY");
  await page.evaluate(async () => (__candyStartRun(), __candyStep(3), await __candyWait()));
  expect(kindsOf(lines)).toEqual(["READY", "RESULT", "STATE", "RESULT", "STATE"]);
  expect(lines[0]?.data).toMatchObject({ protocol: 1, game: { id: "toy" } });
  expect(lines[3]?.data).toMatchObject({ cmd: "step", stepped: 3 });
  expect(lines[4]?.data).toMatchObject({ tick: 3, runState: "InRun" });
  await page.close();
});

test("in real time a state comes every 6 ticks", async () => {
  const { page, lines } = await open("toy", "CANDY");
  await page.evaluate(async () => (__candyStartRun(), __candyResume(), await __candyWait()));
  await page.waitForFunction(() => (__candyState.tick ?? 0) >= 40);
  await page.evaluate(async () => (__candyPause(), await __candyWait()));
  const ticks = lines.filter(
    (line) => line.kind === "STATE" && line.data.pauseOwners.length === 0 && line.data.tick > 0,
  );
  expect(ticks.slice(0, 6).map((line) => line.data.tick)).toEqual([6, 12, 18, 24, 30, 36]);
  await page.close();
});

test("a choice that stops real time is shown at once, between two states", async () => {
  const { page, lines } = await open("toy", "CANDY");
  await page.evaluate(async () => (__candyStartRun({ asks: [15] }), __candyResume(), await __candyWait()));
  await page.waitForFunction(() => __candyState.tick === 15);
  const shown = lines.filter((line) => line.kind === "STATE" && line.data.tick > 0);
  expect(shown.map((line) => line.data.tick)).toEqual([6, 12, 15]);
  expect(shown[2]?.data).toMatchObject({ pauseOwners: ["gift"], choice: { kind: "gift" } });
  await page.close();
});

test("play goes on where the page replaces the console by one that throws, before the bridge and in the middle", async () => {
  const breakConsole = "console.log = () => { throw new Error('no console'); };";
  const { page, lines } = await open("toy", "CANDY", breakConsole);
  const played = await page.evaluate(async () => {
    const described = await __candyReady;
    __candyStartRun();
    __candyResume();
    const { ok } = await __candyWait();
    return { ok, described: typeof described };
  });
  expect(played).toEqual({ ok: true, described: "object" });
  await page.waitForFunction(() => (__candyState.tick ?? 0) >= 12);
  const ended = await page.evaluate(async () => (__candyStep(5000), (await __candyWait()).result));
  expect(ended).toMatchObject({ ok: true, stopped: "gameover" });
  expect(lines).toEqual([]);
  const fine = await open("toy", "CANDY");
  await fine.page.evaluate(breakConsole);
  const result = await fine.page.evaluate(
    async () => (__candyStartRun(), __candyStep(5000), (await __candyWait()).result),
  );
  expect(result).toMatchObject({ ok: true, stopped: "gameover" });
  expect(kindsOf(fine.lines)).toEqual(["READY"]);
  await page.close();
  await fine.page.close();
});

test("a result too large for the line that ends its run is left out and named", async () => {
  const { page, lines } = await open("toy", "CANDY");
  await page.evaluate(async () => {
    (window as unknown as { shown: object }).shown = { result: "x".repeat(70_000) };
    __candyStartRun();
    __candyStep(5000);
    await __candyWait();
  });
  const end = await lineWith(lines, (line) => line.kind === "RUN_END");
  await lineWith(lines, (line) => line.kind === "STATE" && line.data.tick === 1000);
  expect(kindsOf(lines).slice(-3)).toEqual(["RUN_END", "RESULT", "STATE"]);
  expect(end.data).toMatchObject({ tick: 1000, evaluation: { done: true }, cut: { result: 0 } });
  for (const line of lines) expect(line.bytes).toBeLessThanOrEqual(65_536);
  await page.close();
});

test("the end of a run and of a watched replay have lines of their own", async () => {
  const { page, lines } = await open("toy", "CANDY");
  await page.evaluate(async () => (__candyPinSeed(5), __candyStartRun(), __candyStep(5000), await __candyWait()));
  const end = lines.find((line) => line.kind === "RUN_END");
  expect(end?.data).toMatchObject({ tick: 1000, seed: 5, evaluation: { done: true } });
  expect(lines.filter((line) => line.kind === "RUN_END")).toHaveLength(1);
  await page.evaluate(async () => {
    __candyStartRun();
    __candyStep(30);
    __candyExportReplay();
    const { result } = await __candyWait();
    __candyLoadReplay(result?.replay, { mode: "watch", speed: 20 });
    await __candyWait();
  });
  await page.waitForFunction(
    () => __candyState.tick === 30 && (__candyState.pauseOwners as string[]).includes("agent"),
  );
  expect(lines.at(-1)).toMatchObject({ kind: "REPLAY_END", data: { verdict: "identical", ticks: 30 } });
  await page.close();
});

test("a state that is too large is cut to valid JSON that says what was left out; a large reply comes in parts", async () => {
  const { page, lines } = await open("toy", "CANDY");
  await page.evaluate(async () => {
    (window as unknown as { shown: object }).shown = {
      many: Array.from({ length: 30_000 }, (_, index) => `"${index}\u0001é`),
      small: [1, 2, 3],
    };
    __candyStartRun();
    __candyDump();
    await __candyWait();
  });
  const state = await lineWith(lines, (line) => line.kind === "STATE" && line.data.snap > 1 && "many" in line.data);
  expect(state.data).toMatchObject({ tick: 0, small: [1, 2, 3], cut: { many: state.data.many.length } });
  expect(state.data.many.length).toBeGreaterThan(1000);
  const parts = lines.filter((line) => line.kind === "PART");
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.map((part) => part.data.part)).toEqual(parts.map((_, index) => index + 1));
  const whole = JSON.parse(parts.map((part) => part.data.data).join(""));
  expect(whole).toMatchObject({ ok: true, cmd: "dump", seq: 2, state: { small: [1, 2, 3] } });
  expect(whole.state.many).toHaveLength(30_000);
  for (const line of lines) expect(line.bytes).toBeLessThanOrEqual(65_536);
  await page.close();
});

test("where the code that shortens a state cannot be loaded, that state is lost and the lines behind it are not", async () => {
  const { page, lines } = await open("toy", "CANDY");
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.route("**/late-*.js", (route) => route.abort());
  await page.evaluate(async () => {
    const shown = window as unknown as { shown: object };
    shown.shown = { many: "x".repeat(70_000) };
    __candyStartRun();
    await __candyWait();
    shown.shown = {};
    __candyStep(3);
    await __candyWait();
  });
  await lineWith(lines, (line) => line.kind === "STATE");
  expect(kindsOf(lines)).toEqual(["READY", "RESULT", "RESULT", "STATE"]);
  expect(errors).toEqual([expect.stringContaining("late-")]);
  await page.close();
});

test("a game that names its prefix has its functions and its lines under that name", async () => {
  const { page, lines } = await open("named", "MYGAME");
  const seen = await page.evaluate(() => ({
    listed: (window as unknown as Record<symbol, unknown>)[Symbol.for("tickbridge")],
    names: Object.getOwnPropertyNames(window).filter((name) => /^__(candy|myGame)S/.test(name)),
  }));
  expect(seen.listed).toEqual(["__myGame"]);
  expect(seen.names).toContain("__myGameStep");
  expect(seen.names.filter((name) => name.startsWith("__candy"))).toEqual([]);
  expect(kindsOf(lines)).toEqual(["READY"]);
  await page.close();
});
