// Commands that go to another boundary of the run, or try what lies ahead and come back.

import type { Command, Reply } from "../../protocol.js";
import { type CommandSpec, commands } from "../../protocol.js";
import { checkArguments, safeArguments } from "../arguments.js";
import { keepRun, keepState } from "../kept-run.js";
import { nonEmpty, present } from "../present.js";
import { badArgs, Refusal } from "../refusal.js";
import { branchOf } from "../run-branches.js";
import { safeJson } from "../safe-json.js";
import { selfCheck } from "../self-check.js";
import type { Session } from "../session.js";
import { putBack, travel as travelTo } from "../time-travel.js";
import { shown } from "./act.js";
import { type Call, type Handlers, isCommandName } from "./index.js";

/** Saved states are large; older labels come back by simulating again. */
const labelsWithStateMax = 16;

export const travel: Handlers<"rewind" | "save" | "restore" | "fork" | "selfCheck"> = {
  async rewind(session, call, k) {
    const run = session.requireRun(true);
    const from = run.tick;
    if (k > from) throw badArgs("/0", `an integer from 0 to ${from}`, `the run has only ${from} ticks`);
    const record = run.recordUpTo(from - k);
    const choicesUndone = run.choices.length - record.choices.length;
    if (k === 0 && choicesUndone === 0) throw new Refusal("NO_EFFECT", "no choice was made at this boundary");
    await travelTo(session, call, record);
    return { from, choicesUndone, choice: shown(session.game.choice) };
  },

  save(session, _call, label) {
    const run = session.requireRun(true);
    run.labels.delete(label);
    run.labels.set(label, { record: run.record(), kept: keepState(session.game) });
    const withState = [...run.labels.values()].filter(({ kept }) => kept.state !== undefined);
    for (const { kept } of withState.slice(0, -labelsWithStateMax)) kept.state = undefined;
    return { label, choices: run.choicesHere };
  },

  async restore(session, call, label) {
    const run = session.requireRun(true);
    const saved = run.labels.get(label);
    if (saved === undefined) {
      const known = [...run.labels.keys()].map((name) => JSON.stringify(name)).join(", ");
      throw badArgs("/0", known === "" ? "a label that save was given; there is none" : `one of ${known}`);
    }
    const from = run.tick;
    await travelTo(session, call, saved.record, saved.kept);
    return { label, from, choice: shown(session.game.choice) };
  },

  fork(session, call, branches) {
    session.requireRun();
    for (const [index, list] of branches.entries()) checkBranch(list as readonly Command[], `/0/${index}`);
    return session.aside(async () => {
      const tried = [];
      for (const list of branches) tried.push(await tryBranch(session, call, list as readonly Command[]));
      return { branches: tried };
    });
  },

  selfCheck(session, call, k) {
    const run = session.requireRun(true);
    if (k < 1 || k > run.tick) {
      const expected = run.tick === 0 ? "a run with at least one tick" : `an integer from 1 to ${run.tick}`;
      throw badArgs("/0", expected);
    }
    return session.aside(() => selfCheck(session, call, run, k));
  },
};

/** Judges a branch before any of it runs. */
function checkBranch(list: readonly Command[], path: string): void {
  for (const [index, { cmd, args = [] }] of list.entries()) {
    const place = `${path}/${index}`;
    if (!isCommandName(cmd) || (commands[cmd] as CommandSpec).inFork !== true) {
      const names = Object.entries(commands).filter(([, spec]) => (spec as CommandSpec).inFork === true);
      throw badArgs(`${place}/cmd`, `one of ${names.map(([name]) => name).join(", ")}`);
    }
    try {
      checkArguments(cmd, args);
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      throw badArgs(`${place}/args${thrown.details.path}`, thrown.details.expected ?? "", thrown.message);
    }
  }
}

/** Runs one branch and comes back. */
async function tryBranch(session: Session, call: Call, list: readonly Command[]): Promise<unknown> {
  const kept = keepRun(session);
  if (kept === undefined) throw new Refusal("NO_RUN", "the run cannot be kept");
  const { agentHolds, eventsSince } = session;
  session.run = branchOf(kept.run);
  const receipts = [];
  let last: Reply | undefined;
  try {
    for (const { cmd, args = [] } of list) {
      last = await session.executeNow({ cmd, args: safeArguments(args) }, call);
      receipts.push(...(last.receipts ?? []));
      if (!last.ok) break;
    }
    if (call.abortRequested()) throw new Refusal("ABORTED", "aborted; nothing was changed");
    const { game, run } = session;
    return present({
      ok: last?.ok ?? true,
      tick: run?.tick,
      result: last && present({ ...last, receipts: undefined }),
      receipts: nonEmpty(receipts),
      state: session.snapshots.makeSafely(session),
      evaluation: game.capabilities.evaluate ? safeJson(game.evaluate()).value : undefined,
    });
  } finally {
    session.run = kept.run;
    session.agentHolds = agentHolds;
    session.eventsSince = eventsSince;
    await putBack(session, kept);
    // Throws where the run did not come back, rather than show a branch as tried and nothing as changed.
    session.requireRun();
  }
}
