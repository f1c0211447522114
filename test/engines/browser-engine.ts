// A browser as an engine: each place is a page of its own with the game and the tasks in it.

import type { BrowserEngine, BrowserPage, Content, EngineName, PageOptions, Place } from "./engine.js";

interface BrowserClient {
  readonly version: string;
  openPage(address: string, options?: PageOptions): Promise<BrowserPage>;
  close(): Promise<void>;
}

export interface BrowserEngineParts {
  readonly name: EngineName;
  readonly client: BrowserClient;
  /** The address of the built example, with a slash at its end. */
  readonly url: string;
  readonly tasksScript: string;
}

export function browserEngine({ name, client, url, tasksScript }: BrowserEngineParts): BrowserEngine {
  return {
    name,
    version: client.version,
    openPage: (address, options) => client.openPage(address, options),
    async open(content, options) {
      const page = await client.openPage(addressOf(content, url), options);
      await page.evaluate(`(0, eval)(${JSON.stringify(tasksScript)})`);
      return placeIn(page);
    },
    close: () => client.close(),
  };
}

function addressOf(content: Content, url: string): string {
  if (content === "no game") return "about:blank";
  return content === "game" ? `${url}?agent=1` : `${url}?agent=1&saboteur=${content}`;
}

function placeIn(page: BrowserPage): Place {
  return {
    run(task, argument) {
      const given = JSON.stringify([task, argument ?? null]);
      return page.evaluate(`engineTasks.runInPage(...${given})`);
    },
    close: () => page.close(),
  };
}
