// A client of Chromium's own protocol over a pipe, with no driver in between: Playwright keeps background pages visible
// and their animation frames running, so a tab that is really hidden needs this.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** One tab: evaluates expressions whose values are JSON. */
export interface RawTab {
  evaluate(expression: string): Promise<unknown>;
  activate(): Promise<void>;
  /** Asks again and again until the expression is true; a page that is still loading counts as false. */
  waitUntil(expression: string): Promise<void>;
}

export class RawBrowser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  private constructor(process: ChildProcess, profile: string) {
    this.#process = process;
    this.#profile = profile;
    let text = "";
    (process.stdio[4] as Readable).setEncoding("utf8").on("data", (chunk: string) => {
      const messages = (text + chunk).split("\0");
      text = messages.pop() ?? "";
      for (const message of messages) this.#receive(JSON.parse(message) as Answer);
    });
  }

  static async launch(executablePath: string): Promise<RawBrowser> {
    const profile = await mkdtemp(join(tmpdir(), "tickbridge-raw-"));
    const flags = [
      "--headless=new",
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--remote-debugging-pipe",
    ];
    const process = spawn(executablePath, [...flags, `--user-data-dir=${profile}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    return new RawBrowser(process, profile);
  }

  async openTab(url: string): Promise<RawTab> {
    const { targetId } = (await this.#send("Target.createTarget", { url })) as { targetId: string };
    const { sessionId } = (await this.#send("Target.attachToTarget", { targetId, flatten: true })) as {
      sessionId: string;
    };
    const evaluate = async (expression: string): Promise<unknown> => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const answer = await this.#send("Runtime.evaluate", options, sessionId);
      const { result, exceptionDetails } = answer as { result: { value?: unknown }; exceptionDetails?: unknown };
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return result.value;
    };
    return {
      evaluate,
      activate: async () => void (await this.#send("Target.activateTarget", { targetId })),
      async waitUntil(expression) {
        while ((await evaluate(expression).catch(() => false)) !== true)
          await new Promise((resolve) => setTimeout(resolve, 50));
      },
    };
  }

  /** A tab that is really hidden, since another one has been brought in front of it. */
  async openHiddenTab(url: string): Promise<RawTab> {
    const tab = await this.openTab(url);
    await tab.waitUntil("typeof __candyStep === 'function'");
    await (await this.openTab("about:blank")).activate();
    await tab.waitUntil("document.hidden");
    return tab;
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGKILL");
    await ended;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  #send(method: string, params: object, sessionId?: string): Promise<unknown> {
    const id = ++this.#lastId;
    (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ result, error }) => {
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${error.message}`));
      });
    });
  }

  #receive(answer: Answer): void {
    if (answer.id === undefined) return;
    this.#waiting.get(answer.id)?.(answer);
    this.#waiting.delete(answer.id);
  }
}
