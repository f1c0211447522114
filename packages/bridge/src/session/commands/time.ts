// Commands about seeds and replays.

import { parseReplay, parseSeed, type Replay, ReplayError } from "@tickbridge/replay";
import { expectGameValues } from "../recorded-values.js";
import { Refusal } from "../refusal.js";
import type { Session } from "../session.js";
import { beginReplay, unverifiable, unverifiableReason, verifyReplay } from "../verification.js";
import { Watching } from "../watching.js";
import type { Body, Call, Handlers } from "./index.js";

export const time: Handlers<"pinSeed" | "exportReplay" | "loadReplay"> = {
  pinSeed(session, _call, given) {
    const seed = parseSeed(given) ?? null;
    session.pinnedSeed = seed;
    return { pinnedSeed: seed, persisted: session.host.pinnedSeed?.write(seed) ?? false };
  },

  exportReplay(session) {
    return { replay: session.requireRun(true).toReplay() };
  },

  loadReplay(session, call, given, { mode = "verify", speed = 1, allowBuild = false } = {}) {
    const replay = readReplay(given);
    const reason = unverifiableReason(session.game, replay, allowBuild);
    if (reason === undefined) expectGameValues(session.game, replay);
    if (mode === "watch") {
      if (reason !== undefined) throw new Refusal("BAD_REPLAY", reason);
      return watch(session, call, replay, speed);
    }
    if (reason !== undefined) return { ...unverifiable(replay, reason), restored: true };
    return verifyAndPutBack(session, call, replay);
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

async function verifyAndPutBack(session: Session, call: Call, replay: Replay): Promise<Body> {
  const kept = session.keepRun();
  const { run, verdict } = await verifyReplay(session.game, session.host, replay, () => call.abortRequested());
  const restored = kept === undefined ? false : await session.putBack(kept);
  if (kept === undefined) {
    // There was no run to put back, and no way back to the menu: the replay's run stays, at a whole boundary.
    session.replaceRun(run);
    session.agentHolds = true;
    if (run.torn) await session.restoreBoundary(run);
  }
  if (verdict === "aborted") {
    throw new Refusal("ABORTED", `aborted at tick ${run.tick} of ${replay.ticks}`).with({ ticks: run.tick, restored });
  }
  return { ...verdict, restored };
}
