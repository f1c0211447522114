// Commands in the page's address: what runs, what is refused with nothing run, and what is never fetched.

import { type ConsoleEvent, findBrowser, parseConsoleLine } from "@tickbridge/driver";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ScriptPages, serveScriptPages } from "../support/agent-script-pages.js";

const script = [
  { cmd: "pinSeed", args: [5] },
  { cmd: "startRun" },
  { cmd: "input", args: [{ move: 1 }] },
  { cmd: "step", args: [3] },
];
const json64 = (value: unknown) => text64(JSON.stringify(value));
const text64 = (text: string) => Buffer.from(text).toString("base64url");

let browser: Browser;
let pages: ScriptPages;

beforeAll(async () => {
  pages = await serveScriptPages(script);
  const { executablePath } = await findBrowser();
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-background-networking"] });
});
afterAll(async () => {
  await browser.close();
  await pages.close();
});

interface Opened {
  readonly page: Page;
  readonly events: readonly ConsoleEvent[];
  /** Resolves with the events as soon as there are `count`. */
  until(count: number): Promise<readonly ConsoleEvent[]>;
}

async function open(path: string, newPage?: Page): Promise<Opened> {
  const page = newPage ?? (await browser.newPage());
  const events: ConsoleEvent[] = [];
  const listeners = new Set<() => void>();
  page.on("console", (message) => {
    const line = parseConsoleLine(message.text());
    if (line !== undefined && line.kind !== "part") events.push(line);
    for (const look of listeners) look();
  });
  const until = (count: number) =>
    new Promise<readonly ConsoleEvent[]>((resolve) => {
      const look = () => {
        if (events.length >= count) resolve(events);
      };
      listeners.add(look);
      look();
    });
  await page.goto(pages.origin + path);
  return { page, events, until };
}

const kindsOf = (events: readonly ConsoleEvent[]) => events.map(({ kind }) => kind);
const repliesOf = (events: readonly ConsoleEvent[]) =>
  events.flatMap((event) => (event.kind === "result" ? [event.reply] : []));
/** What is asked for once the page's own files are there. */
const requestsSince = (count: number) => pages.requests.slice(count).filter((path) => path !== "/favicon.ico");
const scriptCode = /^\/agent-script-\w+\.js$/;

const scriptLines = ["ready", ...script.flatMap(() => ["result", "state"])];

describe("a script runs in order, with a result and a state for each command", () => {
  // A space more, so that there is padding to leave out.
  const encoded = text64(`${JSON.stringify(script)} `);
  test.each([
    ["base64url", `agentScript=${encoded}`],
    ["base64url with padding", `agentScript=${encoded}==`],
    ["base64url with escaped padding", `agentScript=${encoded}%3D%3D`],
    ["an address that begins with /", "agentScript=/play.json"],
    ["an address that begins with ./", "agentScript=./play.json"],
    ["an escaped address", `agentScript=${encodeURIComponent("/deep/play.json?x=1")}`],
    ["an address that leads on to another of this origin", "agentScript=/redirect-here"],
  ])("%s", async (_name, parameter) => {
    const { page, until } = await open(`/toy.html?agent=1&${parameter}`);
    const events = (await until(scriptLines.length)).slice(0, scriptLines.length);
    expect(kindsOf(events)).toEqual(scriptLines);
    expect(repliesOf(events).map(({ ok, cmd, seq }) => ({ ok, cmd, seq }))).toEqual(
      script.map(({ cmd }, index) => ({ ok: true, cmd, seq: index + 1 })),
    );
    expect(events.at(-1)).toMatchObject({ state: { tick: 3, x: 3, seed: 5, pauseOwners: ["agent"] } });
    await page.close();
  });
});

test("a script in the address works for a game of script tags, with text in any writing", async () => {
  const list = [{ cmd: "größe 漢字 😀 ~?>" }, { cmd: "startRun" }, { cmd: "step", args: [60] }];
  const { page, until } = await open(`/tag/index.html?agent=1&agentScript=${json64(list)}`);
  const events = await until(7);
  expect(repliesOf(events)).toMatchObject([
    { ok: false, cmd: "größe 漢字 😀 ~?>", error: { code: "UNKNOWN_COMMAND" } },
    { ok: true, cmd: "startRun" },
    { ok: true, cmd: "step", stepped: 60 },
  ]);
  await page.close();
});

test("a refused command, or one that no queue knows, does not stop those behind it; abort finds nothing to stop", async () => {
  const list = [
    { cmd: "step", args: [1] },
    { cmd: "startRun" },
    { cmd: "wait" },
    { cmd: "constructor" },
    { cmd: "step", args: [600] },
    { cmd: "abort" },
  ];
  const { page, until } = await open(`/toy.html?agent=1&agentScript=${json64(list)}`);
  const events = await until(13);
  expect(repliesOf(events)).toMatchObject([
    { ok: false, error: { code: "NO_RUN" } },
    { ok: true },
    { ok: false, cmd: "wait", error: { code: "UNKNOWN_COMMAND" } },
    { ok: false, cmd: "constructor", error: { code: "UNKNOWN_COMMAND" } },
    { ok: true, stepped: 600, stopped: "maxTicks" },
    { ok: false, cmd: "abort", error: { code: "NO_EFFECT" } },
  ]);
  await page.close();
});

test("commands given before the bridge arrived come first", async () => {
  const early = await browser.newPage();
  await early.addInitScript(() => {
    // As soon as the stubs are there, long before the bridge's code.
    let ready: unknown;
    Object.defineProperty(window, "__candyReady", {
      configurable: true,
      get: () => ready,
      set(value) {
        ready = value;
        __candyPinSeed(31);
        __candyStartRun();
      },
    });
  });
  const { page, until } = await open(`/toy.html?agent=1&agentScript=${json64([{ cmd: "step", args: [2] }])}`, early);
  expect(repliesOf(await until(7))).toMatchObject([
    { cmd: "pinSeed", seq: 1 },
    { cmd: "startRun", seq: 2, seed: 31 },
    { cmd: "step", seq: 3, stepped: 2 },
  ]);
  await page.close();
});

test("a script that resumes leaves the run to real time", async () => {
  const list = [{ cmd: "startRun" }, { cmd: "resume" }];
  const { page, until } = await open(`/toy.html?agent=1&agentScript=${json64(list)}`);
  const events = await until(8);
  const states = events.flatMap((event) => (event.kind === "state" ? [event.state.tick] : []));
  expect(states.slice(-3)).toEqual([6, 12, 18]);
  await page.close();
});

test("with two games in a page the script is for the first, once", async () => {
  const { page, until } = await open(`/two.html?agent=1&agentScript=${json64(script)}`);
  const events = await until(2 + 2 * script.length);
  const [first] = events.filter(({ kind }) => kind === "result");
  expect(new Set(events.filter(({ kind }) => kind === "result").map(({ prefix }) => prefix)).size).toBe(1);
  const listed = await page.evaluate(() => (window as never as Record<symbol, string[]>)[Symbol.for("tickbridge")]);
  expect(`__${first?.prefix}`.toLowerCase()).toBe(listed?.[0]?.toLowerCase());
  await page.close();
});

/** Opens the page and expects its one refusal, with nothing run. */
async function expectRefusal(parameter: string, error: { readonly [field: string]: unknown }): Promise<void> {
  const { page, until } = await open(`/toy.html?agent=1&agentScript=${parameter}`);
  const events = await until(3);
  // A turn of the queue behind it: whatever ran would stand before.
  await page.evaluate(async () => (__candyHash(), await __candyWait()));
  expect(kindsOf(events)).toEqual(["ready", "result", "state", "result", "state"]);
  const [refused, probe] = repliesOf(events);
  expect(refused).toEqual({ ok: false, cmd: "agentScript", seq: 0, tick: 0, error: expect.objectContaining(error) });
  expect(probe).toMatchObject({ seq: 1, error: { code: "NO_RUN" } });
  expect(events.at(-1)).toMatchObject({ state: { runState: "Menu" } });
  await page.close();
}

describe("a script that is wrong anywhere runs nowhere, and the line says where", () => {
  const base64 = { code: "BAD_ARGS", path: "", expected: expect.stringContaining("base64url") };
  const list = { code: "BAD_ARGS", path: "", expected: expect.stringContaining("a JSON list of commands") };
  const command = (path: string, expected: string) => ({ code: "BAD_ARGS", path, expected });
  test.each([
    ["nothing", "", base64],
    ["no base64url", "step(3)", base64],
    ["base64 of another alphabet", `${json64(script)}%2B%2F`, base64],
    ["base64url cut off in a character", json64(script).slice(0, 41), base64],
    ["bytes that are no UTF-8", Buffer.from([0x5b, 0xff, 0xfe, 0x5d]).toString("base64url"), base64],
    ["code", text64("__candyStep(3)"), list],
    ["JSON cut off", text64('[{"cmd":"startRun"}'), list],
    ["no list", json64({ cmd: "startRun" }), list],
    ["a name alone", json64([script[0], "startRun"]), { ...list, path: "/1", expected: expect.any(String) }],
    ["null", json64([...script, null]), { ...list, path: "/4", expected: expect.any(String) }],
    ["no name", json64([...script, { args: [] }]), command("/4/cmd", "the name of a command")],
    ["a number for a name", json64([{ cmd: 1 }]), command("/0/cmd", "the name of a command")],
    ["an argument alone", json64([{ cmd: "step", args: 3 }]), command("/0/args", "a list of arguments")],
    [
      "a misspelt field",
      json64([script[0], { cmd: "step", "a/r~g": [3] }]),
      command("/1/a~1r~0g", "only cmd and args"),
    ],
    ["an edited prototype", text64('[{"cmd":"step","__proto__":{}}]'), command("/0/__proto__", "only cmd and args")],
    ["very many commands", "/many.json", command("", "at most 10000 commands")],
    ["a very long one", "/long.json", command("", "at most 1048576 characters")],
    ["the page of a site that answers everything", "/page", list],
    ["an endless answer", "/endless", command("", "at most 1048576 characters")],
  ])("%s", async (_name, parameter, error) => {
    await expectRefusal(parameter, error);
    expect(pages.endlessBytes()).toBeLessThan(20_000_000);
  });
});

describe("a script is taken from this origin alone", () => {
  const origin = { code: "BAD_ARGS", path: "", expected: expect.stringContaining("this page's origin") };
  const host = () => new URL(pages.otherOrigin).host;
  test.each([
    ["//", () => `//${host()}/play.json`, origin],
    ["/\\", () => `/\\${host()}/play.json`, origin],
    ["/, a tab and /", () => `/%09/${host()}/play.json`, origin],
    ["another user of this host", () => `//user@${host()}/play.json`, origin],
    ["no address at all", () => "//", origin],
    ["a redirect to another origin", () => "/redirect-elsewhere", { code: "BAD_SCRIPT" }],
    ["an address with its scheme is no address here", () => `${pages.otherOrigin}/play.json`, { code: "BAD_ARGS" }],
  ])("%s", async (_name, parameter, error) => {
    await expectRefusal(parameter(), error);
    expect(pages.otherRequests).toEqual([]);
  });
});

describe("a script that cannot be fetched is refused with the reason", () => {
  test.each([
    ["no such file", "/nothing.json", /\/nothing\.json answers with status 404/],
    ["an answer that is cut off", "/cut-off", /\/cut-off cannot be fetched \(.+\)/],
  ])("%s", async (_name, parameter, message) => {
    await expectRefusal(parameter, { code: "BAD_SCRIPT", message: expect.stringMatching(message) });
  });
});

test.each(["agentScript=/play.json", "agent=0&agentScript=/play.json", "agent=1&agent=0&agentScript=/play.json"])(
  "?%s: with the gate off nothing is fetched and nothing runs",
  async (query) => {
    const before = pages.requests.length;
    const { page, events } = await open(`/toy.html?${query}`);
    await page.waitForLoadState("networkidle");
    expect(requestsSince(before)).toContain("/toy.js");
    expect(requestsSince(before).filter((path) => path === "/play.json" || scriptCode.test(path))).toEqual([]);
    expect(events).toEqual([]);
    expect(await page.evaluate(() => "__candyStep" in window)).toBe(false);
    await page.close();
  },
);

test("a page without a script does not load the code for one, and a page with one does", async () => {
  for (const [query, loads] of [
    ["agent=1", false],
    ["agent=1&agentScript=/play.json", true],
  ] as const) {
    const before = pages.requests.length;
    const { page } = await open(`/toy.html?${query}`);
    await page.waitForLoadState("networkidle");
    expect(requestsSince(before).some((path) => scriptCode.test(path))).toBe(loads);
    expect(requestsSince(before).includes("/play.json")).toBe(loads);
    await page.close();
  }
});
