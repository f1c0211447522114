// Firefox as Debian ships it, over WebDriver BiDi: a browser that Playwright cannot drive, since it needs its own build.
// Protocol: https://w3c.github.io/webdriver-bidi/

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import WebSocket from "ws";
import type { BrowserPage, PageOptions } from "./engine.js";
import { GuardedProcess, homeFolder } from "./guarded-process.js";

interface Message {
  readonly id?: number;
  readonly type: "success" | "error" | "event";
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** No script is ended for taking long, and nothing is asked for over the network. */
const preferences = `
user_pref("dom.max_script_run_time", 0);
user_pref("app.normandy.enabled", false);
user_pref("app.update.auto", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("nimbus.rollouts.enabled", false);
user_pref("services.settings.server", "data:,none");
user_pref("toolkit.telemetry.server", "");
`;

export class FirefoxClient {
  readonly #process: GuardedProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #lastId = 0;
  version = "";

  private constructor(process: GuardedProcess, socket: WebSocket) {
    this.#process = process;
    this.#socket = socket;
    socket.on("message", (data) => this.#receive(JSON.parse(String(data)) as Message));
    socket.on("close", () => {
      for (const answer of this.#waiting.values()) answer({ type: "error", message: "Firefox has gone" });
    });
  }

  static async start(executablePath: string): Promise<FirefoxClient> {
    const home = await homeFolder("firefox");
    await writeFile(join(home, "user.js"), preferences);
    const flags = ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", home];
    const process = new GuardedProcess(home, executablePath, flags);
    try {
      const [, address] = await process.line(/WebDriver BiDi listening on (ws:\S+)/);
      const socket = new WebSocket(`${address}/session`, { maxPayload: 2 ** 30 });
      const client = new FirefoxClient(process, socket);
      await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
      const { capabilities } = (await client.#send("session.new", { capabilities: {} })) as {
        capabilities: { browserVersion: string };
      };
      client.version = capabilities.browserVersion;
      return client;
    } catch (thrown) {
      await process.close();
      throw thrown;
    }
  }

  async openPage(address: string, { hidden = false }: PageOptions = {}): Promise<BrowserPage> {
    const { context } = (await this.#send("browsingContext.create", { type: "tab", background: hidden })) as {
      context: string;
    };
    await this.#send("browsingContext.navigate", { context, url: address, wait: "complete" });
    return {
      evaluate: (expression) => this.#evaluate(context, expression),
      reload: async () => void (await this.#send("browsingContext.reload", { context, wait: "complete" })),
      close: async () => void (await this.#send("browsingContext.close", { context })),
    };
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.#process.close();
  }

  async #evaluate(context: string, expression: string): Promise<unknown> {
    const answer = (await this.#send("script.evaluate", {
      expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
      target: { context },
      awaitPromise: true,
    })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
    if (answer.type !== "success") throw new Error(answer.exceptionDetails?.text ?? JSON.stringify(answer));
    return JSON.parse(answer.result?.value ?? "null");
  }

  #send(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ({ type, result, error, message }) => {
        this.#waiting.delete(id);
        if (type === "success") resolve(result);
        else reject(new Error(`${method}: ${error ?? ""} ${message ?? ""}`));
      });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  #receive(message: Message): void {
    if (message.id !== undefined) this.#waiting.get(message.id)?.(message);
  }
}
