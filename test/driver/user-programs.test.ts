// Programs of others that use the driver: whatever ends them, no browser is left behind.

import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { launch } from "@tickbridge/driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inRepository } from "../docs/page-support.js";
import { browsersBelow, haveEnded } from "./browser-processes.js";
import { servePages, type TestPages, toyPage } from "./test-pages.js";

let pages: TestPages;

beforeAll(async () => {
  pages = await servePages({ "/game": await toyPage("{ duringTick(state) { state.hp = 100; } }") });
});
afterAll(() => pages.close());

interface Program {
  readonly child: ChildProcess;
  /** The browser's processes, once the program has opened its game. */
  readonly browsers: readonly number[];
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null; readonly output: string }>;
}

/** Starts a program that opens the game, says so, and then does `body`. */
async function startProgram(body: string, before = ""): Promise<Program> {
  const driver = pathToFileURL(createRequire(inRepository("package.json")).resolve("@tickbridge/driver")).href;
  const code = `
    import { launch } from ${JSON.stringify(driver)};
    ${before}
    const game = await launch({ url: ${JSON.stringify(`${pages.url}/game`)} });
    await game.startRun();
    console.log("opened");
    ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  const opened = new Promise<void>((resolve, reject) => {
    const note = (data: unknown) => {
      output += data;
      if (output.includes("opened")) resolve();
    };
    child.stdout.on("data", note);
    child.stderr.on("data", note);
    child.once("exit", () => reject(new Error(output)));
  });
  const ended = new Promise<Awaited<Program["ended"]>>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, output }));
  });
  await opened;
  const browsers = await browsersBelow(child.pid ?? 0);
  expect(browsers.length).toBeGreaterThan(0);
  return { child, browsers, ended };
}

/** Waits on the program's stdin, so that the test decides when it goes on. */
const untilTold = "await new Promise((resolve) => process.stdin.once('data', resolve));";
const stepping = "await game.step(2 ** 31 - 1, { timeoutMs: 0 });";

describe("a program that has a game open leaves no browser", () => {
  test.each([
    ["an exception ends it", `${untilTold} throw new Error("of the program");`, 1],
    ["an unhandled rejection ends it", `${untilTold} Promise.reject(new Error("of the program")); ${stepping}`, 1],
    [
      "an exception in a callback ends it",
      `${untilTold} setTimeout(() => { throw new Error("of the program"); }); ${stepping}`,
      1,
    ],
    ["it exits by itself", `${untilTold} process.exit(7);`, 7],
  ])("when %s", async (_, body, code) => {
    const { child, browsers, ended } = await startProgram(body);
    child.stdin?.end("go\n");
    expect((await ended).code).toBe(code);
    expect(await haveEnded(browsers)).toBe(true);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("when it gets %s, and its code is %d", async (signal, code) => {
    const { child, browsers, ended } = await startProgram(stepping);
    child.kill(signal);
    expect(await ended).toMatchObject({ code, signal: null });
    expect(await haveEnded(browsers)).toBe(true);
  });

  test("when it is killed", async () => {
    const { child, browsers, ended } = await startProgram(stepping);
    child.kill("SIGKILL");
    expect((await ended).signal).toBe("SIGKILL");
    expect(await haveEnded(browsers)).toBe(true);
  });

  test("when it gets a signal while the browser hangs", async () => {
    const { child, browsers, ended } = await startProgram(stepping);
    for (const pid of browsers) process.kill(pid, "SIGSTOP");
    child.kill("SIGTERM");
    expect((await ended).code).toBe(143);
    expect(await haveEnded(browsers)).toBe(true);
  });
});

test("a program that handles the signal itself decides what becomes of the game", async () => {
  const body = `
    await new Promise((resolve) => signalled = resolve);
    const { tick } = await game.step(3);
    await game.close();
    console.log("closed at tick", tick);`;
  for (const listen of ["on", "once"]) {
    const { child, browsers, ended } = await startProgram(
      body,
      `let signalled; process.${listen}("SIGTERM", () => signalled());`,
    );
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 0, output: expect.stringContaining("closed at tick 3") });
    expect(await haveEnded(browsers)).toBe(true);
  }
});

test("a program that ignores the signal is ended by the second one", async () => {
  const { child, browsers, ended } = await startProgram(
    `process.on("SIGTERM", () => console.log("ignored")); console.log("listening"); ${stepping}`,
  );
  let heard = "";
  const ignored = new Promise<void>((resolve) => {
    child.stdout?.on("data", (data) => {
      heard += data;
      if (heard.includes("ignored")) resolve();
    });
  });
  const signals = setInterval(() => child.kill("SIGTERM"), 200);
  await ignored;
  expect((await ended).code).toBe(143);
  clearInterval(signals);
  expect(await haveEnded(browsers)).toBe(true);
});

test("a program that listens to no signal any more has no listener of the driver's left after close", async () => {
  const before = process.listenerCount("SIGTERM");
  const game = await launch({ url: `${pages.url}/game` });
  expect(process.listenerCount("SIGTERM")).toBe(before + 1);
  await game.close();
  expect(process.listenerCount("SIGTERM")).toBe(before);
});

test("close ends a browser that hangs, and rejects pending calls with PAGE_LOST", async () => {
  const game = await launch({ url: `${pages.url}/game` });
  await game.startRun();
  const browsers = await browsersBelow(process.pid);
  const pending = game.step(2 ** 31 - 1, { timeoutMs: 0 }).catch((thrown: unknown) => thrown);
  for (const pid of browsers) process.kill(pid, "SIGSTOP");
  await game.close();
  expect(await pending).toMatchObject({ code: "PAGE_LOST" });
  expect(await haveEnded(browsers)).toBe(true);
});
