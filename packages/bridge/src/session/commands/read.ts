// Commands that only look. None of them changes the simulation.

import { snapshotFrameFields } from "../describe.js";
import { loadLate } from "../late.js";
import { nonEmpty } from "../present.js";
import { badArgs, Refusal } from "../refusal.js";
import { safeJson } from "../safe-json.js";
import type { Session } from "../session.js";
import type { Body, Handlers } from "./index.js";

export const read: Handlers<"describe" | "dump" | "setMaxEntities" | "actions" | "evaluate" | "hash"> = {
  describe(session) {
    return { describe: session.describe() };
  },

  async dump(session, _call, { maxEntities, ...view } = {}) {
    checkFields(session, view.fields ?? []);
    const state = session.snapshots.make(session, maxEntities);
    session.touch(state);
    if (Object.keys(view).length === 0) return { state };
    const { viewOf } = await loadLate();
    return { state: viewOf(state, view, session.snapshots) };
  },

  setMaxEntities(session, _call, maxEntities) {
    session.snapshots.maxEntities = maxEntities;
    session.touch();
    return { maxEntities };
  },

  actions(session) {
    if (!session.game.capabilities.actions) throw notOffered("availableActions");
    return shownAs("actions", session.game.actions());
  },

  evaluate(session) {
    if (!session.game.capabilities.evaluate) throw notOffered("evaluate");
    return shownAs("evaluation", session.game.evaluate());
  },

  hash(session) {
    const run = session.requireRun(true);
    return { hash: session.game.hash().hash, choices: run.choicesHere, evidence: session.game.evidence };
  },
};

/** Throws BAD_ARGS for a field that no snapshot of this game can have, as far as its schema says. */
function checkFields(session: Session, fields: readonly string[]): void {
  const own = session.game.definition.snapshotSchema?.properties;
  if (own === undefined) return;
  const known = [...snapshotFrameFields, ...Object.keys(own as object)];
  for (const [index, field] of fields.entries()) {
    if (!known.includes(field)) throw badArgs(`/0/fields/${index}`, `one of ${known.join(", ")}`);
  }
}

/** What the game gave, as JSON, with the paths of what JSON cannot hold. */
export function shownAs(name: string, given: unknown): Body {
  const { value, nonFinite, unshowable } = safeJson(given, [name]);
  return { [name]: value, nonFinite: nonEmpty(nonFinite), unshowable: nonEmpty(unshowable) };
}

export function notOffered(part: string): Refusal {
  return new Refusal("NOT_SUPPORTED", `the game does not give \`${part}\``);
}
