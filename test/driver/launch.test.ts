// What launch says of addresses and pages that cannot be driven, in a real Chromium with hand-written pages.

import { DriverError, type LaunchOptions, launch } from "@tickbridge/driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browsersBelow, haveEnded } from "./browser-processes.js";
import { handWrittenBridge, servePages, type TestPages } from "./test-pages.js";

let pages: TestPages;

/** A page whose bridge does no more than to say that it is ready, or is not. `ready` is an expression. */
function bridgeThatIs(ready: string): string {
  return `<script>window[Symbol.for("tickbridge")] = ["__candy"]; window.__candyReady = ${ready};</script>`;
}

beforeAll(async () => {
  pages = await servePages({
    "/no-bridge": "<script>throw new Error('the game is broken')</script>",
    "/too-new": handWrittenBridge(999),
    "/refused": bridgeThatIs("Promise.reject(new Error('game.tick: expected a function'))"),
    "/never-ready": bridgeThatIs("new Promise(() => {})"),
    "/frozen": "<script>for (;;);</script>",
    "/late": `<script>setTimeout(() => document.body.append(document.createRange().createContextualFragment(
      document.querySelector("template").innerHTML)), 2500)</script><template>${handWrittenBridge(1)}</template>`,
    "/forwards": "<script>location.replace('/late?agent=1')</script>",
  });
});
afterAll(() => pages.close());

/** The error that launch rejects with; also makes sure that no browser is left behind. */
async function failure(address: string, options: LaunchOptions = {}): Promise<DriverError> {
  const url = address.startsWith("/") ? pages.url + address : address;
  const thrown = await launch({ url }, options).then(
    (game) => game.close(),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(DriverError);
  expect(await haveEnded(await browsersBelow(process.pid))).toBe(true);
  return thrown as DriverError;
}

describe("an address that cannot be opened", () => {
  test("is BAD_ADDRESS when it is none", async () => {
    expect(await failure("localhost:8080/game")).toMatchObject({ code: "BAD_ADDRESS", exitCode: 2 });
  });

  test("is GATE_OFF when it says agent=0, even beside agent=1", async () => {
    const error = await failure("/?agent=1&agent=0");
    expect(error).toMatchObject({ code: "GATE_OFF", exitCode: 2 });
    expect(error.message).toContain("leave that out");
  });

  test("is UNREACHABLE with the address and what to check when nothing listens", async () => {
    const error = await failure("http://127.0.0.1:9/");
    expect(error).toMatchObject({ code: "UNREACHABLE", exitCode: 3 });
    expect(error.message).toContain("http://127.0.0.1:9/?agent=1");
  });

  test("is UNREACHABLE with the status when the server answers with an error", async () => {
    const error = await failure("/nowhere");
    expect(error.code).toBe("UNREACHABLE");
    expect(error.message).toContain("status 404");
  });

  test("is UNREACHABLE when a file is not there", async () => {
    const error = await failure("file:///nowhere/index.html");
    expect(error.code).toBe("UNREACHABLE");
    expect(error.message).toContain("no such file");
  });
});

describe("a page that cannot be driven", () => {
  test("without a bridge is NO_BRIDGE, says how to embed, and quotes the page's errors", async () => {
    const told: string[] = [];
    const error = await failure("/no-bridge", { onProgress: (words) => void told.push(words) });
    expect(error).toMatchObject({ code: "NO_BRIDGE", exitCode: 3 });
    expect(error.message).toContain("mount(game)");
    expect(error.message).toContain("the game is broken");
    expect(told.join("\n")).toMatch(/opening .*\nwaiting for the bridge/);
  });

  test("of a newer protocol is PROTOCOL_TOO_NEW and says what to update", async () => {
    const error = await failure("/too-new");
    expect(error).toMatchObject({ code: "PROTOCOL_TOO_NEW", exitCode: 3 });
    expect(error.message).toContain("update @tickbridge/driver");
  });

  test("whose bridge refuses the game is BAD_GAME with the bridge's words", async () => {
    const error = await failure("/refused");
    expect(error.code).toBe("BAD_GAME");
    expect(error.message).toContain("game.tick: expected a function");
  });

  test("that never gets ready is TIMEOUT after readyTimeoutMs", async () => {
    const error = await failure("/never-ready", { readyTimeoutMs: 1500 });
    expect(error).toMatchObject({ code: "TIMEOUT", exitCode: 3 });
    expect(error.message).toContain("readyTimeoutMs");
  });

  test("that is frozen while it loads is TIMEOUT or UNREACHABLE, never a hang", async () => {
    expect(["TIMEOUT", "UNREACHABLE"]).toContain((await failure("/frozen", { readyTimeoutMs: 1500 })).code);
  });
});

test("a bridge that comes long after the page has loaded is waited for", async () => {
  await (await launch({ url: `${pages.url}/late` })).close();
});

test("a page that forwards to the game is followed", async () => {
  await (await launch({ url: `${pages.url}/forwards` })).close();
});

test.each([Number.NaN, -1, 1.5, Number.POSITIVE_INFINITY])("a timeoutMs of %d is wrong usage", async (timeoutMs) => {
  expect(await failure("/late", { timeoutMs })).toMatchObject({ code: "USAGE", exitCode: 2 });
});
