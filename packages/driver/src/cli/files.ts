// Files that a person names, read and written with errors that say what to do.

import { rmSync } from "node:fs";
import { open, readFile, stat } from "node:fs/promises";
import { parseReplay, type Replay, ReplayError } from "@tickbridge/replay";
import { DriverError } from "../errors.js";

/** No text that is taken here is longer: a replay has at most 16 Mi characters of up to four bytes. */
const bytesMax = 64 * 1024 * 1024;

/** The text of a file. `what` says what it should be. @throws {DriverError} BAD_FILE. */
export async function readText(path: string, what: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= bytesMax) return await readFile(path, "utf8");
  } catch (thrown) {
    throw new DriverError("BAD_FILE", `${path} cannot be read as ${what}: ${reasonOf(thrown)}`, { cause: thrown });
  }
  throw new DriverError("BAD_FILE", `${path} cannot be read as ${what}: it has more than ${bytesMax} bytes`);
}

/** The replay of a file. @throws {DriverError} BAD_FILE. @throws {ReplayError} which names the file. */
export async function readReplay(path: string): Promise<Replay> {
  const text = await readText(path, "a replay");
  try {
    return parseReplay(text);
  } catch (thrown) {
    if (!(thrown instanceof ReplayError)) throw thrown;
    throw new ReplayError(thrown.code, `${path}: ${thrown.message}`, thrown.path, thrown.expected);
  }
}

export interface ResultFile {
  write(text: string): Promise<void>;
  /** Takes the file away again when nothing was written. */
  close(): Promise<void>;
}

/**
 * Opens a file for a later result, so that a wrong path is known before the work. One that is there already is kept,
 * unless `replace` allows it to be written anew.
 * @throws {DriverError} BAD_FILE.
 */
export async function openForResult(path: string, replace: boolean): Promise<ResultFile> {
  try {
    // "a": what stands there is kept until the result is there.
    const isNew = (await stat(path).catch(() => undefined)) === undefined;
    const file = await open(path, isNew || !replace ? "wx" : "a");
    let written = false;
    const tidy = () => {
      if (isNew && !written) rmSync(path, { force: true });
    };
    // Interrupted, the process exits without closing anything.
    process.once("exit", tidy);
    return {
      async write(text) {
        await file.truncate(0);
        await file.appendFile(text);
        written = true;
      },
      async close() {
        process.off("exit", tidy);
        await file.close();
        tidy();
      },
    };
  } catch (thrown) {
    const advice =
      (thrown as NodeJS.ErrnoException).code === "EEXIST" ? ": name another with --out, or give --force" : "";
    throw new DriverError("BAD_FILE", `${path} cannot be written: ${reasonOf(thrown)}${advice}`, { cause: thrown });
  }
}

function reasonOf(thrown: unknown): string {
  const { code, message } = thrown as NodeJS.ErrnoException;
  const known: { readonly [code: string]: string } = {
    ENOENT: "no such file or folder",
    EACCES: "no permission",
    EISDIR: "it is a folder",
    EEXIST: "it is there already",
    ENOTDIR: "a part of the path is no folder",
  };
  return known[code ?? ""] ?? message;
}
