// Driving a game in a browser that runs elsewhere: a Playwright server, and a Chromium with a debugging address.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, findBrowser, type RunningServer, serveDirectory } from "@tickbridge/driver";
import { type BrowserServer, chromium } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleDist } from "../support/example-page.js";

let server: RunningServer;
let playwrightServer: BrowserServer;
let debugged: { readonly child: ChildProcess; readonly endpoint: string; readonly profile: string };

beforeAll(async () => {
  server = await serveDirectory(exampleDist);
  const { executablePath } = await findBrowser();
  playwrightServer = await chromium.launchServer({ executablePath, args: ["--no-sandbox"] });
  debugged = await startChromium(executablePath);
});
afterAll(async () => {
  await server.close();
  await playwrightServer.close();
  const ended = new Promise((resolve) => debugged.child.once("exit", resolve));
  debugged.child.kill("SIGKILL");
  await ended;
  await rm(debugged.profile, { recursive: true, force: true, maxRetries: 5 });
});

/** A Chromium as a person starts it, with a page of its own. */
async function startChromium(executablePath: string): Promise<typeof debugged> {
  const profile = await mkdtemp(join(tmpdir(), "tickbridge-debugged-"));
  const flags = ["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0"];
  const child = spawn(executablePath, [...flags, `--user-data-dir=${profile}`, "data:text/html,<title>mine</title>"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const endpoint = await new Promise<string>((resolve) => {
    let text = "";
    child.stderr.on("data", (data) => {
      text += data;
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { child, endpoint, profile };
}

async function openTargets(): Promise<{ readonly type: string; readonly title: string; readonly url: string }[]> {
  const { host } = new URL(debugged.endpoint);
  const answer = await fetch(`http://${host}/json/list`);
  return (await answer.json()) as Awaited<ReturnType<typeof openTargets>>;
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    (value) => ({ value }),
    (thrown: unknown) => thrown,
  );
}

describe.each([
  ["a Playwright server", () => playwrightServer.wsEndpoint()],
  ["a debugging address (http)", () => `http://${new URL(debugged.endpoint).host}`],
  ["a debugging address (ws)", () => debugged.endpoint],
])("%s", (_, endpoint) => {
  test("plays and verifies in a page of its own, and runs on after close", async () => {
    for (let round = 0; round < 2; round++) {
      const game = await connect(endpoint(), { url: server.url });
      await game.pinSeed(777001);
      await game.startRun();
      await game.step(1);
      await game.levelUp("Pick", 0);
      expect(await game.step(60)).toMatchObject({ tick: 61 });
      expect(await game.loadReplay(await game.exportReplay())).toMatchObject({ verdict: "identical" });
      const pending = failure(game.step(2 ** 31 - 1, { timeoutMs: 0 }));
      await game.close();
      expect(await pending).toMatchObject({ code: "PAGE_LOST" });
    }
  });

  test("refuses as launch does, and leaves no page behind", async () => {
    expect(await failure(connect(endpoint(), { url: `${server.url}?agent=0` }))).toMatchObject({ code: "GATE_OFF" });
    expect(await failure(connect(endpoint(), { url: "http://127.0.0.1:9/" }))).toMatchObject({ code: "UNREACHABLE" });
  });
});

test("the pages of others in that browser are left alone, and none of ours stays", async () => {
  const pages = (await openTargets()).filter(({ type }) => type === "page");
  expect(pages.map(({ title }) => title)).toEqual(["mine"]);
});

test("a browser that dies rejects pending and later calls with PAGE_LOST, and close resolves", async () => {
  const { executablePath } = await findBrowser();
  const dying = await chromium.launchServer({ executablePath, args: ["--no-sandbox"] });
  const game = await connect(dying.wsEndpoint(), { url: server.url });
  await game.startRun();
  const pending = [failure(game.stepUntil({ maxTicks: 2 ** 31 - 1 }, { timeoutMs: 0 })), failure(game.hash())];
  await dying.kill();
  // The step may have ended at its first choice before.
  await pending[0];
  expect(await pending[1]).toMatchObject({ code: "PAGE_LOST" });
  expect(await failure(game.state())).toMatchObject({ code: "PAGE_LOST" });
  await game.close();
});

describe("a browser that cannot be had", () => {
  test.each(["ws://127.0.0.1:9/", "http://127.0.0.1:9"])(
    "at %s, where nothing listens, is UNREACHABLE",
    async (place) => {
      expect(await failure(connect(place, { url: server.url }))).toMatchObject({
        code: "UNREACHABLE",
        exitCode: 3,
        message: expect.stringMatching(/^the browser at .* cannot be reached: is it running there/),
      });
    },
  );

  test("is UNREACHABLE where something else answers", async () => {
    expect(await failure(connect(server.url, { url: server.url }))).toMatchObject({ code: "UNREACHABLE" });
  });

  test("is UNREACHABLE after connectTimeoutMs where nobody ever answers", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    for (const place of [`ws://127.0.0.1:${port}/`, `http://127.0.0.1:${port}`]) {
      const thrown = await failure(connect(place, { url: server.url, connectTimeoutMs: 500 }));
      expect(thrown).toMatchObject({ code: "UNREACHABLE" });
    }
    silent.close();
  });

  test("is BAD_ADDRESS where the address is none, and USAGE for Firefox by the DevTools protocol", async () => {
    expect(await failure(connect("9222", { url: server.url }))).toMatchObject({ code: "BAD_ADDRESS", exitCode: 2 });
    const firefox = connect("http://127.0.0.1:9222", { url: server.url, browser: "firefox" });
    expect(await failure(firefox)).toMatchObject({ code: "USAGE", exitCode: 2 });
  });
});
