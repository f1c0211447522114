// Brings a journalled run back: simulates it again from its start, each hash on the way compared, and restores what waits
// for the next tick. A recovery that fails leaves the run before as it was.

import type { Divergence } from "../protocol.js";
import { shown } from "./commands/act.js";
import type { Body, Call } from "./commands/index.js";
import type { JournalledRun } from "./journal.js";
import { type Journal, readJournal } from "./journal-reader.js";
import { keepSafely } from "./kept-run.js";
import { isGamesFault, Refusal, thrownMessage } from "./refusal.js";
import { Run } from "./run.js";
import type { Session } from "./session.js";
import { putBack, simulateTo } from "./time-travel.js";

/** More snapshots than anybody makes between two entries of a journal: a number from before never means a new one. */
const snapGap = 1_000_000;

type Source = "given" | "tab" | "closedTab";

/** `given`: entries, or their JSON text; left out, what the host has stored. */
export async function recover(session: Session, call: Call, given: unknown): Promise<Body> {
  const { journal, source } = given === undefined ? await storedJournal(session) : givenJournal(given);
  checkGame(session, journal);
  const { run: journalled } = journal;
  if (journalled === undefined && (source !== "given" || journal.game === undefined)) {
    throw new Refusal("NO_JOURNAL", "the journal holds no run: give startRun");
  }
  const run = journalled && (await simulated(session, call, journalled));
  if (run !== undefined) {
    session.replaceRun(run);
    session.agentHolds = true;
  }
  resumeSession(session, journal, source);
  return run === undefined
    ? { source }
    : { recovered: { seed: run.seed, ticks: run.tick }, source, choice: shown(session.game.choice) };
}

function givenJournal(given: unknown): { readonly journal: Journal; readonly source: Source } {
  try {
    return { journal: readJournal(given), source: "given" };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const { path = "", expected } = thrown.details;
    throw new Refusal(thrown.code, thrown.message, { path: `/0${path}`, expected });
  }
}

async function storedJournal(session: Session): Promise<{ readonly journal: Journal; readonly source: Source }> {
  const { journal: store, journalReason } = session.host;
  if (store === undefined) {
    const reason = journalReason === undefined ? "" : ` (${journalReason})`;
    throw new Refusal("NO_JOURNAL", `nothing is stored here${reason}: give startRun`);
  }
  let stored: Awaited<ReturnType<typeof store.read>>;
  try {
    stored = await store.read();
  } catch (thrown) {
    throw new Refusal("NO_JOURNAL", `the storage cannot be read: ${thrownMessage(thrown)}`);
  }
  if (stored === undefined) throw new Refusal("NO_JOURNAL", "no run of this game is stored: give startRun");
  return { journal: readJournal(stored.entries), source: stored.source };
}

function checkGame(session: Session, journal: Journal): void {
  const { id, build, ticksPerSecond, evidence } = session.game;
  const { game } = journal;
  if (game !== undefined && (game.id !== id || game.build !== build)) {
    const words = `the journal is of "${game.id}", build "${game.build}"; this game is "${id}", build "${build}"`;
    throw new Refusal("WRONG_GAME", words);
  }
  journal.checkRun(ticksPerSecond, evidence);
}

/** The run at its journalled boundary. Throws when it does not get there; then the run before stands as it was. */
async function simulated(session: Session, call: Call, journalled: JournalledRun): Promise<Run> {
  const { game } = session;
  const kept = keepSafely(session);
  const run = new Run(game, journalled.seed, journalled.options, journalled);
  let outcome: Divergence | "aborted" | undefined;
  session.starting = true;
  try {
    outcome = await simulateTo(session, run, journalled, () => call.abortRequested(), run.log);
  } catch (thrown) {
    if (!isGamesFault(thrown)) throw thrown;
    outcome = { kind: "threw", tick: 0, message: thrown.message };
  } finally {
    session.starting = false;
  }
  if (outcome !== undefined) {
    const restored = kept === undefined ? false : await putBack(session, kept);
    if (kept === undefined) session.replaceRun(undefined);
    throw outcome === "aborted"
      ? new Refusal("ABORTED", `aborted before tick ${journalled.tick} was reached`).with({ restored })
      : new Refusal("JOURNAL_DIVERGED", outcome.message).with({ divergence: outcome, restored });
  }
  run.pendingCheats = [...journalled.pendingCheats];
  run.fault = journalled.fault;
  for (const [label, { record, kept: state }] of journalled.labels)
    run.labels.set(label, { record, kept: { ...state } });
  run.endAnnounced = game.phase !== "running";
  return run;
}

/** What belongs to the session rather than to the run. A page that was told otherwise since its reload knows better. */
function resumeSession(session: Session, journal: Journal, source: Source): void {
  const { host, snapshots } = session;
  if (source === "given" || session.pinnedSeed === null) {
    session.pinnedSeed = journal.pinnedSeed;
    host.pinnedSeed?.write(journal.pinnedSeed);
  }
  if (journal.maxEntities !== undefined) snapshots.maxEntities = journal.maxEntities;
  snapshots.continueBehind(journal.snap + snapGap);
  session.continueBehind(journal.seq);
  session.touch();
}
