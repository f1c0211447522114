// The static server: what it serves, and what it says when it cannot.

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DriverError, type RunningServer, serveDirectory } from "@tickbridge/driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../docs/page-support.js";

let server: RunningServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const site = join(folder.path, "site");
  await mkdir(join(site, "deep"), { recursive: true });
  await writeFile(join(folder.path, "secret.txt"), "secret");
  await writeFile(join(site, "index.html"), "<title>home</title>");
  await writeFile(join(site, "deep/index.html"), "<title>deep</title>");
  for (const name of ["main.js", "game.mjs", "style.css", "data.json", "code.wasm", "picture.png"]) {
    await writeFile(join(site, name), "");
  }
  server = await serveDirectory(site);
});
afterAll(async () => {
  await server.close();
  await folder.remove();
});

const get = (path: string) => fetch(server.url + path);

test("the port is a free one and the address ends with a slash", () => {
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
});

test.each([
  ["", "text/html"],
  ["main.js", "text/javascript"],
  ["game.mjs", "text/javascript"],
  ["style.css", "text/css"],
  ["data.json", "application/json"],
  ["code.wasm", "application/wasm"],
  ["picture.png", "image/png"],
])("/%s has the type %s and is not cached", async (path, type) => {
  const { status, headers } = await get(path);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain(type);
  expect(headers.get("cache-control") ?? "no-store").toMatch(/no-store|no-cache/);
  expect(headers.get("etag")).toBeNull();
});

test.each(["agent-mode/", "agent-mode", "agent-mode/?agent=1", "agent-mode/agent-mode/"])(
  "/%s serves what / does",
  async (path) => {
    expect(await (await get(path)).text()).toBe("<title>home</title>");
  },
);

test("agent-mode is left out wherever it stands in the path, and only as a whole segment", async () => {
  expect(await (await get("agent-mode/deep/")).text()).toBe("<title>deep</title>");
  expect(await (await get("deep/agent-mode/")).text()).toBe("<title>deep</title>");
  expect((await get("my-agent-mode/")).status).toBe(404);
});

test("a file written after the start is served, and one that was changed is served anew", async () => {
  const file = join(folder.path, "site/late.txt");
  for (const text of ["first", "second, and longer"]) {
    await writeFile(file, text);
    expect(await (await get("late.txt")).text()).toBe(text);
  }
});

test.each(["nothing.txt", "..%2fsecret.txt", "%2e%2e/secret.txt", "%00", "%"])("/%s is not found", async (path) => {
  expect((await get(path)).status).toBe(404);
});

describe("a server that cannot start", () => {
  async function failure(directory: string, options: { readonly port?: number; readonly host?: string } = {}) {
    const thrown = await serveDirectory(directory, options).then(
      (running) => running.close(),
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(DriverError);
    return thrown as DriverError;
  }

  test("says of a port in use how to get another", async () => {
    const error = await failure(folder.path, { port: Number(new URL(server.url).port) });
    expect(error).toMatchObject({ code: "PORT_IN_USE", exitCode: 3 });
    expect(error.message).toContain("--port 0");
  });

  test("says of a folder that is none that there is nothing to serve", async () => {
    expect(await failure(join(folder.path, "secret.txt"))).toMatchObject({ code: "BAD_FILE", exitCode: 2 });
    expect(await failure(join(folder.path, "nowhere"))).toMatchObject({ code: "BAD_FILE", exitCode: 2 });
  });

  test("says of a host that is another machine's that it cannot be had", async () => {
    expect(await failure(folder.path, { host: "192.0.2.1" })).toMatchObject({ code: "BAD_ADDRESS", exitCode: 2 });
  });
});
