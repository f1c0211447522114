// Opens every engine, with the example served for the browsers and as a module for the Nodes.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { serveDirectory } from "@tickbridge/driver";
import { temporaryFolder } from "../docs/page-support.js";
import { sabotagedModule } from "../driver/sabotaged-game.js";
import { exampleDist } from "../support/example-page.js";
import { browserEngine } from "./browser-engine.js";
import { ChromiumClient } from "./chromium-client.js";
import type { BrowserEngine, Content, Engine } from "./engine.js";
import { nodeHostFile, tasksScript } from "./engine-bundles.js";
import { FirefoxClient } from "./firefox-client.js";
import { installedEngines } from "./installed-engines.js";
import { startNodeEngine } from "./node-engine.js";
import { WebKitClient } from "./webkit-client.js";

export interface OpenEngines {
  /** In the order of `engineNames`. */
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

export interface OpenBrowsers {
  readonly browsers: readonly BrowserEngine[];
  /** Of the served example, with a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/** Chromium, Firefox and WebKit. Nothing is left behind when one does not start. */
export async function openBrowsers(): Promise<OpenBrowsers> {
  const installed = await installedEngines();
  const script = await tasksScript();
  const server = await serveDirectory(exampleDist, { port: 0 });
  const url = server.url.endsWith("/") ? server.url : `${server.url}/`;
  const files = { driver: installed.webkitDriver, miniBrowser: installed.miniBrowser, screen: installed.screen };
  const starts = [
    ["Chromium", () => ChromiumClient.start()],
    ["Firefox", () => FirefoxClient.start(installed.firefox)],
    ["WebKit", () => WebKitClient.start(files)],
  ] as const;
  const browsers: BrowserEngine[] = [];
  const close = async () => {
    for (const browser of browsers) await browser.close();
    await server.close();
  };
  try {
    for (const [name, start] of starts) {
      browsers.push(browserEngine({ name, client: await start(), url, tasksScript: script }));
    }
    return { browsers, url, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** All six. Nothing is left behind when one does not start. */
export async function openEngines(): Promise<OpenEngines> {
  const { nodes } = await installedEngines();
  const hostFile = await nodeHostFile();
  const folder = await temporaryFolder();
  const sabotaged = join(folder.path, "sabotaged.mjs");
  await writeFile(sabotaged, await sabotagedModule("nativeMath"));
  const gameModule = (content: Content) =>
    content === "nativeMath"
      ? { file: sabotaged, exported: "createGame" }
      : { file: join(exampleDist, "game.mjs"), exported: "createCandyrush" };
  const open = await openBrowsers();
  const engines: Engine[] = [...open.browsers];
  const close = async () => {
    for (const engine of engines.slice(open.browsers.length)) await engine.close();
    await open.close();
    await folder.remove();
  };
  try {
    for (const major of ["20", "22", "24"] as const) {
      const parts = { name: `Node ${major}`, executablePath: nodes[major], hostFile, gameModule } as const;
      engines.push(await startNodeEngine(parts));
    }
    return { engines, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}
