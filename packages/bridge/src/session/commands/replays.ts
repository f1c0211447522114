// Commands about replays.

import { parseReplay, type Replay, ReplayError } from "@tickbridge/replay";
import { keepRun } from "../kept-run.js";
import { expectGameValues } from "../recorded-values.js";
import { badArgs, Refusal } from "../refusal.js";
import { playThrough } from "../replayer.js";
import { replayOf } from "../run-branches.js";
import type { Session } from "../session.js";
import { putBack, restoreBoundary } from "../time-travel.js";
import { beginReplay, unverifiable, unverifiableReason, verifyReplay } from "../verification.js";
import { Watching } from "../watching.js";
import { shown } from "./act.js";
import type { Body, Call, Handlers } from "./index.js";

export const replays: Handlers<"exportReplay" | "loadReplay"> = {
  exportReplay(session) {
    return { replay: replayOf(session.requireRun(true)) };
  },

  loadReplay(session, call, given, { mode = "verify", speed = 1, allowBuild = false, tick } = {}) {
    const replay = readReplay(given);
    if ((tick === undefined) === (mode === "seek")) {
      throw badArgs("/1/tick", mode === "seek" ? "the tick to seek" : `no tick for ${mode}`);
    }
    const reason = unverifiableReason(session.game, replay, allowBuild);
    if (reason === undefined) expectGameValues(session.game, replay);
    if (mode !== "verify" && reason !== undefined) throw new Refusal("BAD_REPLAY", reason);
    if (mode === "watch") return watch(session, call, replay, speed);
    if (tick !== undefined) return seek(session, call, replay, tick);
    if (reason !== undefined) return { ...unverifiable(replay, reason), restored: true };
    return session.aside(() => verifyAndPutBack(session, call, replay));
  },
};

function readReplay(given: unknown): Replay {
  try {
    return parseReplay(given);
  } catch (thrown) {
    if (!(thrown instanceof ReplayError)) throw thrown;
    throw new Refusal(thrown.code, thrown.message, { path: `/0${thrown.path ?? ""}`, expected: thrown.expected });
  }
}

async function watch(session: Session, call: Call, replay: Replay, speed: number): Promise<Body> {
  session.starting = true;
  try {
    const { replayer, divergence } = await beginReplay(session.game, replay);
    session.replaceRun(replayer.run);
    session.watching = new Watching(call.seq, speed, replay, replayer, divergence);
  } finally {
    session.starting = false;
  }
  session.agentHolds = false;
  return { watching: true, ticks: replay.ticks };
}

/** Plays to boundary `tick`, before the choices made there; the run stays, held by the agent. */
async function seek(session: Session, call: Call, replay: Replay, tick: number): Promise<Body> {
  if (tick > replay.ticks) throw badArgs("/1/tick", `an integer from 0 to ${replay.ticks}`);
  const kept = keepRun(session);
  const choices = replay.choices.filter((choice) => choice[0] < tick);
  const { replayer, divergence: atStart } = await beginReplay(session.game, { ...replay, ticks: tick, choices });
  const outcome = atStart ?? (await playThrough(replayer, session.host, () => call.abortRequested()));
  const { run } = replayer;
  if (outcome === undefined || kept === undefined) {
    session.replaceRun(run);
    session.agentHolds = true;
    if (run.torn) await restoreBoundary(session, run);
  }
  if (outcome === undefined) return { sought: true, ticks: replay.ticks, choice: shown(session.game.choice) };
  const restored = kept === undefined ? false : await putBack(session, kept);
  throw outcome === "aborted"
    ? new Refusal("ABORTED", `aborted at tick ${run.tick} of ${tick}`).with({ ticks: run.tick, restored })
    : new Refusal("DIVERGED", outcome.message).with({ divergence: outcome, restored });
}

async function verifyAndPutBack(session: Session, call: Call, replay: Replay): Promise<Body> {
  const kept = keepRun(session);
  const { run, verdict } = await verifyReplay(session.game, session.host, replay, () => call.abortRequested());
  const restored = kept === undefined ? false : await putBack(session, kept);
  if (kept === undefined) {
    // There was no run to put back, and no way back to the menu: the replay's run stays, at a whole boundary.
    session.replaceRun(run);
    session.agentHolds = true;
    if (run.torn) await restoreBoundary(session, run);
  }
  if (verdict === "aborted") {
    throw new Refusal("ABORTED", `aborted at tick ${run.tick} of ${replay.ticks}`).with({ ticks: run.tick, restored });
  }
  return { ...verdict, restored };
}
