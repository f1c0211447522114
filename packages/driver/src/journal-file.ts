// A journal in a file, as JSON lines: one line is what one exchange added, so that a line holds all of a command or none.
// A line is with the system before its call resolves: it survives the end of the browser and of this process, by SIGKILL
// too. It is not forced to the disk, which would cost more than the step: after a power failure the newest lines may lack.

import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Journal } from "@tickbridge/bridge/session";
import { DriverError } from "./errors.js";

/** The environment variable that names the folder of journals. */
const directoryVariable = "TICKBRIDGE_JOURNALS";
/** So many files that no process writes any more are kept. */
const filesKeptMax = 20;
/** `<game>-<time>-<process>-<number>.jsonl`. */
const filePattern = /-(\d+)-\d+\.jsonl$/;

/** The files that this process writes now. */
const openPaths = new Set<string>();
let filesBegun = 0;

/** Where journals lie unless `launch` names a folder: where the system keeps what programs remember. */
export function defaultDirectory(): string {
  const named = process.env[directoryVariable];
  if (named !== undefined && named !== "") return named;
  const state = process.env.XDG_STATE_HOME;
  if (state !== undefined && state !== "") return join(state, "tickbridge", "journals");
  const home = homedir();
  if (process.platform === "win32") {
    return join(process.env.LOCALAPPDATA ?? join(home, "AppData", "Local"), "tickbridge", "journals");
  }
  const shared = process.platform === "darwin" ? ["Library", "Application Support"] : [".local", "state"];
  return join(home, ...shared, "tickbridge", "journals");
}

/** A file that is being written. Its calls throw what the file system throws. */
export class JournalFile {
  readonly path: string;
  #descriptor: number;

  /** Begins with `text`, one line. The oldest files that nobody writes any more are removed. */
  constructor(directory: string, gameId: string, text: string) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
    const name = gameId.replaceAll(/[^\w.-]+/g, "_").slice(0, 60);
    this.path = join(directory, `${name}-${time}-${process.pid}-${++filesBegun}.jsonl`);
    openPaths.add(this.path);
    this.#descriptor = this.#begin(text);
    removeOldest(directory);
  }

  append(text: string): void {
    appendFileSync(this.#descriptor, `${text}\n`);
  }

  /** Puts `text` in place of all lines, or leaves them as they are. */
  replace(text: string): void {
    const before = this.#descriptor;
    this.#descriptor = this.#begin(text);
    closeSync(before);
  }

  close(): void {
    openPaths.delete(this.path);
    closeSync(this.#descriptor);
  }

  /** Written beside the file and renamed, so that there is a whole journal at any moment. */
  #begin(text: string): number {
    const beside = `${this.path}.new`;
    writeFileSync(beside, `${text}\n`, { mode: 0o600 });
    const descriptor = openSync(beside, "a");
    renameSync(beside, this.path);
    return descriptor;
  }
}

/**
 * Reads a journal back. A last line without its end was being written when the process ended: no call had resolved with
 * it, and it is left out.
 * @throws {DriverError} BAD_FILE.
 */
export function readJournalFile(path: string): Journal {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    throw new DriverError("BAD_FILE", `${path} cannot be read: ${words(thrown)}`, { cause: thrown });
  }
  const journal = new Journal();
  for (const [index, line] of text.split("\n").slice(0, -1).entries()) {
    try {
      journal.apply(JSON.parse(line));
    } catch (thrown) {
      throw new DriverError("BAD_FILE", `${path}, line ${index + 1}: this is no journal (${words(thrown)})`, {
        cause: thrown,
      });
    }
  }
  if (journal.game === undefined) throw new DriverError("BAD_FILE", `${path} holds no journal`);
  return journal;
}

/**
 * The newest journal of this game that holds a run and that no process writes any more.
 * @throws {DriverError} NO_JOURNAL.
 */
export function newestJournal(directory: string, gameId: string): { readonly path: string; readonly journal: Journal } {
  const files = journalFiles(directory);
  for (const { path, isFree } of files) {
    if (!isFree) continue;
    const journal = tryRead(path);
    if (journal?.run !== undefined && journal.game?.id === gameId) return { path, journal };
  }
  const busy = files.filter(({ isFree }) => !isFree).map(({ path }) => path);
  const others = busy.length === 0 ? "" : ` (still being written: ${busy.join(", ")})`;
  throw new DriverError(
    "NO_JOURNAL",
    `${directory} holds no journal of "${gameId}" that could be brought back${others}: launch without recover, or name the file`,
  );
}

function tryRead(path: string): Journal | undefined {
  try {
    return readJournalFile(path);
  } catch (thrown) {
    if (thrown instanceof DriverError) return undefined;
    throw thrown;
  }
}

function removeOldest(directory: string): void {
  const free = journalFiles(directory).filter(({ isFree }) => isFree);
  for (const { path } of free.slice(filesKeptMax)) rmSync(path, { force: true });
}

/** The newest first. */
function journalFiles(directory: string): { readonly path: string; readonly isFree: boolean }[] {
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return [];
  }
  return names
    .flatMap((name) => {
      const pid = Number(filePattern.exec(name)?.[1] ?? Number.NaN);
      const path = join(directory, name);
      const modifiedMs = Number.isNaN(pid) ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      return modifiedMs === undefined ? [] : [{ path, modifiedMs, isFree: isFree(path, pid) }];
    })
    .sort((left, right) => right.modifiedMs - left.modifiedMs || (left.path < right.path ? 1 : -1));
}

function isFree(path: string, pid: number): boolean {
  if (pid === process.pid) return !openPaths.has(path);
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    // Somebody else's process may not be signalled, and lives.
    return (thrown as NodeJS.ErrnoException).code !== "EPERM";
  }
}

function words(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
