// WebKit as Debian ships it: the MiniBrowser of WebKitGTK, over plain WebDriver, on a screen that nobody sees.
// Protocol: https://w3c.github.io/webdriver/

import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserPage, PageOptions } from "./engine.js";
import { GuardedProcess, homeFolder } from "./guarded-process.js";

export interface WebKitFiles {
  readonly driver: string;
  readonly miniBrowser: string;
  readonly screen: string;
}

const scriptLimitMs = 600_000;
const startLimitMs = 60_000;

export class WebKitClient {
  readonly #processes: readonly GuardedProcess[];
  readonly #session: string;
  readonly version: string;

  private constructor(processes: readonly GuardedProcess[], session: string, version: string) {
    this.#processes = processes;
    this.#session = session;
    this.version = version;
  }

  static async start({ driver, miniBrowser, screen }: WebKitFiles): Promise<WebKitClient> {
    const processes: GuardedProcess[] = [];
    try {
      const flags = ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
      const shown = new GuardedProcess(await homeFolder("screen"), screen, flags);
      processes.unshift(shown);
      const [, display] = await shown.line(/^(\d+)$/);
      const port = await freePort();
      const home = await homeFolder("webkit");
      const environment = { DISPLAY: `:${display}`, NO_AT_BRIDGE: "1", GDK_BACKEND: "x11" };
      const served = new GuardedProcess(home, driver, [`--port=${port}`], environment);
      processes.unshift(served);
      const address = `http://127.0.0.1:${port}`;
      await answering(address, served);
      const { sessionId, capabilities } = (await request("POST", `${address}/session`, {
        capabilities: {
          alwaysMatch: {
            "webkitgtk:browserOptions": { binary: miniBrowser, args: ["--automation"] },
            timeouts: { script: scriptLimitMs, pageLoad: startLimitMs },
          },
        },
      })) as { sessionId: string; capabilities: { browserVersion: string } };
      return new WebKitClient(processes, `${address}/session/${sessionId}`, capabilities.browserVersion);
    } catch (thrown) {
      for (const process of processes) await process.close();
      throw thrown;
    }
  }

  /**
   * Each page is a window, a hidden one a tab behind another. Commands go to the one that was switched to last, so that
   * only one is in use at a time.
   */
  async openPage(address: string, { hidden = false }: PageOptions = {}): Promise<BrowserPage> {
    const type = hidden ? "tab" : "window";
    const { handle } = (await this.#send("POST", "/window/new", { type })) as { handle: string };
    await this.#send("POST", "/window", { handle });
    await this.#send("POST", "/url", { url: address });
    await this.#loaded();
    return {
      evaluate: (expression) => this.#evaluate(expression),
      reload: async () => {
        await this.#send("POST", "/refresh", {});
        await this.#loaded();
      },
      close: async () => {
        const [next] = (await this.#send("DELETE", "/window")) as string[];
        await this.#send("POST", "/window", { handle: next });
      },
    };
  }

  async close(): Promise<void> {
    for (const process of this.#processes) await process.close();
  }

  /** The driver comes back when a page has been read, which is before its modules have run. */
  async #loaded(): Promise<void> {
    while ((await this.#evaluate("document.readyState")) !== "complete") await sleep(20);
  }

  async #evaluate(expression: string): Promise<unknown> {
    // Both ends as text: what a driver makes of values is its own affair.
    const script = `
      const done = arguments[1];
      const give = (answer) => done(JSON.stringify(answer));
      (async () => (0, eval)(arguments[0]))().then(
        (value) => give({ value: value ?? null }),
        (thrown) => give({ thrown: String(thrown) + "\\n" + (thrown?.stack ?? "") }),
      );
    `;
    const text = (await this.#send("POST", "/execute/async", { script, args: [`(${expression})`] })) as string;
    const { value, thrown } = JSON.parse(text) as { value?: unknown; thrown?: string };
    if (thrown !== undefined) throw new Error(thrown);
    return value;
  }

  #send(method: string, path: string, body?: object): Promise<unknown> {
    return request(method, `${this.#session}${path}`, body);
  }
}

async function request(method: string, address: string, body?: object): Promise<unknown> {
  const response = await fetch(address, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(scriptLimitMs),
  });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (!response.ok) throw new Error(`${method} ${address}: ${value?.error} ${value?.message}`);
  return value;
}

async function answering(address: string, process: GuardedProcess): Promise<void> {
  const untilMs = Date.now() + startLimitMs;
  while (process.isRunning && Date.now() < untilMs) {
    const answer = await fetch(`${address}/status`).catch(() => undefined);
    if (answer?.ok === true) return;
    await sleep(50);
  }
  throw new Error("the WebKit driver does not answer");
}

/** The driver does not say which port it took when it may choose one itself. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === "string") reject(new Error("no port"));
        else resolve(address.port);
      });
    });
  });
}
