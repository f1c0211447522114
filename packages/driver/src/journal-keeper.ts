// Keeps the journal of one session: in memory, to bring its run back, and in a file for another process. A file that cannot
// be written is reported and does not stop play.

import type { Exchange } from "@tickbridge/bridge/protocol";
import { Journal, JournalWriter } from "@tickbridge/bridge/session";
import { defaultDirectory, JournalFile, newestJournal, readJournalFile } from "./journal-file.js";

export interface JournalOptions {
  /** The folder of the file. Left out: the one in TICKBRIDGE_JOURNALS, or else the user's own for programs' state. */
  readonly directory?: string;
}

/** Where the journal of a session lies. */
export interface JournalPlace {
  /** The file; left out before the first run, and where it cannot be written. */
  readonly path?: string;
  /** Why the newest part is not in a file. */
  readonly error?: string;
}

export class JournalKeeper {
  readonly directory: string;
  #journal = new Journal();
  #batch = 0;
  #file: JournalFile | undefined;
  #error: string | undefined;
  #closed = false;

  constructor({ directory = defaultDirectory() }: JournalOptions) {
    this.directory = directory;
  }

  /** The newest batch that has arrived. */
  get batch(): number {
    return this.#batch;
  }

  get gameId(): string {
    return this.#journal.game?.id ?? "";
  }

  get place(): JournalPlace {
    return {
      ...(this.#file === undefined ? {} : { path: this.#file.path }),
      ...(this.#error === undefined ? {} : { error: this.#error }),
    };
  }

  /** Takes over what an earlier session left in a file: in this one, or the newest of this game. */
  load(recover: string | true): void {
    this.#journal = recover === true ? newestJournal(this.directory, this.gameId).journal : readJournalFile(recover);
  }

  /** A page that was opened again counts its batches anew. */
  restart(): void {
    this.#batch = 0;
  }

  /** Keeps what an exchange has brought, in the file too before this returns. */
  add(brought: Exchange["journal"]): void {
    if (brought === undefined || this.#closed) return;
    const { batch, entries } = brought;
    const isWhole = entries[0]?.kind === "head";
    // One that is not the next is left out; the page tells all anew when it learns of it.
    if (batch !== this.#batch + 1 && !isWhole) return;
    const replaces = entries.some((entry) => entry.kind === "run");
    const journal = replaces ? new Journal() : this.#journal;
    try {
      journal.apply(entries);
    } catch (thrown) {
      this.#report(thrown);
      return;
    }
    this.#journal = journal;
    this.#batch = batch;
    if (journal.run === undefined && journal.pinnedSeed === null) return;
    this.#write(JSON.stringify(entries), replaces);
  }

  /** The whole journal, as the argument of `recover`. */
  text(): string {
    const { game, pinnedSeed, maxEntities, seq, snap, run } = this.#journal;
    if (game === undefined) return "[]";
    return JSON.stringify(new JournalWriter().take({ game, pinnedSeed, maxEntities, seq, snap, run }));
  }

  close(): void {
    this.#closed = true;
    this.#file?.close();
    this.#file = undefined;
  }

  #write(line: string, replaces: boolean): void {
    // A file that has failed lacks lines; the next run's is whole again.
    if (this.#error !== undefined && !replaces) return;
    try {
      if (this.#file === undefined) this.#file = new JournalFile(this.directory, this.gameId, this.text());
      else if (replaces) this.#file.replace(line);
      else this.#file.append(line);
      this.#error = undefined;
    } catch (thrown) {
      this.#report(thrown);
    }
  }

  #report(thrown: unknown): void {
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    if (this.#error === undefined) process.emitWarning(`the journal is not in its file: ${words}`, "TickbridgeWarning");
    this.#error = words;
  }
}
