// Commands in order, one at a time: a ticket at once, exactly one reply each, and `wait` for them.
// Nothing here depends on frames; timers only end a wait that has a limit.

import { validateJson } from "@tickbridge/replay/core";
import type { DeterminismWarning, Receipt, Reply, ReplyError, Snapshot, Ticket, WaitResult } from "../protocol.js";
import { type CommandSpec, commands, waitParameter, waitTimeoutMsDefault } from "../protocol.js";
import { safeArguments } from "./arguments.js";
import type { Host } from "./host.js";
import { nonEmpty, present } from "./present.js";
import { badArgs, Refusal } from "./refusal.js";

/** A command as it waits. */
export interface QueuedCommand {
  readonly cmd: string;
  readonly seq: number;
  /** Canonical and frozen, or why they cannot be. */
  readonly args: readonly unknown[] | Refusal;
  readonly abortRequested: () => boolean;
  /** For an abort: the command that it stops, if there was one to stop. */
  readonly aborts?: number | undefined;
}

/** What the queue needs of the session that owns it. */
export interface QueueOwner {
  execute(command: QueuedCommand): Promise<Reply>;
  /** Commands are about to run, after none was there; and: there is none left. */
  begins(): void;
  idles(): void;
  /** A reply has been made; it is the last thing that happens before those who wait for it go on. */
  replied(reply: Reply): void;
  takeReceipts(): readonly Receipt[];
  takeWarnings(): readonly DeterminismWarning[];
  getState(): Snapshot;
}

interface Waiter {
  readonly target: number;
  /** Waits for the one reply `target`, rather than for all up to it and for the page's own tasks. */
  readonly single: boolean;
  readonly tasks: number;
  /** A wait, not an exchange: what it tells, the next wait does not tell again. */
  readonly takesResults: boolean;
  settle(timedOut: boolean): void;
}

/** A command, or work of the page itself. */
type QueueEntry = QueuedCommand | (() => Promise<void>);

const repliesKeptMax = 256;

export class CommandQueue {
  readonly #owner: QueueOwner;
  readonly #host: Host;
  readonly #queue: QueueEntry[] = [];
  readonly #pending = new Set<number>();
  readonly #recent = new Map<number, Reply>();
  #results: Reply[] = [];
  /** Of ticks that ran in real time, for all those who wait for the same moment. */
  #receipts: readonly Receipt[] | undefined;
  #warnings: readonly DeterminismWarning[] = [];
  #dropped = 0;
  #anyFailed = false;
  #waiters: Waiter[] = [];
  #running: QueuedCommand | undefined;
  #pumping = false;
  /** A command or a task is at work. */
  #working = false;
  readonly #aborted = new Set<number>();
  #lastSeq = 0;
  /** Tasks of the page itself, which a wait covers too: how many were given, and how many are done. */
  #tasksGiven = 0;
  #tasksDone = 0;

  constructor(owner: QueueOwner, host: Host) {
    this.#owner = owner;
    this.#host = host;
  }

  /** Whether a command or a task is at work or waits, so that real time must stand still. */
  get busy(): boolean {
    return this.#pumping;
  }

  /** Whether nothing is half done: no command and no task is at work. */
  get isBetweenCommands(): boolean {
    return !this.#working;
  }

  /** Numbers the next commands behind `seq`. */
  continueBehind(seq: number): void {
    this.#lastSeq = Math.max(this.#lastSeq, seq);
  }

  /** Queues a command; the arguments are copied now. Never throws. */
  issue(cmd: string, args: readonly unknown[]): Ticket {
    const seq = ++this.#lastSeq;
    this.#pending.add(seq);
    if (cmd === "abort") this.#queueAbort(seq, args);
    else this.#queue.push(this.#queued(cmd, seq, args));
    this.#startPump();
    return { cmd, seq };
  }

  /** Queues work of the page itself (a person starts a run), in order with the commands and without a reply. */
  perform<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#tasksGiven++;
      this.#queue.push(async () => {
        try {
          resolve(await work());
        } catch (thrown) {
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
        this.#working = false;
        this.#tasksDone++;
        this.#settleWaiters();
      });
      this.#startPump();
    });
  }

  /** See `__candyWait` in SPEC section 3. Never rejects. */
  wait(argument?: unknown): Promise<WaitResult> {
    const given = safeArguments([argument]);
    const request = given instanceof Refusal ? given : parseWait(given[0], this.#lastSeq);
    if (request instanceof Refusal) return Promise.resolve(this.#waitResult(false, undefined, request.replyError));
    const { single, target, timeoutMs } = request;
    return this.#settled({ target, single, takesResults: true }, timeoutMs, (timedOut) =>
      this.#waitResult(timedOut, single ? target : undefined),
    );
  }

  /**
   * The replies to some commands, at most 256, once the last is there, and what `more` adds in that moment. Takes nothing
   * away from any `wait`.
   */
  repliesTo<More extends object>(
    seqs: readonly number[],
    timeoutMs: number,
    more: (timedOut: boolean) => More,
  ): Promise<{ timedOut: boolean; replies: readonly Reply[] } & More> {
    const until = { target: seqs.at(-1) ?? 0, single: true, takesResults: false };
    return this.#settled(until, timeoutMs, (timedOut) => ({
      timedOut,
      replies: seqs.flatMap((seq) => this.#recent.get(seq) ?? []),
      ...more(timedOut),
    }));
  }

  /** Calls `finish` in the moment in which what is waited for is done, or after `timeoutMs` milliseconds. */
  #settled<Result>(
    until: Pick<Waiter, "target" | "single" | "takesResults">,
    timeoutMs: number,
    finish: (timedOut: boolean) => Result,
  ): Promise<Result> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        ...until,
        tasks: this.#tasksGiven,
        settle: (timedOut) => {
          cancel?.();
          this.#waiters = this.#waiters.filter((other) => other !== waiter);
          resolve(finish(timedOut));
        },
      };
      this.#waiters.push(waiter);
      const late = () => this.#settle([waiter], true);
      const cancel = this.#isDone(waiter) ? undefined : this.#host.after(timeoutMs, late);
      this.#settleWaiters();
    });
  }

  /** Abort acts on the long command that runs or else comes first, and replies right after it. */
  #queueAbort(seq: number, args: readonly unknown[]): void {
    const running = this.#running !== undefined && isAbortable(this.#running.cmd) ? this.#running : undefined;
    const place = running === undefined ? this.#queue.findIndex((entry) => isAbortable(commandOf(entry)?.cmd)) : -1;
    const target = args.length > 0 ? undefined : (running ?? commandOf(this.#queue[place]));
    if (target !== undefined) this.#aborted.add(target.seq);
    this.#queue.splice(place + 1, 0, { ...this.#queued("abort", seq, args), aborts: target?.seq });
  }

  #queued(cmd: string, seq: number, args: readonly unknown[]): QueuedCommand {
    return { cmd, seq, args: safeArguments(args), abortRequested: () => this.#aborted.has(seq) };
  }

  #startPump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    void this.#pump();
  }

  async #pump(): Promise<void> {
    // Runs after the caller has its ticket. `await` needs no `Promise` of the page's, which may be another by now.
    await undefined;
    this.#owner.begins();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.#working = true;
      if (typeof next === "function") {
        await next();
        continue;
      }
      this.#running = next;
      const reply = await this.#owner.execute(next);
      this.#running = undefined;
      this.#working = false;
      this.#deliver(reply);
    }
    this.#owner.idles();
    this.#pumping = false;
  }

  #deliver(reply: Reply): void {
    this.#pending.delete(reply.seq);
    this.#recent.set(reply.seq, reply);
    if (this.#recent.size > repliesKeptMax) this.#recent.delete(this.#recent.keys().next().value as number);
    this.#results.push(reply);
    if (!reply.ok) this.#anyFailed = true;
    if (this.#results.length > repliesKeptMax) {
      this.#results.shift();
      this.#dropped++;
    }
    try {
      this.#owner.replied(reply);
    } catch {
      // A console that throws is no reason to keep anyone waiting.
    }
    this.#aborted.delete(reply.seq);
    this.#settleWaiters();
  }

  #settleWaiters(): void {
    this.#settle(
      this.#waiters.filter((waiter) => this.#isDone(waiter)),
      false,
    );
  }

  /** Those who wait for the same moment get the same results. */
  #settle(waiters: readonly Waiter[], timedOut: boolean): void {
    for (const waiter of waiters) waiter.settle(timedOut);
    if (!waiters.some((waiter) => waiter.takesResults)) return;
    this.#results = [];
    this.#dropped = 0;
    this.#anyFailed = false;
    this.#receipts = undefined;
    this.#warnings = [];
  }

  #isDone({ target, single, tasks }: Waiter): boolean {
    if (single) return !this.#pending.has(target);
    for (const seq of this.#pending) if (seq <= target) return false;
    return this.#tasksDone >= tasks;
  }

  #waitResult(timedOut: boolean, single: number | undefined, error?: ReplyError): WaitResult {
    this.#receipts ??= this.#owner.takeReceipts();
    this.#warnings = [...this.#warnings, ...this.#owner.takeWarnings()];
    const result = single === undefined ? this.#results.at(-1) : this.#recent.get(single);
    const failed = single === undefined ? this.#anyFailed : result?.ok !== true;
    const waited = present({
      ok: !timedOut && !failed && error === undefined,
      timedOut,
      result,
      results: [...this.#results],
      dropped: this.#dropped || undefined,
      receipts: nonEmpty(this.#receipts),
      warnings: nonEmpty(this.#warnings),
      state: this.#owner.getState(),
      error,
    });
    return waited as WaitResult;
  }
}

function commandOf(entry: QueueEntry | undefined): QueuedCommand | undefined {
  return typeof entry === "function" ? undefined : entry;
}

function isAbortable(cmd: string | undefined): boolean {
  return cmd !== undefined && (commands as { readonly [name: string]: CommandSpec })[cmd]?.abortable === true;
}

function parseWait(
  argument: unknown,
  lastSeq: number,
): { single: boolean; target: number; timeoutMs: number } | Refusal {
  if (argument === undefined) return { single: false, target: lastSeq, timeoutMs: waitTimeoutMsDefault };
  const issue = validateJson(waitParameter, argument as number, "/0");
  if (issue !== undefined) return badArgs(issue.path, issue.expected);
  if (typeof argument === "number") return { single: false, target: lastSeq, timeoutMs: argument };
  const { seq, timeoutMs = waitTimeoutMsDefault } = argument as { seq?: number; timeoutMs?: number };
  if (seq === undefined) return { single: false, target: lastSeq, timeoutMs };
  if (seq < 1 || seq > lastSeq) return badArgs("/0/seq", `a seq from 1 to ${lastSeq}`);
  return { single: true, target: seq, timeoutMs };
}
