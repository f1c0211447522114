// What the game says of itself: its verdict, what is legal, its named probes, and the built-in one of its page's console.

import { auditNames } from "../describe.js";
import { nonEmpty } from "../present.js";
import { badArgs, Refusal } from "../refusal.js";
import { safeJson } from "../safe-json.js";
import type { Session } from "../session.js";
import type { Body, Handlers } from "./index.js";

export const audits: Handlers<"actions" | "evaluate" | "audit" | "vfxAudit"> = {
  actions(session) {
    if (!session.game.capabilities.actions) throw notOffered("availableActions");
    return shownAs("actions", session.game.actions());
  },

  evaluate(session) {
    if (!session.game.capabilities.evaluate) throw notOffered("evaluate");
    return shownAs("evaluation", session.game.evaluate());
  },

  audit(session, _call, name) {
    return runAudit(session, name);
  },

  vfxAudit(session) {
    if (session.game.definition.audits === undefined) throw notOffered("audits");
    return runAudit(session, "vfx");
  },
};

function runAudit(session: Session, name: string): Body {
  const names = auditNames(session);
  if (names.length === 0) throw notOffered("audits");
  if (!names.includes(name))
    throw badArgs("/0", `one of ${names.join(", ")}`, `no audit is named ${JSON.stringify(name)}`);
  const report =
    name === "console"
      ? session.host.consoleAudit?.()
      : name === "determinism"
        ? session.game.sentinel?.report(session.run?.log)
        : session.game.audit(name);
  return { audit: name, ...shownAs("report", report) };
}

/** What the game gave, as JSON, with the paths of what JSON cannot hold. */
function shownAs(name: string, given: unknown): Body {
  const { value, nonFinite, unshowable } = safeJson(given, [name]);
  return { [name]: value, nonFinite: nonEmpty(nonFinite), unshowable: nonEmpty(unshowable) };
}

function notOffered(part: string): Refusal {
  return new Refusal("NOT_SUPPORTED", `the game does not give \`${part}\``);
}
