// What the tests of the docs need beside the docs: pages built into a folder, and a Chromium to open them in.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "@tickbridge/driver";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright";

export const repository = fileURLToPath(new URL("../../", import.meta.url));

export function inRepository(path: string): string {
  return join(repository, path);
}

/** A folder that `remove` deletes with all that is in it. */
export async function temporaryFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "tickbridge-docs-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** tickbridge.global.js and the scripts that it adds, from the sources. */
export async function buildScripts(outDir: string): Promise<void> {
  const entries = [
    { entry: "packages/bridge/src/global.ts", name: "tickbridge.global.js", globalName: "Tickbridge" },
    { entry: "packages/bridge/src/tripwires/script.ts", name: "tickbridge.tripwires.js", globalName: undefined },
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

export async function launchChromium(): Promise<Browser> {
  const { executablePath } = await findBrowser();
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** What a page requested, printed and got wrong. */
export function watchPage(page: Page): {
  readonly requests: string[];
  readonly lines: string[];
  readonly errors: string[];
} {
  const watched = { requests: [] as string[], lines: [] as string[], errors: [] as string[] };
  page.on("request", (request) => watched.requests.push(request.url()));
  page.on("console", (message) => watched.lines.push(message.text()));
  page.on("pageerror", (error) => watched.errors.push(error.message));
  return watched;
}
