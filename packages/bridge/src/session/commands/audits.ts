// Named probes of the running game, and the built-in one of its page's console.

import { auditNames } from "../describe.js";
import { badArgs } from "../refusal.js";
import type { Session } from "../session.js";
import type { Body, Handlers } from "./index.js";
import { notOffered, shownAs } from "./read.js";

export const audits: Handlers<"audit" | "vfxAudit"> = {
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
  const report = name === "console" ? session.host.consoleAudit?.() : session.game.audit(name);
  return { audit: name, ...shownAs("report", report) };
}
