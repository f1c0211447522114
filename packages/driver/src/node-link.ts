// A game in this process, with no browser: the same session as in a page, with Node's time and chance.

import { randomInt } from "node:crypto";
import { runInThisContext } from "node:vm";
import type { GameDefinition } from "@tickbridge/bridge";
import type { Command, Exchange, TripwireMode } from "@tickbridge/bridge/protocol";
import { createSession, type Host, RegistrationError, type Session } from "@tickbridge/bridge/session";
import { DriverError } from "./errors.js";
import { type Link, lost, tookTooLong } from "./link.js";
import { type Play, type PlayRequest, type Policy, PolicyRun } from "./policy-run.js";
import { readTextHere } from "./read-text.js";
import { unlimitedMs } from "./time-limit.js";

const host: Host = {
  now: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  drawSeed: () => randomInt(2 ** 32),
};

/** How long closing may take to bring what runs to an end. */
const quietMsMax = 5000;

export class NodeLink implements Link {
  readonly #session: Session;
  #closed = false;
  #play: PolicyRun | undefined;

  /** @throws {DriverError} BAD_GAME when the game object does not keep the port's contract. */
  constructor(game: GameDefinition, tripwires?: TripwireMode) {
    try {
      this.#session = createSession(game, host, {}, { tripwires });
    } catch (thrown) {
      if (!(thrown instanceof RegistrationError)) throw thrown;
      throw new DriverError("BAD_GAME", thrown.message, { cause: thrown });
    }
  }

  async exchange(commandsJson: string, timeoutMs: number, batchesKept?: number): Promise<Exchange> {
    this.#refuseWhenClosed();
    const commands = JSON.parse(commandsJson) as readonly Command[];
    const exchange = await this.#session.exchange(commands, timeoutMs || unlimitedMs, false, batchesKept);
    this.#refuseWhenClosed();
    if (exchange.timedOut) {
      this.#session.issue("abort");
      throw tookTooLong(timeoutMs);
    }
    // A copy, as from a page: nothing that the caller changes can reach the session.
    return JSON.parse(JSON.stringify(exchange)) as Exchange;
  }

  async play(policyText: string, request: PlayRequest, timeoutMs: number): Promise<Play> {
    this.#refuseWhenClosed();
    // From its text, as in a page, so that one that needs its surroundings fails here too.
    const policy = runInThisContext(policyText) as Policy;
    const place = {
      exchange: (commands: readonly Command[]) => this.#session.exchange(commands, unlimitedMs, false, undefined, true),
      turn: host.turn,
      now: host.now,
    };
    const run = new PolicyRun(policy, place, JSON.parse(JSON.stringify(request)));
    this.#play = run;
    const timer = setTimeout(() => run.stop("late"), timeoutMs || unlimitedMs);
    let text: string;
    try {
      text = await run.run();
    } finally {
      clearTimeout(timer);
      this.#play = undefined;
    }
    this.#refuseWhenClosed();
    const play = JSON.parse(text) as Play;
    if (play.kind === "late") throw tookTooLong(timeoutMs);
    return play;
  }

  async stopPlay(): Promise<void> {
    this.#play?.stop("aborted");
  }

  readText(address: string): Promise<string | undefined> {
    return readTextHere(address, true);
  }

  async close(): Promise<void> {
    await this.stopPlay();
    if (!this.#closed) this.#session.issue("abort");
    this.#closed = true;
    // The game is left alone: another session may be about to begin with it.
    await this.#session.wait({ timeoutMs: quietMsMax });
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw lost("the session was closed");
  }
}
