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
import type { Replay } from "@tickbridge/replay";
import { canonicalArgument, jsonParts } from "./command-text.js";
import { CommandError, DriverError } from "./errors.js";
import type { JournalPlace } from "./journal-keeper.js";
import type { Link } from "./link.js";
import { type Played, type PlayOptions, type PlayPolicy, playedOf, playRequest } from "./play.js";
import { JournalledLink, okReply } from "./recovery.js";
import type {
  Acted,
  Answer,
  AnswersByKind,
  Batched,
  BatchOptions,
  Branches,
  CallOptions,
  Description,
  Evaluation,
  Forked,
  News,
  OpenChoice,
  Recovered,
  SelfChecked,
  Sequenced,
  Stepped,
  Travelled,
  View,
  Viewed,
} from "./replies.js";
import { SourcePlaces } from "./source-places.js";
import { checkTimeoutMs } from "./time-limit.js";

export type { Description, OpenChoice } from "./replies.js";

/**
 * One game session. Calls are served in the order in which they were made; a refused command rejects with CommandError,
 * which carries the whole reply. Every call has a limit (`timeoutMs` of `launch`, 30 s unless named).
 */
export class GameSession<Input = JsonValue> {
  readonly #link: Link;
  readonly #timeoutMs: number;
  readonly #places: SourcePlaces;
  #lastTurn: Promise<unknown> = Promise.resolve();
  #playing = false;

  constructor(link: Link, timeoutMs: number) {
    this.#link = link;
    this.#places = new SourcePlaces((address) => link.readText(address));
    this.#timeoutMs = checkTimeoutMs(timeoutMs);
  }

  async describe(): Promise<Description> {
    return (await this.#give("describe")).describe as Description;
  }

  /** The newest snapshot. */
  async state(): Promise<Snapshot> {
    return (await this.#inTurn(() => this.#link.exchange("[]", this.#timeoutMs))).state;
  }

  /**
   * A fresh snapshot: of the fields and within the limits that `view` names, or only what changed since an earlier one.
   * An unknown `since` gives all.
   */
  dump(view: View & { readonly since: number }): Promise<{ readonly state: News | Viewed }>;
  dump(view: View & { readonly fields: readonly string[] }): Promise<{ readonly state: Viewed }>;
  dump(view?: View): Promise<{ readonly state: Snapshot }>;
  async dump(view: View = {}): Promise<{ readonly state: News | Viewed | Snapshot }> {
    const { replies } = await this.batch([{ cmd: "dump", args: [view] }]);
    return { state: (replies[0] as OkReply).state as News | Snapshot };
  }

  setMaxEntities(n: number): Promise<Acted> {
    return this.#give("setMaxEntities", n);
  }

  async actions(): Promise<JsonValue> {
    return (await this.#give("actions")).actions as JsonValue;
  }

  async evaluate(): Promise<Evaluation> {
    return (await this.#give("evaluate")).evaluation as Evaluation;
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

  /**
   * Steps until something stops it. `onChoice` answers choices on the way; `observeEvery` takes a snapshot every so many
   * ticks.
   */
  stepUntil(
    until: {
      readonly maxTicks: number;
      readonly stopOn?: readonly string[];
      readonly observeEvery?: number;
      readonly onChoice?: AnswersByKind;
    },
    options?: CallOptions,
  ): Promise<Stepped> {
    return this.#giveWithin(options, "stepUntil", until) as Promise<Stepped>;
  }

  /**
   * Several inputs, each for so many ticks, and the snapshots at the ticks of `observeAt` (counted from the start).
   * Afterwards the input is neutral.
   */
  sequence(
    entries: readonly { readonly ticks: number; readonly input: Input }[],
    watch: {
      readonly observeAt?: readonly number[];
      readonly stopOn?: readonly string[];
      readonly onChoice?: AnswersByKind;
    } = {},
    options?: CallOptions,
  ): Promise<Sequenced> {
    return this.#giveWithin(options, "sequence", entries, watch) as Promise<Sequenced>;
  }

  /**
   * Lets a policy play where the game is, with no round trip: it gets each boundary's snapshot and decides on an input, or
   * on an answer while a choice is open. The function is sent as text, so that it may use nothing but its arguments. What
   * it does is recorded like anything else. `abort` ends it with `stopped: "aborted"`.
   * @throws {PolicyError} when it throws; the run goes on from there.
   * @throws {CommandError} when one of its decisions is refused.
   */
  async play<Memory = Record<string, never>>(
    policy: PlayPolicy<Input, Memory>,
    options: PlayOptions<Memory>,
  ): Promise<Played<Memory>> {
    const { text, request } = playRequest(policy, options);
    const memory = canonicalArgument("play: memory", request.memory);
    const limitMs = options.timeoutMs === undefined ? this.#timeoutMs : checkTimeoutMs(options.timeoutMs);
    return this.#inTurn(async () => {
      this.#playing = true;
      try {
        const play = await this.#link.play(text, { ...request, memory }, limitMs);
        const { state } = await this.#link.exchange("[]", this.#timeoutMs);
        const { warnings } = play;
        return playedOf<Memory>(
          warnings ? { ...play, warnings: await this.#places.inWarnings(warnings) } : play,
          state,
        );
      } finally {
        this.#playing = false;
      }
    });
  }

  choose(choice: Answer): Promise<Acted & { readonly choice?: OpenChoice }> {
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
    const stopsPlay = this.#playing;
    if (stopsPlay) await this.#link.stopPlay();
    const refusals = stopsPlay ? "return" : "reject";
    const { replies, state } = await this.#exchange(jsonParts([{ cmd: "abort" }]), 1, { refusals });
    // A policy has often no command at work that could be aborted, and is stopped all the same.
    const { error: _, ...reply } = replies[0] as Reply & { readonly error?: unknown };
    return { ...reply, ok: true, state };
  }

  /** Back to the boundary of `k` ticks before, before any choice made there; `k = 0` undoes the choices made here. */
  rewind(k: number, options?: CallOptions): Promise<Travelled & { readonly choicesUndone: number }> {
    return this.#giveWithin(options, "rewind", k) as Promise<Travelled & { readonly choicesUndone: number }>;
  }

  /** Names this boundary, with the choices made at it, for `restore`. Labels belong to their run. */
  save(label: string): Promise<Acted & { readonly label: string; readonly choices: number }> {
    return this.#give("save", label) as Promise<Acted & { readonly label: string; readonly choices: number }>;
  }

  restore(label: string, options?: CallOptions): Promise<Travelled & { readonly label: string }> {
    return this.#giveWithin(options, "restore", label) as Promise<Travelled & { readonly label: string }>;
  }

  /** Tries several command lists from here, each from this very state; nothing is changed by it. */
  fork(branches: Branches, options?: CallOptions): Promise<Forked> {
    return this.#giveWithin(options, "fork", branches) as Promise<Forked>;
  }

  /** Simulates the last `k` ticks again, compares every tick's hash, and goes on where it was. */
  selfCheck(k: number, options?: CallOptions): Promise<SelfChecked> {
    return this.#giveWithin(options, "selfCheck", k) as Promise<SelfChecked>;
  }

  /** The seed of the next runs; `null` unpins. */
  pinSeed(seed: number | null): Promise<Acted> {
    return this.#give("pinSeed", seed);
  }

  async exportReplay(): Promise<Replay> {
    return (await this.#give("exportReplay")).replay as Replay;
  }

  /**
   * `verify` (unless named): runs it in this session, and puts the run before back; `verify` of this package does it on a
   * fresh page. `watch`: shows it at real speed times `speed`. `seek`: goes to its boundary `tick`, to play on from there.
   */
  loadReplay(
    replay: Replay | string,
    mode: { readonly mode: "seek"; readonly tick: number; readonly allowBuild?: boolean },
    options?: CallOptions,
  ): Promise<Acted & { readonly sought: true; readonly ticks: number }>;
  loadReplay(
    replay: Replay | string,
    mode: { readonly mode: "watch"; readonly speed?: number; readonly allowBuild?: boolean },
    options?: CallOptions,
  ): Promise<Acted & { readonly watching: true; readonly ticks: number }>;
  loadReplay(
    replay: Replay | string,
    mode?: { readonly mode?: "verify"; readonly allowBuild?: boolean },
    options?: CallOptions,
  ): Promise<Acted & Verdict & { readonly divergence?: Divergence }>;
  loadReplay(
    replay: Replay | string,
    mode: { readonly mode?: string } = {},
    options: CallOptions = { timeoutMs: 0 },
  ): Promise<Acted> {
    // As text, since a replay may hold more than a command's arguments may.
    const text = typeof replay === "string" ? replay : JSON.stringify(replay);
    return this.#giveWithin(options, "loadReplay", text, mode);
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
      this.#places.forget();
      const { replies, state } = await link.recover(limitMs);
      return { ...okReply(await Promise.all(replies.map((reply) => this.#places.inReply(reply)))), state };
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
    const replies = await Promise.all(
      exchanges.flatMap((exchange) => exchange.replies).map((reply) => this.#places.inReply(reply)),
    );
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
