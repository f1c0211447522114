// What the bridge promises of pages, in Firefox and WebKit: the gate, the commands, hidden tabs, the journal, the console.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { parseConsoleLine } from "@tickbridge/driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleDist } from "../support/example-page.js";
import { type OpenBrowsers, openBrowsers } from "./all-engines.js";
import type { BrowserEngine, BrowserPage, PageOptions } from "./engine.js";

let open: OpenBrowsers;

beforeAll(async () => {
  open = await openBrowsers();
}, 300_000);
afterAll(() => open?.close());

/** Commands that stand on `window`. */
const commandsThere = "Object.keys(window).filter((name) => name.startsWith('__candy'))";

/** Begins a run and steps it to tick 121 (past the starting weapon), then gives the replies' ticks, the state and the hash. */
const play = `(async () => {
  const before = document.hidden;
  __candyPinSeed(5);
  __candyStartRun({});
  __candyStepUntil({ maxTicks: 121, onChoice: { startingWeapon: { action: "Pick", index: 0 } } });
  __candyHash();
  const { ok, results, journaledSeq } = await __candyWait();
  return { ok, hidden: [before, document.hidden], hash: results.at(-1).hash, tick: results.at(-1).tick, journaledSeq };
})()`;

interface Played {
  readonly ok: boolean;
  readonly hidden: readonly boolean[];
  readonly hash: string;
  readonly tick: number;
  readonly journaledSeq: number;
}

describe.each(["Firefox", "WebKit"] as const)("in %s", (name) => {
  const browser = (): BrowserEngine => {
    const found = open.browsers.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  };

  async function onPage<Result>(
    query: string,
    use: (page: BrowserPage) => Promise<Result>,
    options: PageOptions & { readonly url?: string } = {},
  ): Promise<Result> {
    const page = await browser().openPage(`${options.url ?? open.url}${query}`, options);
    try {
      return await use(page);
    } finally {
      await page.close();
    }
  }

  test.each(["", "?agent=0&agent=1", "?agent=false", "#agent=1"])(
    "the address /%s leaves no command",
    async (query) => {
      await onPage(query, async (page) => {
        expect(await page.evaluate(commandsThere)).toEqual([]);
        expect(await page.evaluate("window[Symbol.for('tickbridge')] ?? 'none'")).toBe("none");
      });
    },
  );

  test.each(["?agent=1", "?agent", "agent-mode/"])("the address /%s gives the commands", async (query) => {
    await onPage(query, async (page) => {
      expect(await page.evaluate("__candyReady.then(({ protocol }) => protocol)")).toBe(1);
      expect(await page.evaluate(commandsThere)).toContain("__candyStep");
      expect(await page.evaluate("window[Symbol.for('tickbridge')]")).toEqual(["__candy"]);
    });
  });

  test("stepping works in a hidden tab, to the same hash as in a visible one", async () => {
    const [hidden, visible] = [
      await onPage("?agent=1", (page) => page.evaluate(play), { hidden: true }),
      await onPage("?agent=1", (page) => page.evaluate(play)),
    ] as [Played, Played];
    expect(hidden).toMatchObject({ ok: true, hidden: [true, true], tick: 121 });
    expect(visible).toMatchObject({ ok: true, hidden: [false, false], tick: 121, hash: hidden.hash });
  });

  test("wall time drives the game again after resume, and what it ran verifies", async () => {
    const played = await onPage("?agent=1", (page) =>
      page.evaluate(`(async () => {
        await ${play};
        __candyInput(null);
        __candyResume();
        while (__candyState.tick < 131) await new Promise((resolve) => setTimeout(resolve, 20)), __candyDump(), await __candyWait();
        __candyPause();
        __candyExportReplay();
        const { replay } = (await __candyWait()).result;
        __candyLoadReplay(replay);
        const { verdict } = (await __candyWait()).result;
        return { ticks: replay.ticks, verdict };
      })()`),
    );
    expect(played).toMatchObject({ verdict: "identical" });
    expect((played as { ticks: number }).ticks).toBeGreaterThanOrEqual(131);
  });

  test("after a reload the journalled run comes back to the tick and the hash", async () => {
    await onPage("?agent=1", async (page) => {
      const before = (await page.evaluate(play)) as Played;
      expect(before.journaledSeq).toBeGreaterThan(0);
      await page.reload();
      const after = await page.evaluate(`(async () => {
        __candyRecover();
        __candyHash();
        const { ok, results } = await __candyWait();
        return { ok, hash: results.at(-1).hash, tick: results.at(-1).tick, seed: results[0].recovered?.seed };
      })()`);
      expect(after).toEqual({ ok: true, hash: before.hash, tick: before.tick, seed: 5 });
    });
  });

  test("a tripwire names the tick and the place of a call in the bundle", async () => {
    const warnings = await onPage("?agent=1&saboteur=mathRandom", (page) =>
      page.evaluate(`(async () => {
        __candyPinSeed(5);
        __candyStartRun({});
        __candyStepUntil({ maxTicks: 121, onChoice: { startingWeapon: { action: "Pick", index: 0 } } });
        const { results } = await __candyWait();
        return results.flatMap(({ warnings = [] }) => warnings);
      })()`),
    );
    expect(warnings).toMatchObject([{ code: "TRIPWIRE", api: "Math.random", tick: 90, during: "tick", count: 1 }]);
    expect((warnings as { site?: string }[])[0]?.site).toMatch(/^http:.*\.js:\d+:\d+$/);
  });

  test("the lines that it prints are those that the driver reads: ready, a reply and a state for each command", async () => {
    const server = await serveHeard();
    try {
      const options = { url: server.url };
      const heard = await onPage(
        "?agent=1",
        async (page) => (await page.evaluate(play), page.evaluate("heard")),
        options,
      );
      const events = (heard as string[]).map((line) => parseConsoleLine(line)).filter((event) => event !== undefined);
      expect(events[0]).toMatchObject({ kind: "ready" });
      const replies = events.filter((event) => event.kind === "result");
      expect(replies.map((event) => (event as { reply: { cmd: string } }).reply.cmd)).toEqual([
        "pinSeed",
        "startRun",
        "stepUntil",
        "hash",
      ]);
      expect(events.filter((event) => event.kind === "state").length).toBeGreaterThanOrEqual(replies.length);
    } finally {
      await server.close();
    }
  });
});

/** The example with a script before all others that keeps what is printed: plain WebDriver does not tell of the console. */
async function serveHeard(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const script = `<script>
    const heard = [];
    const { log } = console;
    console.log = (...parts) => { heard.push(String(parts[0])); log.apply(console, parts); };
  </script>`;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://here").pathname;
    const file = join(exampleDist, path === "/" ? "index.html" : path);
    readFile(file, "utf8").then(
      (text) => {
        response.setHeader("content-type", file.endsWith(".html") ? "text/html" : "text/javascript");
        response.end(file.endsWith(".html") ? script + text : text);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
