// A game under control: every command of the protocol as a method, over whichever link reaches the game.

import type { JsonValue } from "@tickbridge/bridge";
import type {
  Command,
  CommandName,
  Divergence,
  Exchange,
  OkReply,
  Reply,
  Snapshot,
  Verdict,
} from "@tickbridge/bridge/protocol";
import { CanonicalError, canonicalise, type Replay } from "@tickbridge/replay";
import { CommandError, DriverError } from "./errors.js";
import type { JournalPlace } from "./journal-keeper.js";
import type { Link } from "./link.js";
import { JournalledLink, okReply } from "./recovery.js";
import { checkTimeoutMs } from "./time-limit.js";

/** Takes over calls of one session. */
export interface CallOptions {
  /** Milliseconds; 0 is no limit while the game answers. */
  readonly timeoutMs?: number;
}

/** An ok reply with the snapshot after it. */
export type Acted = OkReply & { readonly state: Snapshot };

/** What `step` and `stepUntil` reply. */
export type Stepped = Acted & {
  readonly requested: number;
  readonly stepped: number;
  /** `maxTicks`, `gameover`, the kind of the choice that opened, or the name of a condition. */
  readonly stopped: string;
  readonly condition?: string;
  readonly alreadyTrue?: readonly string[];
  readonly choice?: OpenChoice;
};

/** The open choice as replies and snapshots hold it. */
export interface OpenChoice {
  readonly id: string | number;
  readonly kind: string;
  readonly actions: readonly string[];
  readonly options: readonly JsonValue[];
  readonly charges?: { readonly [action: string]: number };
}

/** `recovered` is left out where the journal held a pinned seed and no run. */
export type Recovered = Acted & { readonly recovered?: { readonly seed: number; readonly ticks: number } };

export type Description = { readonly protocol: number } & { readonly [field: string]: unknown };

export interface Batched {
  readonly replies: readonly Reply[];
  readonly state: Snapshot;
}

/** The bridge keeps this many replies for one wait. */
const commandsPerExchangeMax = 256;

/**
 * One game session. Calls are served in the order in which they were made; a refused command rejects with CommandError,
 * which carries the whole reply. Every call has a limit (`timeoutMs` of `launch`, 30 s unless named).
 */
export class GameSession<Input = JsonValue> {
  readonly #link: Link;
  readonly #timeoutMs: number;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(link: Link, timeoutMs: number) {
    this.#link = link;
    this.#timeoutMs = checkTimeoutMs(timeoutMs);
  }

  async describe(): Promise<Description> {
    return (await this.#give("describe")).describe as Description;
  }

  /** The newest snapshot. */
  async state(): Promise<Snapshot> {
    return (await this.#inTurn(() => this.#link.exchange("[]", this.#timeoutMs))).state;
  }

  /** A fresh snapshot, with other limits where `view` names them. */
  async dump(view: { readonly maxEntities?: number } = {}): Promise<{ readonly state: Snapshot }> {
    const { replies } = await this.batch([{ cmd: "dump", args: [view] }]);
    return { state: (replies[0] as OkReply).state as Snapshot };
  }

  setMaxEntities(n: number): Promise<Acted> {
    return this.#give("setMaxEntities", n);
  }

  async actions(): Promise<JsonValue> {
    return (await this.#give("actions")).actions as JsonValue;
  }

  async evaluate(): Promise<{ done: boolean; success: boolean; failed: boolean; score: number; reason?: string }> {
    return (await this.#give("evaluate")).evaluation as {
      done: boolean;
      success: boolean;
      failed: boolean;
      score: number;
    };
  }

  /** The audit named `vfx`: every visual effect in the scene. */
  async vfxAudit(): Promise<JsonValue> {
    return (await this.#give("vfxAudit")).report as JsonValue;
  }

  async audit(name: string): Promise<JsonValue> {
    return (await this.#give("audit", name)).report as JsonValue;
  }

  /** The hash of the state now; `choices` is how many were made at this boundary. */
  hash(): Promise<
    Acted & { readonly hash: string; readonly choices: number; readonly evidence: "state" | "snapshot" }
  > {
    return this.#give("hash") as ReturnType<GameSession["hash"]>;
  }

  startRun(options: { readonly [name: string]: JsonValue } = {}): Promise<Acted & { readonly seed: number }> {
    return this.#give("startRun", options) as Promise<Acted & { readonly seed: number }>;
  }

  /** From the next tick on, until replaced or for `ticks` ticks; `null` hands the hardware back. */
  input(input: Input | null, options: { readonly ticks?: number } = {}): Promise<Acted> {
    return this.#give("input", input, ...(input === null ? [] : [options]));
  }

  step(n: number, options?: CallOptions): Promise<Stepped> {
    return this.#giveWithin(options, "step", n) as Promise<Stepped>;
  }

  stepUntil(
    until: { readonly maxTicks: number; readonly stopOn?: readonly string[] },
    options?: CallOptions,
  ): Promise<Stepped> {
    return this.#giveWithin(options, "stepUntil", until) as Promise<Stepped>;
  }

  choose(choice: {
    readonly action: string;
    readonly index?: number;
    readonly id?: string | number;
  }): Promise<Acted & { readonly choice?: OpenChoice }> {
    return this.#give("choose", choice) as Promise<Acted & { readonly choice?: OpenChoice }>;
  }

  levelUp(action: string, index?: number): Promise<Acted & { readonly choice?: OpenChoice }> {
    return this.#give("levelUp", action, ...(index === undefined ? [] : [index])) as Promise<
      Acted & { readonly choice?: OpenChoice }
    >;
  }

  pause(): Promise<Acted> {
    return this.#give("pause");
  }

  resume(): Promise<Acted> {
    return this.#give("resume");
  }

  cheat(name: string, args: JsonValue = {}): Promise<Acted> {
    return this.#give("cheat", name, args);
  }

  /** Stops what is running, without waiting for its turn; the command that it stops rejects with ABORTED. */
  async abort(): Promise<Acted> {
    const { replies, state } = await this.#exchange(jsonParts([{ cmd: "abort" }]), 1);
    return { ...(replies[0] as OkReply), state };
  }

  /** The seed of the next runs; `null` unpins. */
  pinSeed(seed: number | null): Promise<Acted> {
    return this.#give("pinSeed", seed);
  }

  async exportReplay(): Promise<Replay> {
    return (await this.#give("exportReplay")).replay as Replay;
  }

  /** Verifies in this session; the run before is put back. `verify` of this package does it on a fresh page. */
  loadReplay(
    replay: Replay | string,
    mode: { readonly mode?: "verify" | "watch"; readonly speed?: number; readonly allowBuild?: boolean } = {},
    options: CallOptions = { timeoutMs: 0 },
  ): Promise<Acted & Verdict & { readonly divergence?: Divergence }> {
    // As text, since a replay may hold more than a command's arguments may.
    const text = typeof replay === "string" ? replay : JSON.stringify(replay);
    return this.#giveWithin(options, "loadReplay", text, mode) as Promise<Acted & Verdict>;
  }

  /**
   * Many commands in one round trip; the replies stand in their order. Rejects with the first refusal, after all
   * commands have been given; with `refusals: "return"` the refused replies stand among the others instead.
   */
  async batch(given: readonly Command[], options: BatchOptions = {}): Promise<Batched> {
    // Read now: the caller may change its objects before the turn comes.
    const parts = jsonParts(given);
    return this.#inTurn(() => this.#exchange(parts, given.length, options));
  }

  /**
   * Opens the game again (in the same page while that answers, else in a new browser) and brings the run back to the very
   * tick of the last reply, held by the agent. For use after PAGE_LOST; this session then goes on. There is no limit on
   * its time while the game answers, unless `timeoutMs` names one.
   * @throws {CommandError} JOURNAL_DIVERGED, WRONG_GAME (the page has another build now), NO_JOURNAL (there was no run).
   * @throws {DriverError} NO_JOURNAL when the session keeps none, and what opening throws.
   */
  recover({ timeoutMs = 0 }: CallOptions = {}): Promise<Recovered> {
    const link = this.#link;
    const limitMs = checkTimeoutMs(timeoutMs);
    return this.#inTurn(async () => {
      if (!(link instanceof JournalledLink)) {
        throw new DriverError("NO_JOURNAL", "this session keeps no journal: launch without journal: false");
      }
      const { replies, state } = await link.recover(limitMs);
      return { ...okReply(replies), state };
    });
  }

  /** Where the journal of this session lies. */
  get journal(): JournalPlace {
    return this.#link instanceof JournalledLink ? this.#link.journal : {};
  }

  /** Lets the game and, where there is one, its browser go. May be called twice. */
  close(): Promise<void> {
    return this.#link.close();
  }

  /** One call after another, so that the limit of each begins when its turn comes. */
  #inTurn<Result>(call: () => Promise<Result>): Promise<Result> {
    const turn = this.#lastTurn.then(call);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async #exchange(parts: readonly string[], commandCount: number, options: BatchOptions = {}): Promise<Batched> {
    const { timeoutMs, refusals = "reject" } = options;
    const limitMs = timeoutMs === undefined ? this.#timeoutMs : checkTimeoutMs(timeoutMs);
    const exchanges: Exchange[] = [];
    for (const part of parts) exchanges.push(await this.#link.exchange(part, limitMs));
    const replies = exchanges.flatMap((exchange) => exchange.replies);
    const state = (exchanges.at(-1) as Exchange).state;
    if (replies.length !== commandCount) {
      throw new Error(
        `the bridge gave ${replies.length} replies to ${commandCount} commands: a fault of Tickbridge, please report it`,
      );
    }
    const refused = replies.find((reply) => !reply.ok);
    if (refused !== undefined && !refused.ok && refusals === "reject") throw new CommandError(refused);
    return { replies, state };
  }

  #give(cmd: CommandName, ...args: unknown[]): Promise<Acted> {
    return this.#giveWithin(undefined, cmd, ...args);
  }

  async #giveWithin(options: CallOptions | undefined, cmd: CommandName, ...args: unknown[]): Promise<Acted> {
    const { replies, state } = await this.batch([{ cmd, args }], options);
    return { ...(replies[0] as OkReply), state };
  }
}

/**
 * Commands as JSON texts that one exchange each can take.
 * @throws {DriverError} BAD_ARGS where JSON would change an argument in silence (a NaN would unpin a seed).
 */
function jsonParts(given: readonly Command[]): string[] {
  const texts: string[] = [];
  for (let start = 0; start < given.length || texts.length === 0; start += commandsPerExchangeMax) {
    texts.push(JSON.stringify(given.slice(start, start + commandsPerExchangeMax).map(asJson)));
  }
  return texts;
}

function asJson({ cmd, args = [] }: Command): JsonValue {
  try {
    return { cmd, args: canonicalise(args) };
  } catch (thrown) {
    if (!(thrown instanceof CanonicalError)) throw thrown;
    throw new DriverError("BAD_ARGS", `${cmd}: argument ${thrown.path}: expected ${thrown.expected}`, {
      cause: thrown,
    });
  }
}

export interface BatchOptions extends CallOptions {
  readonly refusals?: "reject" | "return";
}
