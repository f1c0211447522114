// A driver's round trip: commands in; replies, the state, and what is new in the journal out.

import type { Exchange } from "../protocol.js";
import type { CommandQueue } from "./command-queue.js";
import { JournalWriter } from "./journal.js";
import type { Session } from "./session.js";

interface Round {
  /** The commands that were given. */
  readonly seqs: readonly number[];
  readonly timeoutMs: number;
  readonly batchesKept: number | undefined;
}

/** What a session's driver has been told of the journal. */
interface Told {
  writer: JournalWriter;
  batches: number;
}

const toldOf = new WeakMap<Session, Told>();

/** The second half of `Session.exchange`. */
export function exchange(session: Session, queue: CommandQueue, round: Round): Promise<Exchange> {
  const { seqs, timeoutMs, batchesKept } = round;
  const told = batchesKept === undefined ? undefined : toldUpTo(session, batchesKept);
  return queue.repliesTo(seqs, timeoutMs, (timedOut) => {
    // In the middle of a command the journal would hold what no reply has shown.
    const isWhole = !timedOut && queue.isBetweenCommands;
    const entries = told !== undefined && isWhole ? told.writer.take(session.journalSource) : [];
    if (told === undefined || entries.length === 0) return { state: session.state };
    return { state: session.state, journal: { batch: ++told.batches, entries } };
  });
}

/** What the driver never got (it gave up on a page that answered in the end) is told again. */
function toldUpTo(session: Session, batchesKept: number): Told {
  const before = toldOf.get(session);
  if (before?.batches === batchesKept) return before;
  const told = { writer: new JournalWriter(), batches: before?.batches ?? 0 };
  toldOf.set(session, told);
  return told;
}
