// The bridge in a page: a session behind the functions that the stubs have put on `window`.

import { globalName } from "../command-names.js";
import type { FixedTickLoop } from "../fixed-tick-loop.js";
import type { GameDefinition } from "../game.js";
import type { Play } from "../plain-play.js";
import type { Command } from "../protocol.js";
import { sessionOf } from "../session/create-session.js";
import { thrownMessage } from "../session/refusal.js";
import type { Session } from "../session/session.js";
import type { SessionListener } from "../session/session-listener.js";
import type { ConsoleAudit } from "./console-audit.js";
import { consoleLines, lineWord } from "./console-lines.js";
import type { MountOptions } from "./mount.js";
import { pageHost } from "./page-host.js";
import type { Stubs } from "./stubs.js";

/** A hidden page gets no frames; this clock stands in for them (a browser may slow it to once a second). */
const hiddenClockMs = 100;
const journalEveryMs = 250;

/** A chunk of its own. The stubs keep commands and messages until it is there. */
const auditArriving = import("./console-audit.js");
const sentinelArriving = import("./page-sentinel.js");

/**
 * Connects the stubs' functions to a session, and gives it what was asked of them before, in order.
 * Rejects with RegistrationError when the game object does not keep the port's contract.
 */
export async function installBridge(
  game: GameDefinition,
  stubs: Stubs,
  loop: FixedTickLoop,
  options: MountOptions,
): Promise<Play> {
  const { prefix } = stubs;
  const lines = consoleLines(prefix);
  const globals = globalThis as unknown as Record<string | symbol, unknown>;
  // Where its code or the storage cannot be had, the game plays without a journal.
  const journalArriving = import("./journal-store.js")
    .then(({ openJournal }) => openJournal(prefix, game.id))
    .then((journal) => ({ journal }))
    .catch((thrown: unknown) => ({ journalReason: thrownMessage(thrown) }));
  const { pageSentinel } = await sentinelArriving;
  const sentinel = pageSentinel(prefix, options);
  const { consoleAudit } = await auditArriving;
  const audit = consoleAudit(stubs.ears, sentinel, () => (globals[Symbol.for("tickbridge")] as string[]).map(lineWord));
  const host = { ...pageHost(prefix, game.id), consoleAudit: audit.report, ...(await journalArriving) };
  const listener: SessionListener = {
    replied: (reply) => lines.replied(reply, session.state),
    ticked: (run) => lines.ticked(session, run),
    runEnded: (run) => lines.runEnded(session, run),
    replayEnded: (verdict) => lines.replayEnded(verdict),
    realTimeFault: (error) => console.error(error),
  };
  const session = sessionOf(game, host, listener, sentinel);
  audit.follow(session);
  tellOfFrames(loop, session);
  Object.defineProperty(globals, globalName(prefix, "state"), { configurable: true, get: () => session.state });
  offerExchange(prefix, session);
  const description = session.describe();
  lines.ready(description);
  for (const { cmd, args, settle } of stubs.early) {
    if (settle === undefined) session.issue(cmd, args);
    else settle(session.wait(args[0]));
  }
  stubs.becomeReady((cmd, args) => {
    if (cmd === "wait") return session.wait(args[0]);
    const previous = session.previousState;
    const ticket = session.issue(cmd, args);
    return cmd === "dump" ? previous : ticket;
  }, description);
  if (location.search.includes("agentScript")) {
    void import("./agent-script.js").then(({ runAgentScript }) => runAgentScript(session, lines, prefix));
  }
  const play = playOf(session, audit);
  setInterval(() => {
    if (document.hidden) loop.advance(host.now(), play);
  }, hiddenClockMs);
  // Ticks of wall time bring no reply that would tell of them.
  setInterval(() => session.noteJournal(), journalEveryMs);
  return play;
}

/** Puts the way of a driver beside those of other games in the page. */
function offerExchange(prefix: string, session: Session): void {
  const globals = globalThis as unknown as Record<symbol, unknown>;
  const exchanges = Symbol.for("tickbridge.exchange");
  globals[exchanges] = {
    ...(globals[exchanges] as object | undefined),
    // Text for a driver far away, whose own way to send objects costs more than the trip; a policy in this page gets objects.
    [prefix]: async (commands: string | readonly Command[], timeoutMs: number, aloud: boolean, batchesKept?: number) =>
      typeof commands === "string"
        ? JSON.stringify(await session.exchange(JSON.parse(commands), timeoutMs, aloud, batchesKept))
        : session.exchange(commands, timeoutMs, aloud, batchesKept, true),
  };
}

function playOf(session: Session, audit: ConsoleAudit): Play {
  return {
    get speed() {
      return session.watching?.speed ?? 1;
    },
    get runsInRealTime() {
      return session.runsInRealTime;
    },
    realTimeTick: () => audit.duringRealTime(() => session.realTimeTick()),
    startRun: (options) => session.startRunByPlayer(options),
    choose: (action, index) => session.chooseByPlayer(action, index),
    get isStepping() {
      return session.agentHolds || session.commandAtWork !== undefined;
    },
  };
}

/** The loop knows nothing of a session; where the ticks of a frame begin and end is known only here. */
function tellOfFrames(loop: FixedTickLoop, session: Session): void {
  const advance = loop.advance.bind(loop);
  loop.advance = (nowMs, play) => session.inFrame(() => advance(nowMs, play));
}
