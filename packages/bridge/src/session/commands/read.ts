// Commands that only look. None of them changes the simulation.

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
    if (session.game.definition.audits === undefined) throw notOffered("audits");
    return runAudit(session, "vfx");
  },

  hash(session) {
    const run = session.requireRun(true);
    return { hash: session.game.hash().hash, choices: run.choicesHere, evidence: session.game.evidence };
  },
};

function runAudit(session: Session, name: string): Body {
  const names = auditNames(session);
  if (names.length === 0) throw notOffered("audits");
  if (!names.includes(name))
    throw badArgs("/0", `one of ${names.join(", ")}`, `no audit is named ${JSON.stringify(name)}`);
  const report = name === "console" ? session.host.consoleAudit?.() : session.game.audit(name);
  return { audit: name, report: safeJson(report).value };
}

/** The audits that can be asked for here: the game's own, and in a page the built-in one. */
export function auditNames({ game, host }: Session): readonly string[] {
  const own = Object.keys(game.definition.audits ?? {});
  return host.consoleAudit === undefined ? own : [...own, "console"];
}

function notOffered(part: string): Refusal {
  return new Refusal("NOT_SUPPORTED", `the game does not give \`${part}\``);
}
