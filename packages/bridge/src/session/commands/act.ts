// Commands that act on the run at a boundary: start and seed, input, choices, pause, abort.

import { parseSeed } from "@tickbridge/replay/core";
import type { Choice } from "../../game.js";
import { keepSafely } from "../kept-run.js";
import { loadLate } from "../late.js";
import { present } from "../present.js";
import { badArgs, GameThrew, Refusal } from "../refusal.js";
import { Run } from "../run.js";
import { safeJson } from "../safe-json.js";
import type { Session } from "../session.js";
import { pauseOwners } from "../snapshots.js";

import type { Body, Handlers } from "./index.js";

export const act: Handlers<"startRun" | "pinSeed" | "input" | "choose" | "levelUp" | "pause" | "resume" | "abort"> = {
  async startRun(session, _call, options = {}) {
    const parsed = session.game.options.parse(options, "/0");
    const seed = session.pinnedSeed ?? session.host.drawSeed();
    session.replaceRun(await beginRun(session, seed, parsed));
    session.agentHolds = true;
    return { seed, seedSource: session.pinnedSeed === null ? "drawn" : "pinned", options: parsed };
  },

  pinSeed(session, _call, given) {
    const seed = parseSeed(given) ?? null;
    session.pinnedSeed = seed;
    return { pinnedSeed: seed, persisted: session.host.pinnedSeed?.write(seed) ?? false };
  },

  input(session, call, input, { ticks } = {}) {
    const run = session.requireRun();
    if (input === null) {
      if (ticks !== undefined) throw badArgs("/1/ticks", "no ticks beside null");
      run.setAgentInput(call.seq, null);
      return { released: true };
    }
    const parsed = session.game.input.parse(input, "/0");
    if (ticks === 0) throw new Refusal("NO_EFFECT", "held for 0 ticks, no tick would get it");
    run.setAgentInput(call.seq, parsed, ticks ?? null);
    return { scheduled: present({ tick: run.tick + 1, input: parsed, ticks }) };
  },

  choose(session, _call, { action, index, id }) {
    return resolveChoice(session, action, index, id, { action: "/0/action", index: "/0/index" });
  },

  levelUp(session, _call, action, index) {
    return resolveChoice(session, action, index, undefined, { action: "/0", index: "/1" });
  },

  pause(session) {
    const owners = pauseOwners(session.game, true);
    session.agentHolds = true;
    return { pauseOwners: owners };
  },

  resume(session) {
    const owners = pauseOwners(session.game, false);
    session.agentHolds = false;
    return { pauseOwners: owners };
  },

  abort(session, call) {
    if (session.watching !== undefined) {
      const { seq } = session.watching;
      session.endWatching();
      return { aborted: seq };
    }
    const last = session.lastReply;
    if (last === undefined || last.ok || last.seq !== call.aborts || last.error.code !== "ABORTED") {
      throw new Refusal("NO_EFFECT", "nothing was running");
    }
    return { aborted: last.seq };
  },
};

/** Starts the game; on failure the run before goes on as it was. */
async function beginRun(session: Session, seed: number, options: Run["options"]): Promise<Run> {
  const { game } = session;
  const kept = keepSafely(session);
  const run = new Run(game, seed, options);
  session.starting = true;
  try {
    await run.start();
    if (game.phase !== "running") {
      throw new Refusal("START_FAILED", `after start the phase is "${game.phase}", not "running"`);
    }
    run.begin();
    return run;
  } catch (thrown) {
    session.tellOf(run);
    if (kept !== undefined) await (await loadLate()).putBack(session, kept);
    else session.replaceRun(undefined);
    if (!(thrown instanceof GameThrew)) throw thrown;
    throw new Refusal("START_FAILED", `the game threw in start: ${thrown.message}`, { stack: thrown.gameStack });
  } finally {
    session.starting = false;
  }
}

async function resolveChoice(
  session: Session,
  action: string,
  index: number | undefined,
  id: string | number | undefined,
  paths: { readonly action: string; readonly index: string },
): Promise<Body> {
  const run = session.requireRun();
  const open = session.game.choice;
  if (open === undefined) throw new Refusal("NO_CHOICE", "no choice is open");
  if (id !== undefined && id !== open.id) {
    throw new Refusal("STALE_CHOICE", `the open choice has the id ${JSON.stringify(open.id)}`).with({
      choice: shown(open),
    });
  }
  checkAnswer(session, open, action, index, paths);
  let noEffect: string | undefined;
  let next: Choice | undefined;
  try {
    noEffect = run.resolveChoice(action, index);
    next = session.game.choice;
  } catch (thrown) {
    await session.restoreBoundary(run);
    throw thrown;
  }
  if (noEffect !== undefined) throw new Refusal("NO_EFFECT", noEffect).with({ choice: shown(open) });
  run.recordChoice(action, index);
  session.announceEnd();
  return { action, index, choice: shown(next) };
}

function checkAnswer(
  session: Session,
  open: Choice,
  action: string,
  index: number | undefined,
  paths: { readonly action: string; readonly index: string },
): void {
  const known = session.game.definition.choices?.actions ?? {};
  if (!Object.hasOwn(known, action)) throw badArgs(paths.action, `one of ${open.actions.join(", ")}`);
  if (!open.actions.includes(action)) {
    // The action exists and cannot be taken now, such as a reroll without charges: not a mistake in the words.
    throw new Refusal("NO_EFFECT", `${action} is not open now: ${open.actions.join(", ")} are`).with({
      choice: shown(open),
    });
  }
  if (known[action]?.index !== true) {
    if (index !== undefined) throw badArgs(paths.index, `no index for ${action}`);
    return;
  }
  const last = open.options.length - 1;
  if (index === undefined || index > last) throw badArgs(paths.index, `an integer from 0 to ${last}`);
}

/** A choice as replies hold it. */
export function shown(choice: Choice | undefined): unknown {
  return choice && safeJson(choice).value;
}
