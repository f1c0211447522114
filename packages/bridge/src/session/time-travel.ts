// Brings the game to another boundary of a run: from the nearest keyframe or from the start, by the streams, each hash
// on the way compared. The one engine of rewind, restore, recovery, and of putting back what was there before.

import { sharedPath } from "@tickbridge/replay";
import { hashEvery, hashState, type StateHash } from "@tickbridge/replay/core";
import type { Divergence } from "../protocol.js";
import type { Call } from "./commands/index.js";
import { type KeptRun, type KeptState, keepState } from "./kept-run.js";
import { present } from "./present.js";
import { isGamesFault, Refusal, thrownMessage } from "./refusal.js";
import type { RegisteredGame } from "./registered-game.js";
import { playThrough, Replayer } from "./replayer.js";
import { Run, type RunRecord } from "./run.js";
import { commonTickOf } from "./run-branches.js";
import type { Session } from "./session.js";
import { differenceOf } from "./state-difference.js";
import type { WarningLog } from "./warning-log.js";

/** Makes a kept run the live one again; false, and the run is marked faulted, when its state does not come back. */
export async function putBack(session: Session, kept: KeptRun): Promise<boolean> {
  await bringBack(session, kept);
  return kept.run.faulted === undefined;
}

/** As `putBack`; says what came back changed. */
export async function bringBack(session: Session, kept: KeptRun): Promise<Divergence | undefined> {
  const { run } = kept;
  let changed: Divergence | undefined;
  try {
    changed = await goBack(session, run, kept);
  } catch (thrown) {
    run.faulted = { tick: run.tick, message: `the run could not be put back: ${thrownMessage(thrown)}` };
  }
  session.touch();
  return changed;
}

/** Brings the game back to `run`'s newest boundary after a throw; marks the run faulted when that fails. */
export async function restoreBoundary(session: Session, run: Run): Promise<void> {
  run.torn = false;
  try {
    await goBack(session, run);
  } catch (thrown) {
    const { fault } = run;
    run.faulted = { tick: fault?.tick ?? run.tick, message: fault?.message ?? thrownMessage(thrown) };
  }
  session.game.sentinel?.ends(run);
  session.touch();
}

/** Puts the run at the end of `record`, held by the agent. On failure it throws, and the run stands as it was. */
export async function travel(session: Session, call: Call, record: RunRecord, kept?: KeptState): Promise<void> {
  const run = session.requireRun(true);
  const before = { run, ...keepState(session.game) };
  let outcome: Divergence | "aborted" | undefined;
  try {
    outcome = await goTo(session, run, record, () => call.abortRequested(), kept);
  } catch (thrown) {
    if (!isGamesFault(thrown)) throw thrown;
    outcome = { kind: "threw", tick: record.tick, message: thrown.message };
  }
  if (outcome !== undefined) {
    const restored = await putBack(session, before);
    throw outcome === "aborted"
      ? new Refusal("ABORTED", "aborted before the boundary was reached").with({ restored })
      : new Refusal("DIVERGED", outcome.message).with({ divergence: outcome, restored });
  }
  run.dropPending("the run went to another boundary");
  run.become(record, commonTickOf(run, record));
  run.endAnnounced = session.game.phase !== "running";
  session.eventsSince = Math.min(session.eventsSince, run.tick);
  session.agentHolds = true;
}

/**
 * To the newest boundary of `run`, in any way there is: where a load loses something, by simulation from the start. Gives
 * what a load has lost; throws when no way leads there.
 */
async function goBack(session: Session, run: Run, kept?: Partial<KeptState>): Promise<Divergence | undefined> {
  const isLoaded = kept?.state !== undefined || run.keyframes.newestUpTo(run.tick) !== undefined;
  const lost = await goTo(session, run, run, () => false, kept);
  if (lost === undefined) return undefined;
  let outcome: Divergence | "aborted" | undefined = lost;
  if (isLoaded) {
    run.keyframes.cutAfter(-1);
    outcome = await goTo(session, run, run, () => false, kept?.hash === undefined ? undefined : { hash: kept.hash });
  }
  if (outcome !== undefined) throw new Error(outcome === "aborted" ? outcome : outcome.message);
  return lost === "aborted" ? undefined : lost;
}

/** As `simulateTo`, but by loading `kept` where there is a state. */
async function goTo(
  session: Session,
  run: Run,
  record: RunRecord,
  isAborted: () => boolean,
  kept?: Partial<KeptState>,
): Promise<Divergence | "aborted" | undefined> {
  const { game } = session;
  if (kept?.hash === undefined || kept.state === undefined) {
    const outcome = await simulateTo(session, run, record, isAborted);
    if (outcome !== undefined || kept?.hash === undefined) return outcome;
  } else {
    return loadKept(game, record.tick, { hash: kept.hash, state: kept.state }, (state) => {
      kept.state = state;
    });
  }
  const { hash } = game.hash();
  const message = `simulated again, the state at boundary ${record.tick} is another`;
  return hash === kept.hash ? undefined : changedAt(record.tick, kept.hash, hash, message);
}

/** Loads a saved state, which uses it up; `renew` gets one to be kept in its place. Says whether another came back. */
export function loadKept(
  game: RegisteredGame,
  tick: number,
  saved: KeptState,
  renew: (state: unknown, hash: StateHash) => void,
): Divergence | undefined {
  const isIntact = isStateOf(saved);
  game.sentinel?.at(tick);
  game.load(saved.state);
  const loaded = game.hash();
  renew(loaded.state, loaded.hash);
  if (loaded.hash === saved.hash) return undefined;
  if (!isIntact) {
    const path = sharedPath(loaded.state, game.save());
    const message = `the state saved at boundary ${tick} has changed since: save gives parts of the live state away${at(path)}`;
    return changedAt(tick, saved.hash, loaded.hash, message, { path });
  }
  const difference = isStateOf(saved) ? differenceOf(saved.state, loaded.state) : {};
  const message = `the state at boundary ${tick} came back changed: load does not bring back what save gave${at(difference.path)}`;
  return changedAt(tick, saved.hash, loaded.hash, message, difference);
}

/** Whether the game has left a saved state as it was. */
function isStateOf({ hash, state }: KeptState): boolean {
  try {
    return hashState(state) === hash;
  } catch {
    // It now holds what no state may hold.
    return false;
  }
}

function at(path: string | undefined): string {
  return path === undefined ? "" : `, first at ${path === "" ? "its root" : path}`;
}

/** `difference`: where it can be known, what stands in place of the hashes. */
function changedAt(tick: number, expected: string, actual: string, message: string, difference = {}): Divergence {
  return present({ kind: "hash", tick, expected, actual, ...difference, message }) as Divergence;
}

/**
 * Brings the game from the nearest keyframe, or from the start, to the end of `record`, which is of `run` or of another
 * branch of it. `run` itself stays as it is, but for keyframes met on the way. What breaks determinism on the way goes to
 * `log`, if one is given.
 */
export async function simulateTo(
  session: Session,
  run: Run,
  record: RunRecord,
  isAborted: () => boolean,
  log?: WarningLog,
): Promise<Divergence | "aborted" | undefined> {
  const { game, host } = session;
  const again = new Run(game, run.seed, run.options);
  again.log = log ?? again.log;
  const commonTick = commonTickOf(run, record);
  const frame = run.keyframes.newestUpTo(commonTick);
  const changed = await beginAt(game, again, frame && { frame, run });
  const replayer = new Replayer(again, scriptOf(record));
  const outcome = changed ?? replayer.compareStart() ?? (await playThrough(replayer, host, isAborted));
  game.afterLoad();
  if (outcome === undefined) run.keyframes.adopt(again.keyframes, commonTick);
  return outcome;
}

/** Puts `again` at the keyframe, or at the start; says when the keyframe's state came back changed. */
async function beginAt(
  game: RegisteredGame,
  again: Run,
  from: { readonly frame: { readonly tick: number; state: unknown }; readonly run: Run } | undefined,
): Promise<Divergence | undefined> {
  if (from === undefined) {
    await again.start();
    again.begin();
    return undefined;
  }
  const { frame, run } = from;
  again.become(run.recordUpTo(frame.tick));
  return loadKept(game, frame.tick, { hash: again.hashes.at(-1) as StateHash, state: frame.state }, (state, hash) => {
    frame.state = state;
    // What came back counts, not what was recorded.
    again.hashes[again.hashes.length - 1] = hash;
  });
}

/** What a record tells a replayer to play and to compare. */
export function scriptOf(record: RunRecord): ConstructorParameters<typeof Replayer>[1] {
  const { tick, inputs, cheats, choices, hashes } = record;
  return { ticks: tick, inputs, cheats, choices, hashes: { every: hashEvery, values: hashes } };
}
