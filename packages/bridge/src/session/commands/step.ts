// Commands that run ticks. Wall time decides only when the page gets a turn, never what a tick does.

import type { Choice } from "../../game.js";
import type { Snapshot } from "../../protocol.js";
import type { ChoiceAnswers, OnChoice } from "../choice-answers.js";
import { loadLate } from "../late.js";
import { nonEmpty } from "../present.js";
import { isGamesFault, Refusal } from "../refusal.js";
import type { Run } from "../run.js";
import type { Session } from "../session.js";
import { Slices } from "../slices.js";
import { type Condition, type StopReason, StopWatch } from "../stops.js";
import { shown } from "./act.js";
import type { Body, Call, Handlers } from "./index.js";

/** A reply holds so many observations; what is more is counted. */
const observationsMax = 256;

export const step: Handlers<"step" | "stepUntil"> = {
  step(session, call, requested) {
    const going = new Going(session, call, {});
    return going.complete(requested, () => going.advance(requested));
  },

  async stepUntil(session, call, { maxTicks, stopOn, observeEvery, onChoice }) {
    const isDue = (offset: number) => observeEvery !== undefined && offset > 0 && offset % observeEvery === 0;
    const going = new Going(session, call, { ...(await stopsOf(session, stopOn, onChoice, "/0")), isDue });
    return going.complete(maxTicks, () => going.advance(maxTicks));
  },
};

interface Observation {
  readonly tick: number;
  readonly state: Snapshot;
}

/** What ends a step before its last tick, and what is answered on its way. */
interface Stops {
  readonly conditions?: readonly Condition[];
  readonly answers?: ChoiceAnswers | undefined;
}

/** `stopOn` and `onChoice` made ready; `path` is that of the options among the arguments. Throws BAD_ARGS. */
export async function stopsOf(
  session: Session,
  stopOn: readonly string[] | undefined,
  onChoice: OnChoice | undefined,
  path: string,
): Promise<Stops> {
  if (stopOn === undefined && onChoice === undefined) return {};
  const { ChoiceAnswers, parseConditions } = await loadLate();
  return {
    conditions: parseConditions(session.game, stopOn ?? [], `${path}/stopOn`),
    answers: onChoice && new ChoiceAnswers(session.game, onChoice, `${path}/onChoice`),
  };
}

interface Plan extends Stops {
  /** Whether a snapshot is wanted so many ticks after the start. */
  readonly isDue?: (offset: number) => boolean;
}

/** One step on its way: what stops it, what is answered and observed meanwhile. */
export class Going {
  readonly run: Run;
  readonly #session: Session;
  readonly #call: Call;
  readonly #stops: StopWatch;
  readonly #answers: ChoiceAnswers | undefined;
  readonly #isDue: (offset: number) => boolean;
  readonly #fromTick: number;
  readonly #observations: Observation[] = [];
  #observationsLeftOut = 0;

  /** Throws the refusals that leave everything as it was, CHOICE_PENDING but for a choice that `answers` has. */
  constructor(session: Session, call: Call, { conditions = [], answers, isDue = () => false }: Plan) {
    this.run = session.requireRun();
    this.#session = session;
    this.#call = call;
    this.#isDue = isDue;
    this.#answers = answers;
    this.#fromTick = this.run.tick;
    this.#stops = new StopWatch(session.game, conditions);
    const open = session.game.choice;
    if (open !== undefined && answers?.has(open.kind) !== true) {
      throw new Refusal("CHOICE_PENDING", `a ${open.kind} choice waits: resolve it first`).with({
        choice: shown(open),
      });
    }
  }

  get stepped(): number {
    return this.run.tick - this.#fromTick;
  }

  /** Runs `ticks` and makes the reply; refuses with how far it came when it was aborted or the game threw. */
  async complete(
    requested: number,
    ticks: () => Promise<StopReason | undefined>,
    place?: () => { readonly entry: number; readonly ticksLeft: number },
  ): Promise<Body> {
    const { run } = this;
    const session = this.#session;
    session.agentHolds = true;
    let reason: StopReason | undefined;
    let failure: Refusal | undefined;
    try {
      if (this.#isDue(0)) this.#observe(0);
      reason = this.#stopAtOpenChoice() ?? (await ticks());
    } catch (thrown) {
      failure = await this.#failureOf(thrown);
    }
    // A sequence leaves nothing in force behind it.
    if (place !== undefined && run.faulted === undefined) run.endHold("the sequence ended before it");
    session.announceEnd();
    const progress = {
      requested,
      stepped: this.stepped,
      ...place?.(),
      observations: nonEmpty(this.#observations),
      observationsLeftOut: this.#observationsLeftOut || undefined,
      resolved: nonEmpty(this.#answers?.resolved ?? []),
      unresolved: this.#answers?.unresolved,
    };
    if (failure !== undefined) throw failure.with(progress);
    return {
      ...progress,
      stopped: reason?.stopped ?? "maxTicks",
      condition: reason?.condition,
      alreadyTrue: nonEmpty(this.#stops.alreadyTrue),
      choice: shown(session.game.choice),
    };
  }

  /** Runs on until `endOffset` ticks are done; what stopped it before. Throws ABORTED and what the game throws. */
  async advance(endOffset: number): Promise<StopReason | undefined> {
    const { run } = this;
    const session = this.#session;
    const slices = new Slices(session.host, run);
    const lastTick = this.#fromTick + endOffset;
    try {
      while (run.tick < lastTick) {
        if (this.#call.abortRequested()) throw new Refusal("ABORTED", `aborted after ${this.stepped} ticks`);
        run.advance("stepped");
        const reason = this.#stops.check(() => this.#openChoice());
        if (this.#isDue(this.stepped)) this.#observe(this.stepped);
        if (reason !== undefined) return reason;
        if (slices.isOver()) {
          session.touch();
          await slices.next();
        }
      }
      return undefined;
    } finally {
      slices.end();
    }
  }

  #stopAtOpenChoice(): StopReason | undefined {
    const left = this.#openChoice();
    return left === undefined ? undefined : { stopped: left.kind };
  }

  /** The choice that waits, after those were answered that may be. */
  #openChoice(): Choice | undefined {
    return this.#answers === undefined ? this.#session.game.choice : this.#answers.resolveAll(this.run);
  }

  #observe(tick: number): void {
    if (this.#observations.length < observationsMax) {
      this.#observations.push({ tick, state: this.#session.snapshots.make(this.#session) });
      // An observation is a look: the next one tells what happened since.
      this.#session.eventsSince = this.run.tick;
    } else this.#observationsLeftOut++;
  }

  async #failureOf(thrown: unknown): Promise<Refusal> {
    if (thrown instanceof Refusal && thrown.code === "ABORTED") return thrown;
    await this.#session.restoreBoundary(this.run);
    if (!isGamesFault(thrown)) throw thrown;
    const refusal = thrown instanceof Refusal ? thrown : thrown.toRefusal();
    return refusal.with({ restored: this.run.faulted === undefined });
  }
}
