// The gate of SPEC section 2, row by row, in Chromium.

import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCandyrush } from "../../examples/candyrush-mock/build.js";
import { type ExamplePages, openExample } from "../support/example-page.js";

let example: ExamplePages;
let withBridge: Seen;

beforeAll(async () => {
  example = await openExample();
  withBridge = await look("?agent=1");
});
afterAll(() => example.close());

interface Seen {
  readonly globals: string[];
  readonly listed: unknown;
  readonly requests: string[];
  readonly lines: string[];
}

/** Opens an address, lets the game run for a while, and tells what can be seen of the bridge. */
async function look(path: string): Promise<Seen> {
  const page = await example.browser.newPage();
  const requests: string[] = [];
  const lines: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname.replace("/agent-mode", "")));
  page.on("console", (message) => lines.push(message.text()));
  await page.goto(example.url + path, { waitUntil: "networkidle" });
  // A person begins a run; frames go by.
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForTimeout(300);
  const seen = await page.evaluate(() => ({
    globals: Object.getOwnPropertyNames(window).filter((name) => name.startsWith("__candy")),
    listed: (window as unknown as Record<symbol, unknown>)[Symbol.for("tickbridge")],
  }));
  await page.close();
  return { ...seen, requests, lines: lines.filter((line) => line.startsWith("CANDY_")) };
}

const on = ["?agent=1", "?agent=true", "?agent", "?agent=", "agent-mode/", "agent-mode/?x=1", "?x=1&agent=1#top"];
const off = [
  "?agent=0",
  "?agent=false",
  "?agent=0&agent=1",
  "?agent=1&agent=0",
  "?agent=false&agent=true",
  "agent-mode/?agent=0",
  "",
  "#agent=1",
  "?agent=2",
  "?agent=yes",
  "?agents=1",
  "?x=agent",
];

test.each(on)("%s: the bridge is on", async (path) => {
  const seen = await look(path);
  expect(seen.globals).toContain("__candyStep");
  expect(seen.listed).toEqual(["__candy"]);
  expect(seen.requests.some((request) => /core-\w+\.js$/.test(request))).toBe(true);
  expect(seen.lines[0]).toMatch(/^CANDY_READY \{"protocol":1,/);
});

test.each(off)("%s: no global, no line, and the bridge's code is not fetched", async (path) => {
  const seen = await look(path);
  expect(seen.globals).toEqual([]);
  expect(seen.listed).toBeUndefined();
  expect(seen.lines).toEqual([]);
  const bridgeOnly = withBridge.requests.filter((request) => /core-\w+\.js$/.test(request));
  expect(bridgeOnly).toHaveLength(1);
  expect(seen.requests).not.toContain(bridgeOnly[0]);
});

test("a path segment that only contains agent-mode is off", async () => {
  const page = await example.browser.newPage();
  await page.route("**/my-agent-mode/**", async (route) => {
    const path = new URL(route.request().url()).pathname.replace("/my-agent-mode/", "");
    await route.fulfill({ response: await route.fetch({ url: example.url + path }) });
  });
  await page.goto(`${example.url}my-agent-mode/`, { waitUntil: "networkidle" });
  await expect(page.title()).resolves.not.toBe("");
  const globals = await page.evaluate(() =>
    Object.getOwnPropertyNames(window).filter((name) => name.startsWith("__candy")),
  );
  expect(globals).toEqual([]);
  await page.close();
});

test("a production build holds no name of the bridge, and the same build with the bridge does", async () => {
  const names = /__candy|CANDY_|tickbridge:/;
  for (const agent of [false, true]) {
    const outDir = await mkdtemp(join(tmpdir(), "tickbridge-production-"));
    await buildCandyrush({ outDir, agent });
    const files = (await readdir(outDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(1);
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
    expect(texts.some((text) => names.test(text))).toBe(agent);
    await rm(outDir, { recursive: true });
  }
});
