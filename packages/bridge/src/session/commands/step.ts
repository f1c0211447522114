// Commands that run ticks. Wall time decides only when the page gets a turn, never what a tick does.

import { nonEmpty } from "../present.js";
import { isGamesFault, Refusal } from "../refusal.js";
import type { Run } from "../run.js";
import type { Session } from "../session.js";
import { Slices } from "../slices.js";
import { type StopReason, StopWatch } from "../stops.js";
import { shown } from "./act.js";
import type { Body, Call, Handlers } from "./index.js";

export const step: Handlers<"step" | "stepUntil"> = {
  step(session, call, requested) {
    return runTicks(session, call, requested, []);
  },

  stepUntil(session, call, { maxTicks, stopOn = [] }) {
    return runTicks(session, call, maxTicks, stopOn);
  },
};

async function runTicks(session: Session, call: Call, requested: number, stopOn: readonly string[]): Promise<Body> {
  const run = session.requireRun();
  const stops = new StopWatch(session.game, stopOn, "/0/stopOn");
  const open = session.game.choice;
  if (open !== undefined) {
    throw new Refusal("CHOICE_PENDING", `a ${open.kind} choice waits: resolve it first`).with({ choice: shown(open) });
  }
  session.agentHolds = true;
  const from = run.tick;
  const reason = await advanceUntil(session, call, run, from + requested, stops);
  session.announceEnd();
  const progress = { requested, stepped: run.tick - from };
  if (reason === "aborted") throw new Refusal("ABORTED", `aborted after ${progress.stepped} ticks`).with(progress);
  if (reason instanceof Refusal) throw reason.with(progress);
  return {
    ...progress,
    stopped: reason?.stopped ?? "maxTicks",
    condition: reason?.condition,
    alreadyTrue: nonEmpty(stops.alreadyTrue),
    choice: shown(session.game.choice),
  };
}

async function advanceUntil(
  session: Session,
  call: Call,
  run: Run,
  lastTick: number,
  stops: StopWatch,
): Promise<StopReason | "aborted" | Refusal | undefined> {
  const slices = new Slices(session.host);
  try {
    while (run.tick < lastTick) {
      if (call.abortRequested()) return "aborted";
      run.advance("stepped");
      const reason = stops.check();
      if (reason !== undefined) return reason;
      if (slices.isOver()) {
        session.touch();
        await slices.next();
      }
    }
  } catch (thrown) {
    await session.restoreBoundary(run);
    if (!isGamesFault(thrown)) throw thrown;
    const refusal = thrown instanceof Refusal ? thrown : thrown.toRefusal();
    return refusal.with({ restored: run.faulted === undefined });
  }
  return undefined;
}
