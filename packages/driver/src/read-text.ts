// The text of a script or of its source map: of a file here, or from the network.

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const readLimitMs = 5000;

/** Undefined for what cannot be read. Never rejects. */
export async function readTextHere(address: string): Promise<string | undefined> {
  try {
    if (address.startsWith("file:")) return await readFile(fileURLToPath(address), "utf8");
    if (!URL.canParse(address)) return await readFile(address, "utf8");
    if (!/^https?:/.test(address)) return undefined;
    const response = await fetch(address, { signal: AbortSignal.timeout(readLimitMs) });
    return response.ok ? await response.text() : undefined;
  } catch {
    return undefined;
  }
}
