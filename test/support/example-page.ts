// The built example, served, and a Chromium to open it in.

import { fileURLToPath } from "node:url";
import { findBrowser, type RunningServer, serveDirectory } from "@tickbridge/driver";
import { type Browser, chromium, type Page } from "playwright";

export const exampleDist = fileURLToPath(new URL("../../examples/candyrush-mock/dist", import.meta.url));

export interface ExamplePages {
  /** With a slash at its end. */
  readonly url: string;
  readonly executablePath: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Serves a folder (the built example unless named) and starts a browser. Fails where there is none: no test is skipped. */
export async function openExample(directory = exampleDist): Promise<ExamplePages> {
  const server: RunningServer = await serveDirectory(directory, { port: 0 });
  const { executablePath } = await findBrowser({});
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-background-networking"] });
  return {
    url: server.url.endsWith("/") ? server.url : `${server.url}/`,
    executablePath,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** What this file's expressions see in the page. */
export const idleRun = `async (ticks, seed = 777001) => {
  __candyPinSeed(seed);
  __candyStartRun({});
  await __candyWait(60000);
  for (;;) {
    if (__candyState.choice) __candyChoose({ action: "Pick", index: 0 });
    else if (__candyState.tick < ticks && __candyState.runState !== "Over") __candyStep(ticks - __candyState.tick);
    else break;
    const waited = await __candyWait(60000);
    if (!waited.ok) throw new Error(JSON.stringify(waited.results));
  }
  __candyDump();
  __candyExportReplay();
  const { results } = await __candyWait(60000);
  const state = { ...results[0].state, snap: 0 };
  return JSON.stringify({ state, replay: results[1].replay });
}`;

/** Plays an idle run (choices resolved by Pick 0) to \`ticks\` and gives the snapshot and the replay as one text. */
export function playIdle(page: Page, ticks: number): Promise<string> {
  return page.evaluate(`(${idleRun})(${ticks})`) as Promise<string>;
}
