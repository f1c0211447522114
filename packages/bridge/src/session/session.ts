// A session: one game, its current run, who holds it, and the queue through which everything happens.
// The commands themselves are in commands/; this file keeps what they share.

import { canonicalise, type JsonValue, parseSeed } from "@tickbridge/replay/core";
import type { GameDefinition } from "../game.js";
import {
  type Command,
  type CommandName,
  type CommandSpec,
  commandNames,
  commands,
  type DeterminismWarning,
  type Exchange,
  type Receipt,
  type Reply,
  type Snapshot,
  type Ticket,
  type WaitResult,
} from "../protocol.js";
import { checkArguments } from "./arguments.js";
import { CommandQueue, type QueuedCommand } from "./command-queue.js";
import { type Call, handlerOf, handlersAtHand, isCommandName } from "./commands/index.js";
import { describe } from "./describe.js";
import type { Host } from "./host.js";
import type { JournalSource } from "./journal.js";
import { loadLate } from "./late.js";
import { nonEmpty, present } from "./present.js";
import { GameThrew, Refusal, thrownMessage } from "./refusal.js";
import { RegisteredGame } from "./registered-game.js";
import type { Run } from "./run.js";
import type { Sentinel } from "./sentinel.js";
import type { SessionListener } from "./session-listener.js";
import { Snapshots } from "./snapshots.js";
import type { Watching } from "./watching.js";

export class Session {
  readonly game: RegisteredGame;
  readonly host: Host;
  readonly snapshots: Snapshots;
  readonly #queue: CommandQueue;
  readonly #listener: SessionListener;
  run: Run | undefined;
  /** The agent's own pause token. */
  agentHolds = false;
  starting = false;
  /** The command that is being carried out, unless it only reads. */
  commandAtWork: CommandName | undefined;
  watching: Watching | undefined;
  pinnedSeed: number | null;
  lastReply: Reply | undefined;
  #receipts: Receipt[] = [];
  #warnings: DeterminismWarning[] = [];
  /** Commands of whose replies the listener is not told. */
  readonly #quiet = new Set<number>();
  #state: Snapshot | undefined;
  #stale = false;
  /** The state to show while work is at hand that will be put back. */
  #shown: Snapshot | undefined;
  /** The boundary of the previous look: the snapshot's events are those after it. */
  eventsSince = 0;
  /** A tick of wall time ran in this frame. */
  #ticked = false;
  /** Where the run stood when the newest commands were done. */
  #idleTick = 0;

  /** Throws RegistrationError when the game object does not keep the port's contract. */
  constructor(definition: GameDefinition, host: Host, listener: SessionListener = {}, sentinel?: Sentinel) {
    this.game = new RegisteredGame(definition, sentinel);
    this.host = host;
    this.#listener = listener;
    this.snapshots = new Snapshots(this.game);
    this.pinnedSeed = parseSeed(host.pinnedSeed?.read()) ?? null;
    this.#queue = new CommandQueue(
      {
        execute: (command) => this.#execute(command),
        begins: () => {
          this.eventsSince = this.#idleTick;
        },
        idles: () => {
          this.#idleTick = this.run?.tick ?? 0;
        },
        replied: (reply) => {
          this.lastReply = reply;
          this.noteJournal();
          if (!this.#quiet.delete(reply.seq)) this.#listener.replied?.(reply);
        },
        takeReceipts: () => this.#takeReceipts(),
        takeWarnings: () => this.#takeWarnings(),
        getState: () => this.state,
      },
      host,
    );
  }

  /** Queues a command. Never throws; every command gets exactly one reply. */
  issue(cmd: string, args: readonly unknown[] = []): Ticket {
    return this.#queue.issue(cmd, args);
  }

  /** Waits for the commands queued so far, or for one; see SPEC section 3. Never rejects. */
  async wait(argument?: unknown): Promise<WaitResult> {
    const waited = await this.#queue.wait(argument);
    const { journal } = this.host;
    if (journal === undefined || waited.timedOut) return waited;
    this.noteJournal();
    // One who asks without waiting is told without waiting.
    const limitMs = typeof argument === "number" ? Math.min(argument, journalLimitMs) : journalLimitMs;
    return { ...waited, ...(await journal.settled(limitMs)) };
  }

  /**
   * Gives a list of commands, at most 256, and waits for their replies: one round trip for a driver. The listener is not
   * told of these replies unless `aloud`, since printing what the driver holds already would double the cost of a trip.
   * `batchesKept`: what happened since that batch of the journal comes with them; everything, when it was not the newest.
   */
  async exchange(
    given: readonly Command[],
    timeoutMs: number,
    aloud: boolean,
    batchesKept?: number,
    byPolicy = false,
  ): Promise<Exchange> {
    const work = async () => {
      const seqs = given.map(({ cmd, args = [] }) => this.issue(cmd, args).seq);
      if (!aloud) for (const seq of seqs) this.#quiet.add(seq);
      return (await loadLate()).exchange(this, this.#queue, { seqs, timeoutMs, batchesKept });
    };
    return byPolicy ? (this.game.sentinel?.ofPolicy(work) ?? work()) : work();
  }

  /** Tells the host's journal what has happened, unless a command is at work. */
  noteJournal(): void {
    if (this.host.journal !== undefined && this.#queue.isBetweenCommands) this.host.journal.note(this.journalSource);
  }

  /** Takes over where an earlier session has left off: its numbers do not come again. */
  continueBehind(seq: number): void {
    this.#queue.continueBehind(seq);
  }

  /** What a journal's writer looks at. */
  get journalSource(): JournalSource {
    const { game, pinnedSeed, snapshots, lastReply, run } = this;
    return {
      game,
      pinnedSeed,
      maxEntities: snapshots.maxEntities,
      snap: snapshots.newest,
      seq: lastReply?.seq ?? 0,
      run,
    };
  }

  /** The newest snapshot, frozen; never older than the last reply. */
  get state(): Snapshot {
    if (this.#shown !== undefined) return this.#shown;
    const isFresh = !this.#stale && this.#state !== undefined;
    if (!isFresh || this.snapshots.isOutdated(this, this.#state)) this.touch(this.snapshots.makeSafely(this));
    return this.#state as Snapshot;
  }

  /** The newest snapshot that was already made, without making one. */
  get previousState(): Snapshot | undefined {
    return this.#state;
  }

  /** Something may have changed: the next look makes a fresh snapshot. */
  touch(snapshot?: Snapshot): void {
    this.#stale = snapshot === undefined;
    this.#state = snapshot ?? this.#state;
  }

  describe(): JsonValue {
    return describe(this);
  }

  /** A person begins a run: as `startRun`, but nobody holds it. Rejects with what the game threw. */
  startRunByPlayer(options?: unknown): Promise<void> {
    return this.#queue.perform(async () => {
      this.endWatching();
      await handlersAtHand.startRun(this, playersCall, options === undefined ? {} : canonicalise(options));
      this.agentHolds = false;
      this.touch();
    });
  }

  /** A person answers the open choice; recorded like an agent's answer. */
  chooseByPlayer(action: string, index?: number): Promise<void> {
    return this.#queue.perform(async () => {
      this.#refuseDuringReplay("choose");
      const choice = index === undefined ? { action } : { action, index };
      await handlersAtHand.choose(this, playersCall, choice);
      this.touch();
    });
  }

  /** Whether wall time may run a tick now: nobody holds the run and no command is at work. */
  get runsInRealTime(): boolean {
    const { run } = this;
    if (run === undefined || this.#queue.busy || this.agentHolds || this.starting || run.faulted !== undefined)
      return false;
    if (this.watching !== undefined) return true;
    return this.game.phase === "running" && this.game.choice === undefined && this.game.pauses.length === 0;
  }

  /** Runs the ticks of wall time that are due in one frame, none or some. */
  inFrame<Result>(ticks: () => Result): Result {
    this.#ticked = false;
    const result = ticks();
    if (this.#ticked && this.run !== undefined) this.game.sentinel?.ends(this.run);
    return result;
  }

  /** One tick of wall time. Call it only while `runsInRealTime`. */
  realTimeTick(): void {
    const { run, watching } = this;
    if (run === undefined) return;
    this.#ticked = true;
    this.game.sentinel?.begins(run);
    this.touch();
    if (watching !== undefined) {
      const ended = watching.advance();
      this.#listener.ticked?.(run);
      if (ended) this.endWatching();
      return;
    }
    try {
      run.advance("real-time");
    } catch (thrown) {
      this.agentHolds = true;
      this.touch();
      void this.#queue.perform(() => this.restoreBoundary(run));
      this.#listener.realTimeFault?.(thrown instanceof Error ? thrown : new Error(thrownMessage(thrown)));
      return;
    }
    this.#listener.ticked?.(run);
    this.announceEnd();
  }

  /** Ends a watched replay: its run stays, held by the agent. */
  endWatching(): void {
    const { watching } = this;
    if (watching === undefined) return;
    this.watching = undefined;
    this.agentHolds = true;
    this.touch();
    this.#listener.replayEnded?.(watching.verdict());
    this.announceEnd();
    const { run } = this;
    if (run?.torn === true) void this.#queue.perform(() => this.restoreBoundary(run));
  }

  /** The run that a command works on. Throws NO_RUN, RUN_FAULTED or, unless it may be over, RUN_OVER. */
  requireRun(mayBeOver = false): Run {
    const { run } = this;
    if (run === undefined) {
      const way = this.host.journal?.holdsRun === true ? ", or recover to bring the journalled run back" : "";
      throw new Refusal("NO_RUN", `no run has been started: give startRun first${way}`);
    }
    if (run.faulted !== undefined) {
      const { tick, message } = run.faulted;
      const threw = run.fault?.message === message;
      const words = threw ? `the game threw in tick ${tick} (${message}) and could not be restored` : message;
      throw new Refusal("RUN_FAULTED", `${words}: give startRun`);
    }
    const { phase } = this.game;
    if (phase === "over" && !mayBeOver) throw new Refusal("RUN_OVER", "the run has ended: startRun begins the next");
    if (phase !== "running" && phase !== "over")
      throw new Refusal("NO_RUN", `the phase is ${phase}: give startRun first`);
    return run;
  }

  /** Puts `run` in place of the run before, whose waiting inputs and cheats will never run. */
  replaceRun(run: Run | undefined): void {
    if (this.run !== undefined && this.run !== run) {
      this.run.dropPending("another run was started");
      this.tellOf(this.run);
      this.#receipts.push(...this.run.receipts.splice(0));
    }
    this.run = run;
    this.eventsSince = 0;
    this.#idleTick = 0;
  }

  /** What `run` did that breaks determinism stands in the next reply, also when the run is given up. */
  tellOf(run: Run): void {
    this.#warnings.push(...(run.log?.take() ?? []));
  }

  /** Brings the game back to `run`'s newest boundary after a throw; marks the run faulted when that fails. */
  async restoreBoundary(run: Run): Promise<void> {
    await (await loadLate()).restoreBoundary(this, run);
  }

  /** Says once that the run has ended. */
  announceEnd(): void {
    const { run } = this;
    if (run === undefined || run.endAnnounced || this.game.phase === "running" || this.#shown !== undefined) return;
    run.endAnnounced = true;
    this.#listener.runEnded?.(run);
  }

  /**
   * Does work after which the run is put back. Meanwhile the state shown is the one from before, and nobody is told of
   * what happens to the run.
   */
  async aside<Result>(work: () => Promise<Result>): Promise<Result> {
    const receipts = this.#receipts.splice(0);
    const { eventsSince } = this;
    this.#shown = this.state;
    this.snapshots.keeps = false;
    // What the game does meanwhile belongs to no run that anybody plays.
    this.game.sentinel?.follow(undefined);
    try {
      return await work();
    } finally {
      this.#shown = undefined;
      this.eventsSince = eventsSince;
      this.snapshots.keeps = true;
      // What was dropped meanwhile, with a run that could not be kept, is told as well.
      this.#receipts.unshift(...receipts);
      this.touch();
    }
  }

  /** Carries out a command inside another one, `call`. */
  executeNow(command: Pick<QueuedCommand, "cmd" | "args">, call: Call): Promise<Reply> {
    return this.#execute({ ...command, seq: call.seq, abortRequested: () => call.abortRequested() });
  }

  async #execute(command: QueuedCommand): Promise<Reply> {
    const { cmd, seq, args } = command;
    let body: { readonly [field: string]: unknown };
    try {
      if (!isCommandName(cmd)) {
        throw new Refusal("UNKNOWN_COMMAND", `no command is named ${JSON.stringify(cmd)}`, {
          expected: commandNames.join(", "),
        });
      }
      if (args instanceof Refusal) throw args;
      checkArguments(cmd, args);
      this.#refuseDuringReplay(cmd);
      if (commands[cmd].kind !== "read") this.commandAtWork = cmd;
      if (this.run !== undefined) this.game.sentinel?.commandBegins(cmd, this.run);
      const handle = (await handlerOf(cmd)) as (...all: unknown[]) => unknown;
      const call = { seq, aborts: command.aborts, abortRequested: command.abortRequested };
      body = (await handle(this, call, ...args)) as typeof body;
    } catch (thrown) {
      this.touch();
      return this.#reply(false, command, errorBody(thrown));
    }
    if (commands[cmd].kind !== "read") this.touch();
    return this.#reply(true, command, body);
  }

  #reply(ok: boolean, command: QueuedCommand, body: { readonly [field: string]: unknown }): Reply {
    const { cmd, seq } = command;
    this.commandAtWork = undefined;
    if (this.run !== undefined) this.game.sentinel?.ends(this.run);
    return present({
      ok,
      cmd,
      seq,
      tick: this.run?.tick ?? 0,
      ...body,
      receipts: nonEmpty(this.#takeReceipts()),
      warnings: nonEmpty(this.#takeWarnings()),
    }) as Reply;
  }

  #refuseDuringReplay(cmd: CommandName): void {
    if (this.watching === undefined || (commands[cmd] as CommandSpec).duringReplay === true) return;
    throw new Refusal("REPLAY_PLAYING", "a replay is being watched: only reads, pause, resume and abort work");
  }

  #takeReceipts(): readonly Receipt[] {
    return [...this.#receipts.splice(0), ...(this.run?.receipts.splice(0) ?? [])];
  }

  /** While work is at hand that will be put back, nobody is told. */
  #takeWarnings(): readonly DeterminismWarning[] {
    if (this.#shown !== undefined) return [];
    if (this.run !== undefined) this.tellOf(this.run);
    return this.#warnings.splice(0);
  }
}

/** A wait hangs so much longer at most where storage does not answer. */
const journalLimitMs = 2000;

const playersCall = { seq: 0, abortRequested: () => false };

function errorBody(thrown: unknown): { readonly [field: string]: unknown } {
  const refusal = thrown instanceof GameThrew ? thrown.toRefusal() : thrown;
  if (refusal instanceof Refusal) return { error: refusal.replyError, ...refusal.details.fields };
  return { error: { code: "INTERNAL", message: thrownMessage(thrown) } };
}
