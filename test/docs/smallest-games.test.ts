// The two smallest games, as an agent and as a person meets them, in a real Chromium.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createSession, type Host } from "@tickbridge/bridge/session";
import { type RunningServer, serveDirectory } from "@tickbridge/driver";
import { parseReplay, stringifyReplay } from "@tickbridge/replay";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildPaddle } from "../../examples/paddle/build.js";
import { game } from "../../examples/paddle/src/game.js";
import { buildPaddleScriptTag } from "../../examples/paddle-script-tag/build.js";
import { buildScripts, inRepository, launchChromium, temporaryFolder, watchPage } from "./page-support.js";

let browser: Browser;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: RunningServer;

beforeAll(async () => {
  folder = await temporaryFolder();
  const { path } = folder;
  await buildScripts(path);
  await buildPaddle({ outDir: join(path, "bundled") });
  await buildPaddle({ outDir: join(path, "production"), agent: false });
  await buildPaddleScriptTag({ outDir: join(path, "script-tag"), bridgeDist: path });
  server = await serveDirectory(path);
  browser = await launchChromium();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await folder?.remove();
});

const addresses = {
  "with a bundler": () => `${server.url}bundled/`,
  "with a script tag": () => `${server.url}script-tag/`,
  "with a script tag, from file://": () => pathToFileURL(join(folder.path, "script-tag/index.html")).href,
};

describe.each(Object.entries(addresses))("the smallest game %s", (_form, address) => {
  test("is driven by an agent, and its replay verifies", async () => {
    const page = await browser.newPage();
    const { errors } = watchPage(page);
    await page.goto(`${address()}?agent=1`);
    const { started, stepped, verified, state } = await page.evaluate(playAndVerify);
    expect(started).toMatchObject({ ok: true, tick: 0, seed: 777001 });
    expect(stepped).toMatchObject({
      ok: true,
      stepped: 225,
      stopped: "gameover",
      receipts: [{ tick: 1, outcome: "applied" }],
    });
    expect(state).toMatchObject({ tick: 225, runState: "Over", paddleX: 200, misses: 3 });
    expect(verified).toMatchObject({ ok: true, verdict: "identical", evidence: "state", hashesCompared: 5 });
    expect(errors).toEqual([]);
    await page.close();
  });

  test("is played by a person with the arrow keys, and holds nothing of the bridge", async () => {
    const page = await browser.newPage();
    const { requests, lines, errors } = watchPage(page);
    await page.goto(address());
    const before = await paddleLeft(page);
    await page.keyboard.down("ArrowRight");
    await expect.poll(() => paddleLeft(page)).toBeGreaterThan(before + 20);
    await page.keyboard.up("ArrowRight");
    const globals = await page.evaluate(() => Object.keys(window).filter((key) => key.startsWith("__candy")));
    expect(globals).toEqual([]);
    expect(await page.evaluate(() => Symbol.for("tickbridge") in window)).toBe(false);
    expect(requests.filter((url) => url.includes("core"))).toEqual([]);
    // Chromium's own remark on reading the canvas back.
    expect(lines.filter((line) => !line.startsWith("Canvas2D:"))).toEqual([]);
    expect(errors).toEqual([]);
    await page.close();
  });
});

test("the smallest game records the same bytes in a page and in Node", async () => {
  const page = await browser.newPage();
  await page.goto(`${server.url}bundled/?agent=1`);
  const { replay } = await page.evaluate(playAndVerify);
  await page.close();
  const session = createSession(game, nodeHost);
  session.issue("pinSeed", [777001]);
  session.issue("startRun");
  session.issue("input", [{ move: 1 }, { ticks: 10 }]);
  session.issue("step", [600]);
  session.issue("exportReplay");
  const { ok, result } = await session.wait();
  expect(ok).toBe(true);
  expect(stringifyReplay(parseReplay(result?.ok && result.replay))).toBe(stringifyReplay(parseReplay(replay)));
});

test("a production build of the smallest game has no name of the bridge and no gate", async () => {
  const files = (await readdir(join(folder.path, "production"))).filter((file) => file.endsWith(".js"));
  expect(files).toEqual(["main.js"]);
  const code = await readFile(join(folder.path, "production/main.js"), "utf8");
  expect(["__candy", "CANDY_", "agent-mode", "installBridge"].filter((trace) => code.includes(trace))).toEqual([]);
});

test("each smallest game takes its author at most 40 lines", async () => {
  const read = (path: string) => readFile(inRepository(path), "utf8");
  const bundled = (await read("examples/paddle/src/game.ts")) + (await read("examples/paddle/src/main.ts"));
  const inline = /<script>\n(.*)<\/script>/s.exec(await read("examples/paddle-script-tag/index.html"))?.[1] ?? "";
  expect((await readdir(inRepository("examples/paddle/src"))).sort()).toEqual(["game.ts", "main.ts"]);
  for (const code of [bundled, inline]) {
    expect(codeLines(code)).toBeGreaterThan(20);
    expect(codeLines(code)).toBeLessThanOrEqual(40);
  }
});

const nodeHost: Host = {
  now: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  drawSeed: () => 1,
};

/** Lines that hold code: neither blank nor only a comment. */
function codeLines(code: string): number {
  return code.split("\n").filter((line) => line.trim() !== "" && !/^\s*(\/\/|\/\*)/.test(line)).length;
}

/** Where the paddle's left edge is drawn. */
function paddleLeft(page: Page): Promise<number> {
  return page.evaluate(() => {
    const pen = document.querySelector("canvas")?.getContext("2d");
    const row = pen?.getImageData(0, 227, 320, 1).data ?? new Uint8ClampedArray();
    return row.findIndex((value, index) => index % 4 === 3 && value > 0) / 4;
  });
}

/** Runs in the page. */
async function playAndVerify() {
  interface Answer {
    readonly result: { readonly [field: string]: unknown };
    readonly state: { readonly [field: string]: unknown };
  }
  const bridge = window as unknown as { readonly [name: string]: (...args: unknown[]) => Promise<Answer> };
  const ask = async (name: string, ...args: unknown[]) => {
    bridge[`__candy${name}`]?.(...args);
    return (await bridge.__candyWait?.(5000)) as Answer;
  };
  await bridge.__candyReady;
  await ask("PinSeed", 777001);
  const { result: started } = await ask("StartRun");
  await ask("Input", { move: 1 }, { ticks: 10 });
  const { result: stepped, state } = await ask("Step", 600);
  const { result: exported } = await ask("ExportReplay");
  const { result: verified } = await ask("LoadReplay", exported.replay);
  return { started, stepped, verified, state, replay: exported.replay };
}
