// Looks out for what breaks determinism: tripwires while the game's own code runs, and the state's hash where nothing may
// change it. A chunk of its own; a session calls it and knows nothing of how.

import type { CommandName, DeterminismReport, DeterminismWarning, TripwireMode } from "../protocol.js";
import { installTripwires } from "../tripwires/install.js";
import { type Tripwires, tripwiresHere } from "../tripwires/realm.js";
import { callSite } from "./call-site.js";
import { limitsOf } from "./determinism-limits.js";
import type { Host } from "./host.js";
import type { Run } from "./run.js";
import { StateWatch } from "./state-watch.js";
import { WarningLog } from "./warning-log.js";

type During = NonNullable<DeterminismWarning["during"]>;

/** What a tripwire throws inside the game, in the mode `throw`. */
class TripwireError extends Error {
  override readonly name = "TripwireError";
}

const stackFramesMax = 30;
const exchangesPerLook = 16;

/** Commands that neither run the game nor look at its state; the readers are looked at one by one. */
const idleCommands: ReadonlySet<CommandName> = new Set<CommandName>([
  ...(["describe", "dump", "setMaxEntities", "actions", "evaluate", "vfxAudit", "input", "pause"] as const),
  ...(["resume", "cheat", "abort", "pinSeed"] as const),
]);

export class Sentinel {
  readonly #tripwires: Tripwires;
  readonly state: StateWatch;
  mode: TripwireMode;
  /** Whose ticks these are; undefined while the game plays what nobody is told of. */
  #run: Run | undefined;
  #tick = 0;
  #during: During = "start";
  /** Exchanges of a policy, and whether one is on its way. */
  #exchanges = 0;
  #isOfPolicy = false;

  /** `now`: the host's clock. `draw`: draws one frame, for finding out whether that changes the state. */
  constructor(tripwires: Tripwires, mode: TripwireMode, now: Host["now"], draw?: () => void) {
    this.#tripwires = tripwires;
    this.mode = mode;
    this.state = new StateWatch(now, draw);
  }

  newLog(): WarningLog {
    return new WarningLog();
  }

  /** From now on what the game does belongs to this run and tick. */
  follow(run: Run | undefined, tick = 0): void {
    this.#run = run;
    this.#tick = tick;
  }

  /** From now on it belongs to this tick of the same run. */
  at(tick: number): void {
    this.#tick = tick;
  }

  /** Calls a part of the game with the tripwires armed; they are as before when it returns or throws. */
  armed<Result>(during: During, call: () => Result): Result {
    if (during !== "save") this.state.forget();
    const tripwires = this.#tripwires;
    const outerHear = tripwires.hear;
    const outerDuring = this.#during;
    this.#during = during;
    // When the state is looked at by the way depends on wall time, and must not show.
    tripwires.hear = this.mode === "off" || this.state.isBusy ? undefined : this.#hear;
    try {
      return call();
    } finally {
      tripwires.hear = outerHear;
      this.#during = outerDuring;
    }
  }

  /** Does work of the bridge that may be reached from inside the game's code, such as hearing what it prints. */
  disarmed<Result>(work: () => Result): Result {
    const tripwires = this.#tripwires;
    const { hear } = tripwires;
    tripwires.hear = undefined;
    try {
      return work();
    } finally {
      tripwires.hear = hear;
    }
  }

  /** A policy next to the game decides thousands of times a second: the state is looked at behind one of 16 decisions. */
  async ofPolicy<Answer>(exchange: () => Promise<Answer>): Promise<Answer> {
    this.#exchanges++;
    this.#isOfPolicy = true;
    try {
      return await exchange();
    } finally {
      this.#isOfPolicy = false;
    }
  }

  /** How far the exchange at work is behind one after which the state is looked at; 0 is one of these. */
  get #unseen(): number {
    return this.#isOfPolicy ? this.#exchanges % exchangesPerLook : 0;
  }

  /** The state must be as the newest ticks have left it, where a command is about to build on it. */
  commandBegins(cmd: CommandName, run: Run): void {
    this.follow(run, run.tick);
    if (!idleCommands.has(cmd) && this.mode !== "off" && this.#unseen <= 1) this.state.begins(run);
  }

  /** Ticks are about to run, or the state is about to be looked at as that of `run`. */
  begins(run: Run): void {
    this.follow(run, run.tick);
    if (this.mode !== "off") this.state.begins(run);
  }

  /** Nothing changes the state of `run` until `begins`. */
  ends(run: Run): void {
    this.follow(run, run.tick);
    if (this.mode === "off" || this.#unseen > 0) this.state.forget();
    else this.state.ends(run);
  }

  /** Asks the game something that must not change its state. */
  reading<Answer>(reader: string, ask: () => Answer): Answer {
    const isUnseen = this.#run === undefined || this.mode === "off" || this.#unseen > 0;
    return isUnseen ? ask() : this.state.reading(this.#run as Run, reader, ask);
  }

  report(log: WarningLog | undefined): DeterminismReport {
    const { installed, untrapped } = this.#tripwires;
    return {
      tripwires: this.mode,
      ...(installed === undefined ? {} : { installed }),
      warnings: log?.rows.map((row) => ({ ...row })) ?? [],
      dropped: log?.dropped ?? 0,
      limits: limitsOf(this.mode, installed, untrapped),
    };
  }

  readonly #hear = (api: string, why?: string): void => {
    const log = this.#run?.log;
    if (this.mode === "report" && log?.countAgain(this.#tick, this.#during, api) === true) return;
    this.disarmed(() => {
      const describe = () => ({ message: this.#sentence(api, why), ...callSite(stackHere()) });
      log?.addCall(this.#tick, this.#during, api, describe);
      if (this.mode === "throw") throw new TripwireError(this.#sentence(api, why));
    });
  };

  #sentence(api: string, why: string | undefined): string {
    return sentence(api, why, this.#during, this.#tick);
  }
}

/** A sentinel for one session, with the tripwires of this realm, which it installs unless they are off. */
export function createSentinel(mode: TripwireMode, now: Host["now"], draw?: () => void): Sentinel {
  return new Sentinel(mode === "off" ? tripwiresHere() : installTripwires("with-bridge"), mode, now, draw);
}

const places: { readonly [during in During]: string } = {
  start: "start",
  tick: "tick",
  choice: "the answer to a choice",
  cheat: "a cheat",
  save: "save",
  load: "load",
};

function sentence(api: string, why: string | undefined, during: During, tick: number): string {
  const words = why === undefined ? "" : ` ${why}`;
  const when = during === "tick" ? `tick ${tick}` : `${places[during]}, tick ${tick}`;
  return `${api} was called in ${during === "start" ? "start" : when}${words}`;
}

/** Engines that cut stacks must not cut away the call. */
function stackHere(): unknown {
  const errors = Error as unknown as { stackTraceLimit?: number };
  const limit = errors.stackTraceLimit;
  if (limit === undefined) return new Error("a call").stack;
  errors.stackTraceLimit = stackFramesMax;
  try {
    return new Error("a call").stack;
  } finally {
    errors.stackTraceLimit = limit;
  }
}
