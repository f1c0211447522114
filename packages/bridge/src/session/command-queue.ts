// Commands in order, one at a time: a ticket at once, exactly one reply each, and `wait` for them.
// Nothing here depends on frames; timers only end a wait that has a limit.

import { validateJson } from "@tickbridge/replay";
import type { Receipt, Reply, ReplyError, Snapshot, Ticket, WaitResult } from "../protocol.js";
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
  abortRequested: boolean;
  /** For an abort: the command that it stops, if there was one to stop. */
  readonly aborts?: number | undefined;
}

/** What the queue needs of the session that owns it. */
export interface QueueOwner {
  execute(command: QueuedCommand): Promise<Reply>;
  /** A reply has been made; it is the last thing that happens before those who wait for it go on. */
  replied(reply: Reply): void;
  takeReceipts(): readonly Receipt[];
  getState(): Snapshot;
}

interface Waiter {
  readonly target: number;
  /** Waits for the one reply `target`, rather than for all up to it. */
  readonly single: boolean;
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
  #dropped = 0;
  #anyFailed = false;
  #waiters: Waiter[] = [];
  #running: QueuedCommand | undefined;
  #pumping = false;
  #lastSeq = 0;

  constructor(owner: QueueOwner, host: Host) {
    this.#owner = owner;
    this.#host = host;
  }

  /** Whether a command or a task is at work or waits, so that real time must stand still. */
  get busy(): boolean {
    return this.#pumping;
  }

  /** Queues a command; the arguments are copied now. Never throws. */
  issue(cmd: string, args: readonly unknown[]): Ticket {
    const seq = ++this.#lastSeq;
    this.#pending.add(seq);
    if (cmd === "abort") this.#queueAbort(seq, args);
    else this.#queue.push({ cmd, seq, args: safeArguments(args), abortRequested: false });
    this.#startPump();
    return { cmd, seq };
  }

  /** Queues work of the page itself (a person starts a run), in order with the commands and without a reply. */
  perform<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#queue.push(async () => {
        try {
          resolve(await work());
        } catch (thrown) {
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
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
    return this.#settled(target, single, timeoutMs, (timedOut) =>
      this.#waitResult(timedOut, single ? target : undefined),
    );
  }

  /** The replies to some commands, at most 256, once the last is there. Takes nothing away from any `wait`. */
  repliesTo(seqs: readonly number[], timeoutMs: number): Promise<{ timedOut: boolean; replies: readonly Reply[] }> {
    return this.#settled(seqs.at(-1) ?? 0, true, timeoutMs, (timedOut) => ({
      timedOut,
      replies: seqs.flatMap((seq) => this.#recent.get(seq) ?? []),
    }));
  }

  /** Calls `finish` in the moment in which `target` is done, or after `timeoutMs` milliseconds. */
  #settled<Result>(
    target: number,
    single: boolean,
    timeoutMs: number,
    finish: (timedOut: boolean) => Result,
  ): Promise<Result> {
    if (this.#isDone(target, single)) return Promise.resolve(finish(false));
    return new Promise((resolve) => {
      const waiter: Waiter = {
        target,
        single,
        settle: (timedOut) => {
          cancel();
          this.#waiters = this.#waiters.filter((other) => other !== waiter);
          resolve(finish(timedOut));
        },
      };
      const cancel = this.#host.after(timeoutMs, () => waiter.settle(true));
      this.#waiters.push(waiter);
    });
  }

  /** Abort acts on the long command that runs or else comes first, and replies right after it. */
  #queueAbort(seq: number, args: readonly unknown[]): void {
    const running = this.#running !== undefined && isAbortable(this.#running.cmd) ? this.#running : undefined;
    const place = running === undefined ? this.#queue.findIndex((entry) => isAbortable(commandOf(entry)?.cmd)) : -1;
    const target = args.length > 0 ? undefined : (running ?? commandOf(this.#queue[place]));
    if (target !== undefined) target.abortRequested = true;
    const abort = { cmd: "abort", seq, args: safeArguments(args), abortRequested: false, aborts: target?.seq };
    this.#queue.splice(place + 1, 0, abort);
  }

  #startPump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    // Runs after the caller has its ticket.
    void Promise.resolve().then(() => this.#pump());
  }

  async #pump(): Promise<void> {
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      if (typeof next === "function") {
        await next();
        continue;
      }
      this.#running = next;
      const reply = await this.#owner.execute(next);
      this.#running = undefined;
      this.#deliver(reply);
    }
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
    for (const waiter of this.#waiters) {
      if (this.#isDone(waiter.target, waiter.single)) waiter.settle(false);
    }
  }

  #isDone(target: number, single: boolean): boolean {
    if (single) return !this.#pending.has(target);
    for (const seq of this.#pending) if (seq <= target) return false;
    return true;
  }

  #waitResult(timedOut: boolean, single: number | undefined, error?: ReplyError): WaitResult {
    const result = single === undefined ? this.#results.at(-1) : this.#recent.get(single);
    const failed = single === undefined ? this.#anyFailed : result?.ok !== true;
    const waited = present({
      ok: !timedOut && !failed && error === undefined,
      timedOut,
      result,
      results: this.#results,
      dropped: this.#dropped || undefined,
      receipts: nonEmpty(this.#owner.takeReceipts()),
      state: this.#owner.getState(),
      error,
    });
    this.#results = [];
    this.#dropped = 0;
    this.#anyFailed = false;
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
