// The audit `console`: each distinct message of the page with its count, and when it came: before the first run, in which
// scene load, while an agent's command was at work, in real time. Bounded, and it changes nothing.

import type { Sentinel } from "../session/sentinel.js";
import type { Session } from "../session/session.js";
import type { ConsoleEars, Level } from "./console-ears.js";
import { messageText } from "./console-text.js";

/** Distinct messages that are kept; later ones are only counted. */
const messagesMax = 300;
/** Scene loads that are told apart; later ones are counted together. */
const sceneLoadsMax = 32;

interface Moment {
  readonly phase: string;
  /** The newest whole tick; missing where no run has begun, and while a scene loads. */
  readonly tick?: number;
}
interface Message {
  readonly level: Level;
  readonly message: string;
  count: number;
  readonly first: Moment;
  last: Moment;
  /** Missing when all came in one phase. */
  byPhase?: Record<string, number>;
}

export interface ConsoleAuditReport {
  /** How often the game's `start` was called, by a verification too. */
  readonly sceneLoads: number;
  /** Messages by level, for each phase; an empty one stands there as `{}`. */
  readonly phases: Record<string, Partial<Record<Level, number>>>;
  /** In the order in which each came first. */
  readonly messages: readonly Message[];
  /** How many messages came that are in `phases` but not among `messages`. */
  readonly more?: number;
}

export interface ConsoleAudit {
  report(): ConsoleAuditReport;
  /** From now on moments are those of this session. */
  follow(session: Session): void;
  /** Runs a tick of wall time: what it prints belongs to real time, also when it ends real time by throwing. */
  duringRealTime(tick: () => void): void;
}

/** Takes over from the ears what was heard so far. `words` are those that the bridge's own lines begin with. */
export function consoleAudit(
  ears: ConsoleEars,
  sentinel: Pick<Sentinel, "disarmed">,
  words: () => readonly string[],
): ConsoleAudit {
  const messages = new Map<string, Message>();
  const phases: ConsoleAuditReport["phases"] = { beforeRun: {}, stepping: {}, realTime: {}, held: {} };
  let more = 0;
  let session: Session | undefined;
  let inRealTime = false;
  let isHearing = false;

  const add = (level: Level, message: string): void => {
    const moment = momentOf(session, inRealTime);
    const { phase } = moment;
    const levels = phases[phase] ?? {};
    phases[phase] = levels;
    levels[level] = (levels[level] ?? 0) + 1;
    const key = `${level} ${message}`;
    const known = messages.get(key);
    if (known !== undefined) {
      known.byPhase ??= { [known.first.phase]: known.count };
      known.byPhase[phase] = (known.byPhase[phase] ?? 0) + 1;
      known.count++;
      known.last = moment;
    } else if (messages.size < messagesMax) {
      messages.set(key, { level, message, count: 1, first: moment, last: moment });
    } else {
      more++;
    }
  };

  ears.hear = (level, args) => {
    // Looking at a value may make it print something: that is our doing, not the page's.
    if (isHearing) return;
    isHearing = true;
    try {
      // A game that prints has not called what its text is made with.
      sentinel.disarmed(() => {
        if (level === "uncaught" || level === "unhandledRejection") add(...faultOf(level, args[0] as Event));
        else if (level !== "log" || !isOwnLine(args, words())) add(level, messageText(args));
      });
    } catch {
      // The page's own message goes on in any case.
    }
    isHearing = false;
  };
  for (const heard of ears.early.splice(0)) ears.hear(...heard);

  return {
    report: () => ({
      sceneLoads: session?.game.loads ?? 0,
      phases: inOrder(phases),
      messages: [...messages.values()].map(({ byPhase, ...message }) =>
        byPhase === undefined || Object.keys(byPhase).length === 1 ? message : { ...message, byPhase },
      ),
      ...(more === 0 ? {} : { more }),
    }),
    follow(followed) {
      session = followed;
    },
    duringRealTime(tick) {
      inRealTime = true;
      try {
        tick();
      } finally {
        inRealTime = false;
      }
    },
  };
}

function momentOf(session: Session | undefined, inRealTime: boolean): Moment {
  if (session?.game.loading === true) {
    const { loads } = session.game;
    return { phase: `sceneLoad ${loads > sceneLoadsMax ? `${sceneLoadsMax + 1}+` : loads}` };
  }
  if (session?.run === undefined) return { phase: "beforeRun" };
  const { tick } = session.run;
  if (session.commandAtWork !== undefined) return { phase: "stepping", tick };
  return { phase: session.agentHolds && !inRealTime ? "held" : "realTime", tick };
}

/** Scene loads stand where they belong in time: after what came before any run. */
function inOrder({ beforeRun = {}, ...others }: ConsoleAuditReport["phases"]): ConsoleAuditReport["phases"] {
  const loads = Object.entries(others).filter(([phase]) => phase.startsWith("sceneLoad"));
  return { beforeRun, ...Object.fromEntries(loads), ...others };
}

/** What an event tells of a fault of the page. */
function faultOf(level: Level, event: Event): [level: Level, message: string] {
  if (event instanceof ErrorEvent) return [level, messageText([event.error ?? event.message])];
  if (event instanceof PromiseRejectionEvent) return [level, messageText([event.reason])];
  const { src, href, tagName } = event.target as Partial<HTMLImageElement & HTMLLinkElement>;
  return ["resource", messageText([`<${tagName?.toLowerCase()}> could not be loaded: ${src ?? href}`])];
}

/** Lines of the console protocol: a word of this page, the kind of line, JSON. */
function isOwnLine([line]: readonly unknown[], words: readonly string[]): boolean {
  if (typeof line !== "string") return false;
  const word = words.find((each) => line.startsWith(`${each}_`));
  return word !== undefined && /^_[A-Z_]+ \{/.test(line.slice(word.length, word.length + 40));
}
