// The text of a script or of its source map: of a file here, or from the network. A page names these addresses, and it may
// name whatever it likes: nothing endless is read, and no file for a page that is none itself.

import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** How long reading may take. */
export const readLimitMs = 5000;
/** How much is read at most; what is longer is not read. */
export const readBytesMax = 32 * 2 ** 20;

/** Undefined for what cannot be read, or must not: files unless `allowsFiles`. Never rejects. */
export async function readTextHere(address: string, allowsFiles: boolean): Promise<string | undefined> {
  try {
    const isFile = address.startsWith("file:") || !URL.canParse(address);
    if (isFile) return allowsFiles ? await fileText(address) : undefined;
    return /^https?:/.test(address) ? await networkText(address) : undefined;
  } catch {
    return undefined;
  }
}

async function fileText(address: string): Promise<string | undefined> {
  const path = address.startsWith("file:") ? fileURLToPath(address) : address;
  const found = await stat(path);
  // No device, no pipe; what has no size may still be endless to read, such as some files of the system.
  if (!found.isFile() || found.size > readBytesMax) return undefined;
  if (found.size === 0) return "";
  return readFile(path, { encoding: "utf8", signal: AbortSignal.timeout(readLimitMs) });
}

async function networkText(address: string): Promise<string | undefined> {
  const { ok, body } = await fetch(address, { signal: AbortSignal.timeout(readLimitMs) });
  if (!ok || body === null) {
    await body?.cancel();
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop lets the connection go.
    if (bytes > readBytesMax) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
