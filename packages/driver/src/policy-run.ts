// The loop in which a policy plays next to the game, with no round trip. A page gets the class as text, so that it may
// use nothing from outside but what it is given; in this process it is the same class.

import type {
  Command,
  DeterminismWarning,
  ErrorReply,
  Exchange,
  Receipt,
  Reply,
  Snapshot,
} from "@tickbridge/bridge/protocol";

/** What to play, as JSON. */
export interface PlayRequest {
  readonly ticks: number;
  readonly every: number;
  readonly stopOn: readonly string[];
  readonly memory: unknown;
}

/** How far a policy came, as JSON. */
export interface PlayProgress {
  /** How often the policy was asked. */
  readonly decisions: number;
  readonly ticks: number;
  readonly receipts: { readonly [outcome in Receipt["outcome"]]?: number };
  readonly alreadyTrue?: readonly string[];
  /** What broke determinism on the way. */
  readonly warnings?: readonly DeterminismWarning[];
  readonly memory: unknown;
}

/** How it ended, as JSON. */
export type Play = PlayProgress &
  (
    | { readonly kind: "ended"; readonly stopped: string; readonly condition?: string }
    | { readonly kind: "refused"; readonly reply: ErrorReply; readonly answering: string }
    | { readonly kind: "threw"; readonly tick: number; readonly message: string; readonly stack: string }
    | { readonly kind: "late" }
  );

/** Where a policy runs. */
export interface PlayPlace {
  /** One exchange with no limit. */
  exchange(commands: readonly Command[]): Promise<Exchange>;
  /** Gives everything else a turn. */
  turn(): Promise<void>;
  now(): number;
}

/** `aborted`: somebody asked for it. `late`: the limit is over. */
type StopCause = "aborted" | "late";
export type Policy = (state: Snapshot, memory: unknown) => unknown;
type Ending = { readonly kind: Play["kind"] } & { readonly [field: string]: unknown };

export class PolicyRun {
  readonly #policy: Policy;
  readonly #place: PlayPlace;
  readonly #request: PlayRequest;
  readonly #receipts: { [outcome in Receipt["outcome"]]?: number } = {};
  readonly #warnings: DeterminismWarning[] = [];
  #state: Snapshot = { snap: 0, runState: "Menu", pauseOwners: [] };
  #decisions = 0;
  #ticks = 0;
  #alreadyTrue: readonly string[] | undefined;
  /** The conditions that were true when the newest step began; undefined before one could be looked at. */
  #held: readonly string[] | undefined;
  #stopCause: StopCause | undefined;
  #resolveStopped: (cause: undefined) => void = () => undefined;
  /** Resolves when it is to stop, so that a policy that never answers can be left. */
  readonly #stopped = new Promise((resolve) => {
    this.#resolveStopped = resolve;
  });

  constructor(policy: Policy, place: PlayPlace, request: PlayRequest) {
    this.#policy = policy;
    this.#place = place;
    this.#request = request;
  }

  /** Stops it, and the step that it waits for, between two ticks. */
  stop(cause: StopCause): void {
    this.#stopCause ??= cause;
    this.#resolveStopped(undefined);
    void this.#place.exchange([{ cmd: "abort" }]);
  }

  /** Asks the policy again and again and does by public commands what it says. `Play` as JSON. Never rejects. */
  async run(): Promise<string> {
    const ending = (await this.#begin()) ?? (await this.#goOn());
    const progress = {
      decisions: this.#decisions,
      ticks: this.#ticks,
      receipts: this.#receipts,
      alreadyTrue: this.#alreadyTrue,
      ...(this.#warnings.length === 0 ? {} : { warnings: this.#warnings }),
    };
    try {
      return JSON.stringify({ ...ending, ...progress, memory: this.#request.memory ?? null });
    } catch (thrown) {
      return JSON.stringify({
        ...this.#threw(thrown, "its memory cannot be written as JSON: "),
        ...progress,
        memory: null,
      });
    }
  }

  /** Says what is wrong with the run or the conditions, and takes the agent's pause. */
  async #begin(): Promise<Ending | undefined> {
    const refused = await this.#lookAtConditions();
    if (refused === undefined) {
      this.#alreadyTrue = this.#held;
      return undefined;
    }
    if (refused.error.code !== "CHOICE_PENDING") return { kind: "refused", reply: refused, answering: "" };
    // The choice holds the run, but once it is answered nobody would.
    await this.#give({ cmd: "pause" });
    return undefined;
  }

  async #goOn(): Promise<Ending> {
    const { now, turn } = this.#place;
    const { ticks } = this.#request;
    const sliceMs = 50;
    for (let turnMs = now(); this.#ticks < ticks; ) {
      if (now() - turnMs > sliceMs) {
        await turn();
        turnMs = now();
      }
      if (this.#stopCause !== undefined) break;
      if (this.#state.runState === "Over") return { kind: "ended", stopped: "gameover" };
      let ending: Ending | undefined;
      try {
        ending = await this.#decide();
      } catch (thrown) {
        ending = this.#threw(thrown);
      }
      if (ending !== undefined && this.#stopCause === undefined) return ending;
    }
    if (this.#stopCause === "late") return { kind: "late" };
    return { kind: "ended", stopped: this.#stopCause ?? "maxTicks" };
  }

  /** One decision, carried out. Throws what the policy throws. */
  async #decide(): Promise<Ending | undefined> {
    this.#decisions++;
    const asked = this.#policy(this.#state, this.#request.memory);
    const decision = asked instanceof Promise ? await Promise.race([asked, this.#stopped]) : asked;
    if (this.#stopCause !== undefined) return undefined;
    if (decision === undefined || this.#field(decision, "done") === true) return { kind: "ended", stopped: "done" };
    const { choice } = this.#state;
    return choice === undefined
      ? this.#play(decision)
      : this.#answer(decision, choice as { id: unknown; kind: string });
  }

  async #play(decision: unknown): Promise<Ending | undefined> {
    const { every, stopOn } = this.#request;
    const wrapped = typeof decision === "object" && decision !== null && Object.hasOwn(decision, "input");
    const input = wrapped ? this.#field(decision, "input") : decision;
    const wanted = (wrapped ? this.#field(decision, "ticks") : undefined) ?? every;
    const left = this.#request.ticks - this.#ticks;
    const ticks = typeof wanted === "number" ? Math.min(wanted, left) : wanted;
    const options = stopOn.length === 0 ? [] : [{ stopOn }];
    const reply = await this.#give({ cmd: "sequence", args: [[{ ticks, input }], ...options] });
    this.#ticks += (reply.stepped as number | undefined) ?? 0;
    if (!reply.ok) return { kind: "refused", reply, answering: "" };
    this.#held = (reply.alreadyTrue as readonly string[] | undefined) ?? [];
    if (reply.stopped !== "gameover" && reply.condition === undefined) return undefined;
    return { kind: "ended", stopped: reply.stopped, condition: reply.condition };
  }

  async #answer(decision: unknown, { id, kind }: { id: unknown; kind: string }): Promise<Ending | undefined> {
    const answer = typeof decision === "object" && decision !== null ? { id, ...decision } : decision;
    const reply = await this.#give({ cmd: "choose", args: [answer] });
    if (!reply.ok) return { kind: "refused", reply, answering: kind };
    const { stopOn } = this.#request;
    if (stopOn.length === 0 || reply.choice !== undefined || this.#state.runState === "Over") return undefined;
    // What became true in the tick in which the choice opened, or by the answer, stops here: the choice came first.
    const before = this.#held;
    await this.#lookAtConditions();
    const risen = this.#held?.find((words) => before?.includes(words) === false);
    return risen === undefined ? undefined : { kind: "ended", stopped: risen.split(":")[0], condition: risen };
  }

  /** Which conditions are true now; no tick runs. */
  async #lookAtConditions(): Promise<ErrorReply | undefined> {
    const reply = await this.#give({ cmd: "stepUntil", args: [{ maxTicks: 0, stopOn: this.#request.stopOn }] });
    if (!reply.ok) return reply;
    this.#held = (reply.alreadyTrue as readonly string[] | undefined) ?? [];
    return undefined;
  }

  async #give(command: Command): Promise<Reply> {
    const { replies, state } = await this.#place.exchange([command]);
    this.#state = state;
    const [reply] = replies as readonly [Reply];
    this.#warnings.push(...(reply.warnings ?? []));
    for (const { outcome } of reply.receipts ?? []) this.#receipts[outcome] = (this.#receipts[outcome] ?? 0) + 1;
    return reply;
  }

  #field(value: unknown, name: string): unknown {
    return typeof value === "object" && value !== null
      ? (value as { readonly [name: string]: unknown })[name]
      : undefined;
  }

  #threw(thrown: unknown, before = ""): Ending {
    let words = "something that cannot be shown";
    let stack = "";
    try {
      const isError = thrown instanceof Error;
      words = isError ? `${thrown.name}: ${thrown.message}` : String(thrown);
      stack = isError ? String(thrown.stack ?? "") : "";
    } catch {
      // What a policy throws need not have a text.
    }
    return { kind: "threw", tick: this.#state.tick ?? 0, message: before + words, stack };
  }
}
