// Storage that is blocked, full, corrupt, cleared or silent: it is reported, play goes on, and what can be stored is.

import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { give, type JournalPages, journalOf, openJournalPages, reload } from "../support/journal-pages.js";

let pages: JournalPages;

beforeAll(async () => {
  pages = await openJournalPages();
});
afterEach(() => pages.closeContexts());
afterAll(() => pages.close());

test("a page whose storage is blocked says so, plays on, and recover is refused with the reason", async () => {
  const context = await pages.newContext();
  const page = await context.newPage();
  // A sandbox without allow-same-origin has no storage at all.
  await page.route(`${pages.url}/toy?agent=1`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), "content-security-policy": "sandbox allow-scripts" },
    });
  });
  await page.goto(`${pages.url}/toy?agent=1`);
  expect(await journalOf(page)).toEqual({ journal: "none", journalReason: expect.stringContaining("SecurityError") });
  const played = await give(page, ["StartRun"], ["Step", 10]);
  expect(played).toMatchObject({ ok: true, state: { tick: 10 } });
  expect(played).not.toHaveProperty("journaledSeq");
  expect(played).not.toHaveProperty("journalError");
  expect((await give(page, ["Recover"])).result).toMatchObject({
    error: { code: "NO_JOURNAL", message: expect.stringContaining("SecurityError") },
    tick: 10,
  });
});

test("full storage is reported by the wait and does not stop play; with room again the whole run is stored", async () => {
  const context = await pages.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  // Before anything is stored: the browser remembers for a while how much room there was.
  await client.send("Storage.overrideQuotaForOrigin", { origin: pages.url, quotaSize: 1 });
  await page.goto(`${pages.url}/hardy?agent=1`);
  const full = await give(page, ["StartRun"], ["Step", 10]);
  expect(full).toMatchObject({
    ok: true,
    state: { tick: 10 },
    journalError: expect.stringContaining("QuotaExceededError"),
  });
  expect(full).not.toHaveProperty("journaledSeq");
  await client.send("Storage.overrideQuotaForOrigin", { origin: pages.url });
  let waited = full;
  while (waited.journalError !== undefined) waited = await give(page, ["Step", 1]);
  await reload(page);
  expect((await give(page, ["Recover"])).result).toMatchObject({ recovered: { ticks: waited.state.tick } });
});

test("a corrupt journal is refused with its place, play goes on, and the next run's journal is whole", async () => {
  const page = await pages.open(await pages.newContext());
  await give(page, ["StartRun"], ["Step", 5]);
  await page.evaluate(corrupt);
  await reload(page);
  expect((await give(page, ["Recover"])).result).toMatchObject({ error: { code: "BAD_JOURNAL", path: "/0/kind" } });
  expect(await give(page, ["StartRun"], ["Step", 7])).toMatchObject({ ok: true, journaledSeq: 3 });
  await reload(page);
  expect((await give(page, ["Recover"])).result).toMatchObject({ recovered: { ticks: 7 } });
});

/** In the page: puts rubbish where the journal lies. */
async function corrupt(): Promise<void> {
  const [{ name = "" } = {}] = await indexedDB.databases();
  const request = indexedDB.open(name);
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const transaction = request.result.transaction("batches", "readwrite");
  const store = transaction.objectStore("batches");
  const keys = store.getAllKeys();
  keys.addEventListener("success", () => {
    for (const key of keys.result) store.put({ at: "yesterday", entries: [{ kind: "rubbish" }] }, key);
    store.put("rubbish", 7);
    store.put(new Date(0), "rubbish");
  });
  await new Promise((resolve) => transaction.addEventListener("complete", resolve));
  request.result.close();
}

test("site data that is cleared meanwhile costs no wait: the run is stored anew", async () => {
  const page = await pages.open(await pages.newContext(), "/hardy");
  await give(page, ["StartRun"], ["Step", 5]);
  await page.evaluate(async () => {
    const [{ name = "" } = {}] = await indexedDB.databases();
    const request = indexedDB.deleteDatabase(name);
    await new Promise((resolve) => request.addEventListener("success", resolve));
  });
  let waited = await give(page, ["Step", 1]);
  while (waited.journalError !== undefined) waited = await give(page, ["Step", 1]);
  await reload(page);
  expect((await give(page, ["Recover"])).result).toMatchObject({ recovered: { ticks: waited.state.tick } });
});

test("storage that never answers holds up neither the start of the page nor a wait for long", async () => {
  const context = await pages.newContext();
  await context.addInitScript(() => {
    const silent = new URLSearchParams(location.search).get("silent");
    if (silent === "open") IDBFactory.prototype.open = () => new EventTarget() as never;
    if (silent === "write") {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...args) {
        // A transaction with a request always under way never ends.
        const spin = () => this.get(0).addEventListener("success", spin);
        spin();
        return put.apply(this, args);
      };
    }
  });
  const page = await context.newPage();
  await page.goto(`${pages.url}/toy?agent=1&silent=open`);
  expect(await journalOf(page)).toEqual({ journal: "none", journalReason: expect.stringContaining("did not answer") });
  await page.goto(`${pages.url}/toy?agent=1&silent=write`);
  await page.evaluate("__candyReady");
  expect(await give(page, ["StartRun"], ["Step", 3])).toMatchObject({
    ok: true,
    state: { tick: 3 },
    journalError: expect.stringContaining("did not answer"),
  });
});

test("in real time the journal is written a few times a second, not each tick, and the run comes back", async () => {
  const context = await pages.newContext();
  await context.addInitScript(() => {
    const counts = { writes: 0 };
    Object.assign(window, { counts });
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...args) {
      if (args[1] === "readwrite") counts.writes++;
      return transaction.apply(this, args);
    };
  });
  const page = await pages.open(context, "/hardy");
  await give(page, ["StartRun"]);
  const before = (await page.evaluate("counts.writes")) as number;
  const startMs = performance.now();
  await give(page, ["Resume"]);
  await page.waitForFunction("__candyState.tick >= 150");
  const writes = ((await page.evaluate("counts.writes")) as number) - before;
  const elapsedMs = performance.now() - startMs;
  expect(writes).toBeGreaterThan(2);
  // One more for the wait behind `Resume`, and one that was due already.
  expect(writes).toBeLessThanOrEqual(elapsedMs / 250 + 2);
  await reload(page);
  const { result } = await give(page, ["Recover"]);
  // What ran in the last quarter of a second may be missing, what ran before it is not.
  expect((result as { recovered: { ticks: number } }).recovered.ticks).toBeGreaterThan(30);
  expect(await give(page, ["Step", 10])).toMatchObject({ ok: true });
});
