// Commands that only look. None of them changes the simulation.

import { encodeState } from "@tickbridge/replay";
import { badArgs, Refusal } from "../refusal.js";
import { safeJson } from "../safe-json.js";
import type { Session } from "../session.js";
import type { Body, Handlers } from "./index.js";

export const read: Handlers<
  "describe" | "dump" | "setMaxEntities" | "actions" | "evaluate" | "audit" | "vfxAudit" | "hash"
> = {
  describe(session) {
    return { describe: session.describe() };
  },

  dump(session, _call, view) {
    const state = session.snapshots.make(session, view?.maxEntities);
    session.touch(state);
    return { state };
  },

  setMaxEntities(session, _call, maxEntities) {
    session.snapshots.maxEntities = maxEntities;
    session.touch();
    return { maxEntities };
  },

  actions(session) {
    if (!session.game.capabilities.actions) throw notOffered("availableActions");
    return { actions: safeJson(session.game.actions()).value };
  },

  evaluate(session) {
    if (!session.game.capabilities.evaluate) throw notOffered("evaluate");
    return { evaluation: safeJson(session.game.evaluate()).value };
  },

  audit(session, _call, name) {
    return runAudit(session, name);
  },

  vfxAudit(session) {
    return runAudit(session, "vfx");
  },

  hash(session, _call, options) {
    const run = session.requireRun(true);
    const { hash, state } = session.game.hash();
    return {
      hash,
      choices: run.choicesHere,
      evidence: session.game.evidence,
      state: options?.state === true ? encodeState(state) : undefined,
    };
  },
};

function runAudit(session: Session, name: string): Body {
  const names = Object.keys(session.game.definition.audits ?? {});
  if (names.length === 0) throw notOffered("audits");
  if (!names.includes(name))
    throw badArgs("/0", `one of ${names.join(", ")}`, `no audit is named ${JSON.stringify(name)}`);
  return { audit: name, report: safeJson(session.game.audit(name)).value };
}

function notOffered(part: string): Refusal {
  return new Refusal("NOT_SUPPORTED", `the game does not give \`${part}\``);
}
