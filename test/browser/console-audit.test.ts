// The audit `console` in Chromium: what a page prints and gets wrong, how often, and when.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSession } from "@tickbridge/bridge/session";
import { launch } from "@tickbridge/driver";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { type ExamplePages, openExample, playIdle } from "../support/example-page.js";
import { nodeHost } from "../support/toy-session.js";

interface Moment {
  readonly phase: string;
  readonly tick?: number;
}
interface Report {
  readonly sceneLoads: number;
  readonly phases: { readonly [phase: string]: { readonly [level: string]: number } };
  readonly messages: readonly {
    readonly level: string;
    readonly message: string;
    readonly count: number;
    readonly first: Moment;
    readonly last: Moment;
    readonly byPhase?: { readonly [phase: string]: number };
  }[];
  readonly more?: number;
}

let directory: string;
let pages: ExamplePages;
let example: ExamplePages;
let page: Page;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "tickbridge-console-"));
  await build({
    entryPoints: { printing: "test/fixtures/console-page.ts" },
    bundle: true,
    format: "esm",
    splitting: true,
    outdir: directory,
  });
  await writeFile(
    join(directory, "index.html"),
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="printing.js"></script>',
  );
  pages = await openExample(directory);
  example = await openExample();
});
afterAll(async () => {
  await pages.close();
  await example.close();
  await rm(directory, { recursive: true });
});
beforeEach(async () => {
  page = await pages.browser.newPage();
});
afterEach(() => page.close());

async function open(): Promise<void> {
  await page.goto(`${pages.url}?agent=1`);
  await page.evaluate(() => __candyReady);
}

/** Gives commands, and the last reply. */
function give(...commands: [name: string, ...args: unknown[]][]): Promise<TestReply> {
  return page.evaluate(async (list) => {
    const bridge = window as unknown as { [name: string]: (...args: unknown[]) => unknown };
    for (const [name, ...args] of list) bridge[`__candy${name}`]?.(...args);
    const { result } = await __candyWait();
    return result as TestReply;
  }, commands);
}

async function audit(): Promise<Report> {
  return (await give(["Audit", "console"])).report as Report;
}

async function entry(message: string | RegExp): Promise<Report["messages"][number] | undefined> {
  const { messages } = await audit();
  return messages.find((each) => (typeof message === "string" ? each.message === message : message.test(each.message)));
}

test("the example prints 277 errors in one burst per scene load and none while playing, and one reply says so", async () => {
  const game = await example.browser.newPage();
  await game.goto(`${example.url}?agent=1`);
  await playIdle(game, 600);
  await playIdle(game, 600);
  const report = (await game.evaluate(`(async () => {
    __candyAudit("console");
    return (await __candyWait()).result.report;
  })()`)) as Report;
  await game.close();
  const { sceneLoads, phases, messages, more } = report;
  expect(sceneLoads).toBe(2);
  expect(phases).toEqual({
    beforeRun: {},
    "sceneLoad 1": { error: 277 },
    "sceneLoad 2": { error: 277 },
    stepping: {},
    realTime: {},
    held: {},
  });
  expect(messages).toHaveLength(277);
  expect(more).toBeUndefined();
  expect(messages[0]).toEqual({
    level: "error",
    message: expect.stringMatching(/^\[vfx\] Scene\/Effects\/Pool\/.* has no texture$/),
    count: 2,
    first: { phase: "sceneLoad 1" },
    last: { phase: "sceneLoad 2" },
    byPhase: { "sceneLoad 1": 1, "sceneLoad 2": 1 },
  });
});

test("each phase is told from the others, with the ticks of the first and the last message", async () => {
  await open();
  await page.evaluate(() => {
    window.inTick = (tick) => {
      if (tick % 10 === 0) console.error("in a tick");
    };
  });
  await give(["StartRun"], ["Step", 45]);
  await page.evaluate(() => console.info("nothing is at work"));
  await give(["StartRun"], ["Step", 5], ["Resume"]);
  await page.waitForFunction(() => (__candyState.tick ?? 0) >= 25);
  await give(["Pause"]);
  const { sceneLoads, phases, messages } = await audit();
  const inRealTime = phases.realTime?.error ?? 0;
  expect(sceneLoads).toBe(2);
  expect(inRealTime).toBeGreaterThanOrEqual(2);
  expect(phases).toEqual({
    beforeRun: { warn: 1 },
    "sceneLoad 1": { error: 1 },
    "sceneLoad 2": { error: 1 },
    stepping: { error: 4 },
    realTime: { error: inRealTime },
    held: { info: 1 },
  });
  expect(messages).toEqual([
    {
      level: "warn",
      message: "printed after mount {early: true}",
      count: 1,
      first: { phase: "beforeRun" },
      last: { phase: "beforeRun" },
    },
    {
      level: "error",
      message: "the scene lacks a texture",
      count: 2,
      first: { phase: "sceneLoad 1" },
      last: { phase: "sceneLoad 2" },
      byPhase: { "sceneLoad 1": 1, "sceneLoad 2": 1 },
    },
    {
      level: "error",
      message: "in a tick",
      count: 4 + inRealTime,
      // The tick is the newest whole one: tick 10 was still under way.
      first: { phase: "stepping", tick: 9 },
      last: { phase: "realTime", tick: 10 * inRealTime - 1 },
      byPhase: { stepping: 4, realTime: inRealTime },
    },
    {
      level: "info",
      message: "nothing is at work",
      count: 1,
      first: { phase: "held", tick: 45 },
      last: { phase: "held", tick: 45 },
    },
  ]);
});

test("the scene load of a verification is a scene load, not a part of the playing", async () => {
  await open();
  const { replay } = await give(["StartRun"], ["Step", 30], ["ExportReplay"]);
  expect(await give(["LoadReplay", replay])).toMatchObject({ verdict: "identical" });
  const { sceneLoads, phases } = await audit();
  expect(sceneLoads).toBeGreaterThanOrEqual(2);
  expect(phases["sceneLoad 2"]).toEqual({ error: 1 });
  expect(phases.stepping).toEqual({});
});

test("a tick of real time that throws is an error of real time", async () => {
  await open();
  await page.evaluate(() => {
    window.inTick = (tick) => {
      if (tick === 5) throw new Error("no such enemy");
    };
  });
  await give(["StartRun"], ["Resume"]);
  await page.waitForFunction(() => (__candyState.pauseOwners as string[]).includes("agent"));
  expect(await entry(/no such enemy/)).toMatchObject({ level: "error", first: { phase: "realTime", tick: 4 } });
});

test("uncaught errors, unhandled rejections and what cannot be loaded are counted apart", async () => {
  await open();
  await page.evaluate(async () => {
    setTimeout(() => {
      throw new TypeError("nobody catches me");
    });
    void Promise.reject(new Error("nobody waits for me"));
    const image = new Image();
    const failed = new Promise((resolve) => image.addEventListener("error", resolve));
    image.src = "/no-such-image.png";
    document.body.append(image);
    await failed;
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
  expect((await audit()).phases.beforeRun).toEqual({ warn: 1, uncaught: 1, unhandledRejection: 1, resource: 1 });
  expect(await entry(/^TypeError: nobody catches me \(at /)).toMatchObject({ level: "uncaught", count: 1 });
  expect(await entry(/^Error: nobody waits for me \(at /)).toMatchObject({ level: "unhandledRejection" });
  expect(await entry(`<img> could not be loaded: ${new URL("/no-such-image.png", pages.url)}`)).toMatchObject({
    level: "resource",
  });
});

test("the bridge's own lines are not counted, and lines that only look a little like them are", async () => {
  await open();
  await give(["StartRun"], ["Step", 10], ["Dump"], ["ExportReplay"]);
  expect((await audit()).messages.filter(({ level }) => level === "log")).toEqual([]);
  await page.evaluate(() => {
    console.log("CANDY_LAND is large");
    console.log('OTHER_STATE {"tick": 1}');
  });
  const logged = (await audit()).messages.filter(({ level }) => level === "log").map(({ message }) => message);
  expect(logged).toEqual(["CANDY_LAND is large", 'OTHER_STATE {"tick": 1}']);
});

test("the page's console is as it was: arguments, results, names, and what replaces it later", async () => {
  await page.addInitScript(() => {
    Object.assign(window, { natives: { ...console } });
  });
  const printed: string[] = [];
  page.on("console", async (message) => {
    if (message.type() === "debug")
      printed.push(JSON.stringify(await Promise.all(message.args().map((arg) => arg.jsonValue()))));
  });
  await open();
  const seen = await page.evaluate(() => {
    const { natives } = window as unknown as { natives: Record<string, (...args: unknown[]) => unknown> };
    const methods = console as unknown as Record<string, (...args: unknown[]) => unknown>;
    const looks = ["error", "warn", "info", "log", "debug"].map((level) => {
      const { name, length } = methods[level] as { name: string; length: number };
      const { name: nativeName, length: nativeLength } = natives[level] as { name: string; length: number };
      const descriptors = [console, natives].map((owner) => {
        const { value, ...rest } = Object.getOwnPropertyDescriptor(owner, level) ?? {};
        return JSON.stringify([typeof value, rest]);
      });
      return (
        name === nativeName &&
        length === nativeLength &&
        /\[native code\]/.test(Function.prototype.toString.call(methods[level])) &&
        descriptors[0] === descriptors[1]
      );
    });
    const result = console.debug("given", { hp: 3 }, [1]);
    // A page that puts a function of its own over the console's.
    const before = console.error;
    const own: string[] = [];
    const replacement = (...args: unknown[]) => {
      own.push(String(args[0]));
      before(...args);
    };
    console.error = replacement;
    console.error("through the page's own");
    return { looks, result, own, stays: console.error === replacement };
  });
  expect(seen).toEqual({
    looks: [true, true, true, true, true],
    result: undefined,
    own: ["through the page's own"],
    stays: true,
  });
  await expect.poll(() => printed).toEqual(['["given",{"hp":3},[1]]']);
  expect(await entry("through the page's own")).toMatchObject({ count: 1 });
});

test("printing an object runs none of its code", async () => {
  await open();
  const calls = await page.evaluate(() => {
    let count = 0;
    const count1 = () => ++count;
    console.warn({
      get hp() {
        return count1();
      },
      toString: () => String(count1()),
      toJSON: count1,
    });
    return count;
  });
  expect(calls).toBe(0);
  expect(await entry(/^\{hp: \(…\)/)).toMatchObject({ level: "warn" });
});

test("the audit stays small: 300 messages of 300 characters, the others only counted", async () => {
  await open();
  await page.evaluate(() => {
    for (let at = 0; at < 1000; at++) console.warn(`${at} ${"x".repeat(1000)}`);
    for (let at = 0; at < 1000; at++) console.error("the same");
  });
  const { messages, more, phases } = await audit();
  expect(messages).toHaveLength(300);
  expect(Math.max(...messages.map(({ message }) => message.length))).toBe(300);
  // One warning stands for the page's own, printed after mount.
  expect(phases.beforeRun).toEqual({ warn: 1001, error: 1000 });
  expect(more).toBe(1000 - 299 + 1000);
});

test("scene loads after the thirty-second are counted together", async () => {
  await open();
  for (let load = 0; load < 40; load++) await give(["StartRun"]);
  const { sceneLoads, phases } = await audit();
  expect(sceneLoads).toBe(40);
  expect(phases["sceneLoad 32"]).toEqual({ error: 1 });
  expect(phases["sceneLoad 33+"]).toEqual({ error: 8 });
  expect(Object.keys(phases)).toHaveLength(37);
});

test("asking changes nothing of the run", async () => {
  await open();
  const { hash } = await give(["PinSeed", 5], ["StartRun"], ["Step", 10], ["Hash"]);
  await audit();
  expect((await give(["Hash"])).hash).toBe(hash);
});

test("what is printed before mount is not heard, and what comes right after it is", async () => {
  await open();
  expect(await entry("printed before mount")).toBeUndefined();
  expect(await entry("printed after mount {early: true}")).toMatchObject({ first: { phase: "beforeRun" } });
});

test("a console that cannot be changed is left alone, and the bridge works", async () => {
  await page.addInitScript(() => {
    Object.freeze(console);
  });
  await open();
  expect(await give(["StartRun"], ["Step", 3])).toMatchObject({ ok: true, stepped: 3 });
  expect((await audit()).messages).toEqual([]);
});

test("with the gate off the console is the browser's own", async () => {
  await page.addInitScript(() => {
    Object.assign(window, { natives: { ...console } });
  });
  const untouched = () =>
    page.evaluate(() => {
      const { natives } = window as unknown as { natives: Console };
      return console.error === natives.error && console.log === natives.log;
    });
  await page.goto(pages.url);
  expect(await untouched()).toBe(true);
  await page.goto(`${pages.url}?agent=1`);
  expect(await untouched()).toBe(false);
});

test("describe lists it where there is a page; without one it is not there", async () => {
  await open();
  expect((await give(["Describe"])).describe).toMatchObject({ audits: ["console", "determinism"] });
  expect(await give(["VfxAudit"])).toMatchObject({ ok: false, error: { code: "NOT_SUPPORTED" } });
  expect(await give(["Audit", "konsole"])).toMatchObject({
    ok: false,
    error: { code: "BAD_ARGS", expected: "one of console, determinism" },
  });
  const game = await launch({ game: createToyGame() });
  expect((await game.describe()).audits).toEqual(["determinism"]);
  await expect(game.audit("console")).rejects.toMatchObject({ code: "BAD_ARGS" });
  await game.close();
});

test.each(["console", "determinism"])("a game cannot have an audit %s of its own", (name) => {
  const game = { ...createToyGame(), audits: { [name]: () => [] } };
  expect(() => createSession(game, nodeHost)).toThrow(`game.audits.${name}: expected another name`);
});
