// Pages of several games with scripts beside them, on a server that also answers in every wrong way, and a second origin.

import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export interface ScriptPages {
  /** Without a slash at its end, as is the next. */
  readonly origin: string;
  readonly otherOrigin: string;
  /** Paths, as they are asked for. */
  readonly requests: readonly string[];
  readonly otherRequests: readonly string[];
  /** How much of `/endless` has been sent. */
  readonly endlessBytes: () => number;
  close(): Promise<void>;
}

/** `/toy.html`, `/two.html` (two games), `/tag/index.html` (script tags), and `script` at every path that ends in play.json. */
export async function serveScriptPages(script: unknown): Promise<ScriptPages> {
  const requests: string[] = [];
  const otherRequests: string[] = [];
  const other = createServer((request, response) => {
    otherRequests.push(request.url ?? "");
    response.setHeader("access-control-allow-origin", "*").end(JSON.stringify(script));
  });
  const otherOrigin = await listen(other);
  const files = await buildPages();
  const faulty = faultyAnswers(`${otherOrigin}/play.json`);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://here");
    requests.push(pathname);
    const file = files.get(pathname);
    const type = pathname.endsWith(".js") ? "text/javascript" : "text/html";
    if (file !== undefined) response.setHeader("content-type", type).end(file);
    else if (pathname.endsWith("/play.json")) response.end(JSON.stringify(script));
    else (faulty.answers[pathname] ?? notFound)(request, response);
  });
  return {
    origin: await listen(server),
    otherOrigin,
    requests,
    otherRequests,
    endlessBytes: faulty.endlessBytes,
    async close() {
      for (const running of [server, other]) {
        running.closeAllConnections();
        await new Promise((resolve) => running.close(resolve));
      }
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const notFound: RequestListener = (_request, response) => void response.writeHead(404).end();

function faultyAnswers(elsewhere: string) {
  let bytes = 0;
  const answers: { readonly [path: string]: RequestListener } = {
    "/redirect-here": (_request, response) => response.writeHead(302, { location: "/play.json" }).end(),
    "/redirect-elsewhere": (_request, response) => response.writeHead(302, { location: elsewhere }).end(),
    "/page": (_request, response) => response.end("<!doctype html><title>the app</title>"),
    "/many.json": (_request, response) => response.end(JSON.stringify(Array(10_001).fill({ cmd: "hash" }))),
    "/long.json": (_request, response) => response.end(JSON.stringify([{ cmd: "x".repeat(1024 * 1024) }])),
    "/cut-off": (_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("[", () => response.destroy());
    },
    "/endless": (_request, response) => {
      const zeros = "0".repeat(65_536);
      const more = () => {
        let goesOn = true;
        while (goesOn && !response.destroyed) {
          goesOn = response.write(zeros);
          bytes += zeros.length;
        }
        response.once("drain", more);
      };
      more();
    },
  };
  return { answers, endlessBytes: () => bytes };
}

async function buildPages(): Promise<ReadonlyMap<string, string>> {
  const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));
  const shared = { bundle: true, format: "esm", write: false } as const;
  const toy = await build({
    ...shared,
    entryPoints: { toy: join(fixtures, "toy-page.ts") },
    splitting: true,
    outdir: "/",
  });
  const contents = 'import "./named-page.js";\nimport "./toy-page.js";';
  const two = await build({ ...shared, stdin: { contents, resolveDir: fixtures, loader: "ts" } });
  const files = new Map(toy.outputFiles.map(({ path, text }) => [path, text]));
  files.set("/two.js", two.outputFiles[0]?.text ?? "");
  for (const name of ["toy", "two"]) {
    files.set(`/${name}.html`, `<!doctype html><meta charset="utf-8"><script type="module" src="${name}.js"></script>`);
  }
  const tags = fileURLToPath(new URL("../../examples/paddle-script-tag/dist", import.meta.url));
  for (const name of ["index.html", "tickbridge.global.js", "tickbridge.tripwires.js", "tickbridge.core.js"]) {
    files.set(`/tag/${name}`, await readFile(join(tags, name), "utf8"));
  }
  return files;
}
