// Pages for the driver's tests: small hand-written ones, and the toy game as a page with a game that misbehaves.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Pages by path, as HTML. */
export interface TestPages {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves HTML by path; any other path is answered with 404. */
export async function servePages(pages: { readonly [path: string]: string }): Promise<TestPages> {
  const server = createServer((request, response) => {
    const html = pages[new URL(request.url ?? "/", "http://localhost").pathname];
    response.writeHead(html === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(html ?? "no such page");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page with the toy game. `parts` is the text of its ToyParts; `change`, of what is done to `game` before it is mounted. */
export async function toyPage(parts = "{}", change = ""): Promise<string> {
  const code = await bundle(`
    import { mount } from "@tickbridge/bridge";
    import { createToyGame } from "./toy-game.ts";
    const game = { ...createToyGame(${parts}) };
    ${change}
    mount(game, { autoStart: false });
  `);
  return `<!doctype html><title>toy</title><script type="module">${code.replaceAll("</script", "<\\/script")}</script>`;
}

/** An ES module for Node that exports `createGame`, which gives the toy game; arguments as of `toyPage`. */
export function toyModule(parts = "{}", change = ""): Promise<string> {
  return bundle(`
    import { createToyGame } from "./toy-game.ts";
    export function createGame() {
      const game = { ...createToyGame(${parts}) };
      ${change}
      return game;
    }
  `);
}

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));

/** A module as one text; its relative imports are those of a file in the folder `resolveDir`. */
export async function bundle(contents: string, resolveDir = fixtures): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

/** A page that implements the public contract by hand, in the fewest words, and says that it speaks `protocol`. */
export function handWrittenBridge(protocol: number): string {
  return `<!doctype html><title>by hand</title><script>
    window[Symbol.for("tickbridge")] = ["__candy"];
    window.__candyReady = Promise.resolve({ protocol: ${protocol} });
    window[Symbol.for("tickbridge.exchange")] = {
      __candy: async (commands) => JSON.stringify({
        timedOut: false,
        replies: JSON.parse(commands).map(({ cmd }, index) => ({ ok: true, cmd, seq: index + 1, tick: 0 })),
        state: { snap: 1, runState: "Menu", pauseOwners: [] },
      }),
    };
  </script>`;
}
