// A browser as an engine: each place is a page of its own with the game and the tasks in it.

import type { BrowserEngine, BrowserPage, EngineName, PageOptions, Place } from "./engine.js";

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
    async open({ saboteur } = {}) {
      const page = await client.openPage(`${url}?agent=1${saboteur === undefined ? "" : `&saboteur=${saboteur}`}`);
      await page.evaluate(`(0, eval)(${JSON.stringify(tasksScript)})`);
      return placeIn(page);
    },
    close: () => client.close(),
  };
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
