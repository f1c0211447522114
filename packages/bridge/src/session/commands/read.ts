// Commands that only look. None of them changes the simulation.

import { loadLate } from "../late.js";
import type { Handlers } from "./index.js";

export const read: Handlers<"describe" | "dump" | "setMaxEntities" | "hash"> = {
  describe(session) {
    return { describe: session.describe() };
  },

  async dump(session, _call, { maxEntities, ...view } = {}) {
    const late = Object.keys(view).length === 0 ? undefined : await loadLate();
    late?.checkFields(session.game, view.fields ?? []);
    const state = session.snapshots.make(session, maxEntities);
    session.touch(state);
    return { state: late === undefined ? state : late.viewOf(state, view, session.snapshots) };
  },

  setMaxEntities(session, _call, maxEntities) {
    session.snapshots.maxEntities = maxEntities;
    session.touch();
    return { maxEntities };
  },

  async hash(session, _call, options) {
    const late = options?.state || options?.parts ? await loadLate() : undefined;
    const run = session.requireRun(true);
    const { hash, state } = session.game.hash();
    return {
      hash,
      choices: run.choicesHere,
      evidence: session.game.evidence,
      parts: options?.parts ? late?.hashParts(state) : undefined,
      state: options?.state ? late?.encodeState(state) : undefined,
    };
  },
};
