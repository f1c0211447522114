// The journal that a page keeps by itself: what a reload, another tab and a killed browser do to a run.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findBrowser } from "@tickbridge/driver";
import { chromium } from "playwright";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { browsersBelow, haveEnded } from "../driver/browser-processes.js";
import { type Given, give, type JournalPages, journalOf, openJournalPages, reload } from "../support/journal-pages.js";
import { ask, exported, toySession } from "../support/toy-session.js";

let pages: JournalPages;

beforeAll(async () => {
  pages = await openJournalPages();
});
afterEach(() => pages.closeContexts());
afterAll(() => pages.close());

const opening: Given[] = [
  ["PinSeed", 31],
  ["StartRun", { asks: [5, 100] }],
  ["Input", { move: 0.5 }, { ticks: 40 }],
  ["Step", 100],
  ["LevelUp", "Pick", 0],
  ["Save", "fork"],
  ["Step", 65],
  ["Input", { move: -1 }, { ticks: 30 }],
  ["Cheat", "setHp", { hp: 60 }],
];
const ending: Given[] = [
  ["Step", 100],
  ["LevelUp", "Skip"],
  ["Step", 30],
  ["Rewind", 25],
  ["Step", 10],
  ["ExportReplay"],
];

/** The replay of the same commands, given to one session without an interruption. */
async function uninterrupted(): Promise<unknown> {
  const session = toySession();
  for (const [name, ...args] of [...opening, ...ending]) {
    await ask(session, name.charAt(0).toLowerCase() + name.slice(1), ...args);
  }
  return JSON.parse(JSON.stringify(await exported(session)));
}

test("after a reload recover brings the run back to the tick, with what waits, and it goes on as if uninterrupted", async () => {
  const page = await pages.open(await pages.newContext());
  expect(await journalOf(page)).toEqual({ journal: "indexedDB" });
  const before = await give(page, ...opening);
  expect(before).toMatchObject({ ok: true, journaledSeq: opening.length });
  await reload(page);
  const refused = await give(page, ["Step", 1]);
  expect(refused.result).toMatchObject({ error: { code: "NO_RUN", message: expect.stringContaining("recover") } });
  const recovered = await give(page, ["Recover"]);
  expect(recovered).toMatchObject({
    ok: true,
    result: { recovered: { seed: 31, ticks: before.state.tick }, source: "tab" },
    state: { tick: before.state.tick, pauseOwners: ["agent"] },
  });
  const after = await give(page, ...ending);
  expect((after.result as { replay: unknown }).replay).toEqual(await uninterrupted());
});

test("after a reload rewind and restore still work, and the labels with them", async () => {
  const page = await pages.open(await pages.newContext());
  const { state } = await give(page, ...opening);
  await reload(page);
  await give(page, ["Recover"]);
  expect(await give(page, ["Rewind", 30])).toMatchObject({ ok: true, result: { tick: (state.tick as number) - 30 } });
  expect(await give(page, ["Restore", "fork"])).toMatchObject({ ok: true, result: { label: "fork", tick: 5 } });
});

test("a page that is left and come back to still has its run", async () => {
  const page = await pages.open(await pages.newContext());
  const { state } = await give(page, ...opening);
  await page.goto(`${pages.url}/elsewhere`);
  await page.goBack();
  await page.evaluate("__candyReady");
  expect(await give(page, ["Recover"])).toMatchObject({ ok: true, result: { tick: state.tick, source: "tab" } });
});

test("two tabs of one game do not mix their journals", async () => {
  const context = await pages.newContext();
  const [left, right] = [await pages.open(context), await pages.open(context)];
  await give(left, ["PinSeed", 1], ["StartRun"], ["Step", 10]);
  await give(right, ["PinSeed", 2], ["StartRun"], ["Step", 20]);
  await give(left, ["Step", 1]);
  for (const page of [left, right]) await reload(page);
  expect((await give(right, ["Recover"])).result).toMatchObject({ recovered: { seed: 2, ticks: 20 }, source: "tab" });
  expect((await give(left, ["Recover"])).result).toMatchObject({ recovered: { seed: 1, ticks: 11 }, source: "tab" });
});

test("a tab that was duplicated, sessionStorage and all, keeps a journal of its own", async () => {
  const context = await pages.newContext();
  const left = await pages.open(context);
  await give(left, ["PinSeed", 1], ["StartRun"], ["Step", 10]);
  const [right] = await Promise.all([context.waitForEvent("page"), left.evaluate("void open(location.href)")]);
  await right.evaluate("__candyReady");
  // The copy did take place: the pin lies in sessionStorage.
  expect((await give(right, ["StartRun"], ["Step", 20])).results).toMatchObject([{ seed: 1 }, {}]);
  await give(left, ["Step", 1]);
  for (const page of [left, right]) await reload(page);
  expect((await give(right, ["Recover"])).result).toMatchObject({ recovered: { ticks: 20 }, source: "tab" });
  expect((await give(left, ["Recover"])).result).toMatchObject({ recovered: { ticks: 11 }, source: "tab" });
});

test("a new tab takes over the journal of the tab closed last, and never that of one that is open", async () => {
  const context = await pages.newContext();
  const [first, second] = [await pages.open(context), await pages.open(context)];
  await give(first, ["PinSeed", 1], ["StartRun"], ["Step", 10]);
  await give(second, ["PinSeed", 2], ["StartRun"], ["Step", 20]);
  const third = await pages.open(context);
  expect((await give(third, ["Recover"])).result).toMatchObject({ error: { code: "NO_JOURNAL" } });
  await first.close();
  await second.close();
  // A closed document's lock is let go a moment after it.
  await third.waitForFunction(async () => (await navigator.locks.query()).held?.length === 1);
  expect((await give(third, ["Recover"])).result).toMatchObject({
    recovered: { seed: 2, ticks: 20 },
    source: "closedTab",
  });
  await reload(third);
  expect((await give(third, ["Recover"])).result).toMatchObject({ recovered: { seed: 2, ticks: 20 }, source: "tab" });
});

test("of closed tabs the eight newest journals are kept", async () => {
  const context = await pages.newContext();
  for (let seed = 1; seed <= 11; seed++) {
    const page = await pages.open(context);
    await give(page, ["PinSeed", seed], ["StartRun"], ["Step", 1]);
    await page.close();
  }
  const page = await pages.open(context);
  expect((await give(page, ["Recover"])).result).toMatchObject({ recovered: { seed: 11 } });
  const tabs = await page.evaluate(storedTabs);
  expect(tabs).toHaveLength(9);
});

/** In the page: the tabs that have a journal. */
async function storedTabs(): Promise<string[]> {
  const [{ name = "" } = {}] = await indexedDB.databases();
  const request = indexedDB.open(name);
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const keys = request.result.transaction("batches").objectStore("batches").getAllKeys();
  await new Promise((resolve) => keys.addEventListener("success", resolve));
  request.result.close();
  return [...new Set(keys.result.map((key) => String((key as unknown[])[0])))];
}

test("a new run takes the place of the older one's entries", async () => {
  const context = await pages.newContext();
  const page = await pages.open(context);
  await give(page, ["StartRun"], ["Step", 500]);
  for (let run = 0; run < 5; run++) await give(page, ["PinSeed", run], ["StartRun"], ["Step", 1]);
  const batches = await page.evaluate(countBatches);
  expect(batches).toBe(1);
});

async function countBatches(): Promise<number> {
  const [{ name = "" } = {}] = await indexedDB.databases();
  const request = indexedDB.open(name);
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const count = request.result.transaction("batches").objectStore("batches").count();
  await new Promise((resolve) => count.addEventListener("success", resolve));
  request.result.close();
  return count.result;
}

test("a browser that is killed loses nothing that a wait has said is journalled", async () => {
  const { executablePath } = await findBrowser();
  const profile = await mkdtemp(join(tmpdir(), "tickbridge-profile-"));
  const launchProfile = () => chromium.launchPersistentContext(profile, { executablePath, args: ["--no-sandbox"] });
  const before = await browsersBelow(process.pid);
  let context = await launchProfile();
  try {
    const page = await pages.open(context);
    const { state, journaledSeq } = await give(page, ...opening);
    expect(journaledSeq).toBe(opening.length);
    const own = (await browsersBelow(process.pid)).filter((pid) => !before.includes(pid));
    for (const pid of own) if (isAlive(pid)) process.kill(pid, "SIGKILL");
    await haveEnded(own);
    await context.close().catch(() => undefined);
    context = await launchProfile();
    const again = await pages.open(context);
    expect((await give(again, ["Recover"])).result).toMatchObject({ tick: state.tick, source: "closedTab" });
    const after = await give(again, ...ending);
    expect((after.result as { replay: unknown }).replay).toEqual(await uninterrupted());
  } finally {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("the game as a script tag, from file://, keeps its journal too", async () => {
  const path = fileURLToPath(new URL("../../examples/paddle-script-tag/dist/index.html", import.meta.url));
  const page = await (await pages.newContext()).newPage();
  const address = `${pathToFileURL(path).href}?agent=1`;
  await page.goto(address);
  expect(await journalOf(page)).toEqual({ journal: "indexedDB" });
  await give(page, ["StartRun"], ["Step", 33]);
  await page.reload();
  expect((await give(page, ["Recover"])).result).toMatchObject({ recovered: { ticks: 33 }, source: "tab" });
});

test("the example's run comes back in its built page", async () => {
  const page = await (await pages.newContext()).newPage();
  await page.goto(`${pages.exampleUrl}?agent=1`);
  await give(page, ["PinSeed", 777001], ["StartRun", { characterId: 0 }], ["Step", 1], ["LevelUp", "Pick", 0]);
  const { state } = await give(page, ["Input", { moveX: 1, moveY: 0 }], ["StepUntil", { maxTicks: 900 }]);
  const { result: before } = await give(page, ["Hash"]);
  await reload(page);
  expect((await give(page, ["Recover"])).result).toMatchObject({ recovered: { seed: 777001, ticks: state.tick } });
  expect((await give(page, ["Hash"])).result.hash).toBe(before.hash);
});
