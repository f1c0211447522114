// The journal of this tab in IndexedDB, so that a run survives a reload and a killed browser. Writes go in groups; one that
// fails is reported and tried again as a whole, and the game plays on.

import type { HostJournal, JournalState, StoredJournal } from "../session/host.js";
import { type JournalEntry, type JournalSource, JournalWriter } from "../session/journal.js";
import { claimTab, openTabs } from "./tab-claim.js";

/** A store that does not open in this time counts as blocked: a page must not wait for its disk. */
const openLimitMs = 2000;
const commitEveryMs = 250;
/** After a write that failed, the next try waits so long. */
const retryAfterMs = 1000;
/** So many journals of closed tabs are kept. */
const closedTabsMax = 8;
const storeName = "batches";

/** What one write stores, under the key [tab, number]. */
interface Batch {
  readonly at: number;
  readonly entries: readonly JournalEntry[];
}

/** The journal of this tab, ready to be written. Rejects with the reason where there can be none. */
export async function openJournal(prefix: string, gameId: string): Promise<HostJournal> {
  const name = `tickbridge:${prefix}:${gameId}`;
  try {
    // Asked first: where storage is blocked, this says so at once.
    const database = await within(openDatabase(name), openLimitMs);
    const tab = await claimTab(name);
    const journal = new JournalStore(name, tab, database);
    await within(journal.lookAround(), openLimitMs);
    return journal;
  } catch (thrown) {
    throw new Error(nameOf(thrown));
  }
}

class JournalStore implements HostJournal {
  readonly kind = "indexedDB";
  holdsRun = false;
  readonly #name: string;
  readonly #tab: string;
  #database: IDBDatabase | undefined;
  #writer = new JournalWriter();
  #pending: JournalEntry[] = [];
  #batch = 0;
  #notedSeq = 0;
  #state: JournalState = {};
  #failedMs = Number.NEGATIVE_INFINITY;
  #commitMs = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #commit: Promise<void> | undefined;

  constructor(name: string, tab: string, database: IDBDatabase) {
    this.#name = name;
    this.#tab = tab;
    this.#use(database);
  }

  /** Learns what earlier documents have left, and lets the oldest journals of closed tabs go. */
  async lookAround(): Promise<void> {
    const { own, closed } = await this.#journals();
    this.holdsRun = own !== undefined || closed.length > 0;
    const old = closed.slice(closedTabsMax);
    if (old.length === 0) return;
    const transaction = (await this.#opened()).transaction(storeName, "readwrite");
    for (const { tab } of old) transaction.objectStore(storeName).delete(rangeOf(tab));
    await ended(transaction);
  }

  note(source: JournalSource): void {
    // Without a run there is nothing to bring back but what the tab holds already.
    if (source.run === undefined || performance.now() < this.#failedMs + retryAfterMs) return;
    const entries = this.#writer.take(source);
    this.#notedSeq = source.seq;
    if (entries.some((entry) => entry.kind === "run")) this.#pending = entries;
    else this.#pending.push(...entries);
    if (this.#pending.length === 0) {
      if (this.#commit === undefined) this.#state = { journaledSeq: source.seq };
      return;
    }
    // An error belongs to the write before; whoever waits now waits for this one.
    const { journalError: _, ...state } = this.#state;
    this.#state = state;
    this.#timer ??= setTimeout(() => this.#store(), Math.max(0, this.#commitMs + commitEveryMs - performance.now()));
  }

  async settled(limitMs: number): Promise<JournalState> {
    if (!(limitMs > 0)) return this.#state;
    const seq = this.#notedSeq;
    const isStored = () => this.#state.journalError !== undefined || (this.#state.journaledSeq ?? 0) >= seq;
    const stored = (async () => {
      while (!isStored()) await this.#store();
      return this.#state;
    })();
    try {
      return await within(stored, limitMs);
    } catch (thrown) {
      return { ...this.#state, journalError: nameOf(thrown) };
    }
  }

  async read(): Promise<StoredJournal | undefined> {
    await this.#store();
    const { own, closed } = await this.#journals();
    const found = own ?? closed[0];
    if (found === undefined) return undefined;
    const database = await this.#opened();
    const batches = await result(database.transaction(storeName).objectStore(storeName).getAll(rangeOf(found.tab)));
    // What others have put into the store is judged when it is read as a journal.
    const entries = batches.flatMap((batch) => (batch as Partial<Batch> | null)?.entries ?? [batch]);
    return { entries, source: found === own ? "tab" : "closedTab" };
  }

  /** Writes what is noted, in one transaction after the other. */
  #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#commit ??= this.#storeNow().finally(() => {
      this.#commit = undefined;
    });
    return this.#commit;
  }

  async #storeNow(): Promise<void> {
    const entries = this.#pending.splice(0);
    const seq = this.#notedSeq;
    if (entries.length === 0) {
      if (this.#state.journalError === undefined) this.#state = { journaledSeq: seq };
      return;
    }
    this.#commitMs = performance.now();
    try {
      const database = await this.#opened();
      // A journal is to survive this process, not the machine's power: the system's buffers will do.
      const transaction = database.transaction(storeName, "readwrite", { durability: "relaxed" });
      const store = transaction.objectStore(storeName);
      if (entries.some((entry) => entry.kind === "run")) {
        store.delete(rangeOf(this.#tab));
        this.#batch = 0;
      }
      store.put({ at: Date.now(), entries } satisfies Batch, [this.#tab, this.#batch++]);
      await ended(transaction);
      this.#state = { journaledSeq: seq };
      this.holdsRun = true;
    } catch (thrown) {
      this.#failedMs = performance.now();
      this.#fail(nameOf(thrown));
    }
  }

  /** What is stored stays as it is; the next write stores the whole run anew. */
  #fail(journalError: string): void {
    this.#state = { ...this.#state, journalError };
    this.#writer = new JournalWriter();
    this.#pending = [];
    this.#database?.close();
    this.#database = undefined;
  }

  async #opened(): Promise<IDBDatabase> {
    if (this.#database === undefined) this.#use(await openDatabase(this.#name));
    return this.#database as IDBDatabase;
  }

  #use(database: IDBDatabase): void {
    this.#database = database;
    const forget = () => {
      if (this.#database === database) this.#fail("the browser has closed the storage");
    };
    // The browser has cleared the site's data, or somebody wants to: a connection that is held would block it.
    database.onclose = forget;
    database.onversionchange = forget;
  }

  /** This tab's journal, and those of closed tabs, the newest first. */
  async #journals(): Promise<{ readonly own: Found | undefined; readonly closed: readonly Found[] }> {
    const found = await newestOfEachTab(await this.#opened());
    const open = await openTabs(this.#name);
    const closed = found.filter(({ tab }) => tab !== this.#tab && !open.has(tab));
    return {
      own: found.find(({ tab }) => tab === this.#tab),
      closed: closed.sort((left, right) => right.at - left.at),
    };
  }
}

interface Found {
  readonly tab: string;
  readonly at: number;
}

/** Goes backwards over the keys, from the newest batch of one tab to that of the tab before it. */
function newestOfEachTab(database: IDBDatabase): Promise<Found[]> {
  const found: Found[] = [];
  const request = database.transaction(storeName).objectStore(storeName).openCursor(null, "prev");
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (cursor === null) return resolve(found);
      const tab = Array.isArray(cursor.key) ? cursor.key[0] : undefined;
      // Others may have written here too.
      if (typeof tab !== "string") return cursor.continue();
      found.push({ tab, at: Number((cursor.value as Partial<Batch> | null)?.at) || 0 });
      cursor.continue([tab]);
    };
  });
}

function rangeOf(tab: string): IDBKeyRange {
  return IDBKeyRange.bound([tab], [tab, []]);
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName);
  return result(request);
}

function result<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the write was aborted"));
  });
}

async function within<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the storage did not answer in ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `QuotaExceededError: …`: what stands before the colon is what one can look up. */
function nameOf(thrown: unknown): string {
  const name = thrown instanceof DOMException ? `${thrown.name}: ` : "";
  return name + (thrown instanceof Error ? thrown.message : String(thrown));
}
