// What a page names is read only as far as a script or a map can be: no file for a page that is none, nothing endless.

import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { readBytesMax, readTextHere } from "./read-text.js";

test("files are read by path and by address where files are allowed, and nowhere else", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tickbridge-read-"));
  try {
    const path = join(folder, "game.js");
    await writeFile(path, "run()");
    for (const address of [path, pathToFileURL(path).href]) {
      expect(await readTextHere(address, true)).toBe("run()");
      expect(await readTextHere(address, false)).toBeUndefined();
    }
    await writeFile(path, Buffer.alloc(readBytesMax + 1));
    expect(await readTextHere(path, true)).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});

test.each(["/dev/zero", "file:///dev/zero", "/dev", "/nowhere/at/all", "data:text/plain,a"])(
  "%s is not read",
  async (address) => {
    expect(await readTextHere(address, true)).toBeUndefined();
  },
);

test("of an answer without an end no more is read than a script can have", async () => {
  const endless = Buffer.alloc(2 ** 20, "a");
  const server = createServer((request, response) => {
    if (request.url === "/short") return void response.end("é".repeat(9));
    const more = () => {
      if (!response.destroyed) response.write(endless, more);
    };
    more();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    expect(await readTextHere(`http://127.0.0.1:${port}/short`, false)).toBe("é".repeat(9));
    expect(await readTextHere(`http://127.0.0.1:${port}/endless`, false)).toBeUndefined();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
