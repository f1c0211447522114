// A static server for games and tests; it knows the path form of the gate.

import { stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sirv from "sirv";
import { DriverError } from "./errors.js";

export interface ServeOptions {
  /** 0 picks a free one. */
  readonly port?: number;
  /** 127.0.0.1 unless named. */
  readonly host?: string;
}

export interface RunningServer {
  /** With a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves a folder. A path segment `agent-mode` is dropped, so that `/agent-mode/` serves the same files as `/`.
 * @throws {DriverError} BAD_FILE when there is no such folder, PORT_IN_USE, BAD_ADDRESS for the host.
 */
export async function serveDirectory(
  directory: string,
  { port = 0, host = "127.0.0.1" }: ServeOptions = {},
): Promise<RunningServer> {
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw new DriverError("BAD_FILE", `${directory} is no folder: nothing can be served from it`);
  const files = sirv(directory, { dev: true, etag: false });
  const server = createServer((request, response) => {
    request.url = withoutAgentMode(request.url ?? "/");
    files(request, response, () => {
      response.writeHead(404, { "content-type": "text/plain" });
      response.end("no such file");
    });
  });
  await listen(server, port, host);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function withoutAgentMode(url: string): string {
  const [path = "/", ...query] = url.split("?");
  const kept = path.split("/").filter((segment) => segment !== "agent-mode");
  return [kept.length === 1 ? "/" : kept.join("/"), ...query].join("?");
}

/** What the system says of an address that cannot be had, and what to do. */
function listenError({ code }: NodeJS.ErrnoException, port: number, host: string): DriverError | undefined {
  if (code === "EADDRINUSE") {
    return new DriverError("PORT_IN_USE", `port ${port} is in use: name another, or --port 0 for a free one`);
  }
  if (code === "EACCES") {
    return new DriverError(
      "PORT_IN_USE",
      `port ${port} is kept for the system: name one above 1023, or --port 0 for a free one`,
    );
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return new DriverError(
      "BAD_ADDRESS",
      `${host} is no address of this machine: leave the host out, or name 0.0.0.0 for all`,
    );
  }
  return undefined;
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, port, host) ?? error));
    server.listen(port, host, resolve);
  });
}
