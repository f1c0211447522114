// What a session needs from where it runs, so that the same code serves page and Node.

import type { JournalSource } from "./journal.js";

/** Time, turns and chance for one session. Nothing of it ever reaches the simulation but the seed it draws. */
export interface Host {
  /** Milliseconds of a monotonic clock; decides only how long a slice of ticks may last. */
  now(): number;
  /** Resolves after everything else that waits has had a turn. Must not depend on frames or throttled timers. */
  turn(): Promise<void>;
  /** Calls back after about `delayMs` milliseconds; returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** A seed (an integer, 0 to 2^32-1) for a run whose seed is not pinned. */
  drawSeed(): number;
  /** Where a pinned seed survives a reload. `write` says whether it will. Left out: the pin lives as long as the session. */
  readonly pinnedSeed?: { read(): number | null; write(seed: number | null): boolean };
  /** What the page has printed and got wrong, for the audit `console`. Left out: there is no such audit here. */
  readonly consoleAudit?: () => unknown;
  /** Where runs survive a reload. Left out: nowhere but where a driver keeps them. */
  readonly journal?: HostJournal | undefined;
  /** Why there is no `journal`. */
  readonly journalReason?: string | undefined;
}

/** A store of journals beside the session. None of its calls rejects but `read`. */
export interface HostJournal {
  /** `describe.journal`: what stores it. */
  readonly kind: "indexedDB";
  /** Whether there is a run that `recover` could bring back. */
  readonly holdsRun: boolean;
  /** Something may have happened. Called between two commands only; costs next to nothing when nothing has. */
  note(source: JournalSource): void;
  /** Resolves once all that was noted is stored or cannot be, after `limitMs` at the latest. */
  settled(limitMs: number): Promise<JournalState>;
  /** What is stored for this tab or, where that is nothing, for the tab that was closed last. */
  read(): Promise<StoredJournal | undefined>;
}

/** What a wait says of the journal. */
export interface JournalState {
  /** The last command whose effects are stored. */
  readonly journaledSeq?: number;
  /** Why what came after it is not. */
  readonly journalError?: string;
}

export interface StoredJournal {
  /** Entries; not yet judged. */
  readonly entries: unknown;
  readonly source: "tab" | "closedTab";
}
