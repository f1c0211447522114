// What the tests of the docs need beside the docs: built pages in a folder, a server for it, and a Chromium.

import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright";
import sirv from "sirv";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

export function inRepository(path: string): string {
  return join(repository, path);
}

/** A folder that `remove` deletes with all that is in it. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "tickbridge-docs-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** tickbridge.global.js and tickbridge.core.js, from the sources. */
export async function buildScripts(outDir: string): Promise<void> {
  const entries = [
    { entry: "packages/bridge/src/global.ts", name: "tickbridge.global.js", globalName: "Tickbridge" },
    { entry: "packages/bridge/src/page/core-global.ts", name: "tickbridge.core.js", globalName: undefined },
  ];
  for (const { entry, name, globalName } of entries) {
    await build({
      entryPoints: [inRepository(entry)],
      outfile: join(outDir, name),
      bundle: true,
      format: "iife",
      target: "es2022",
      ...(globalName === undefined ? {} : { globalName }),
    });
  }
}

export async function serve(folder: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const files = sirv(folder, { dev: true });
  const server = createServer((request, response) => files(request, response, () => void response.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function launchChromium(): Promise<Browser> {
  const executablePath = process.env.TICKBRIDGE_BROWSER ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** What a page requested, printed and got wrong. */
export function watchPage(page: Page): { readonly requests: string[]; readonly lines: string[]; readonly errors: string[] } {
  const watched = { requests: [] as string[], lines: [] as string[], errors: [] as string[] };
  page.on("request", (request) => watched.requests.push(request.url()));
  page.on("console", (message) => watched.lines.push(message.text()));
  page.on("pageerror", (error) => watched.errors.push(error.message));
  return watched;
}
