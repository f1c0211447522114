// A game in this process, with no browser: the same session as in a page, with Node's time and chance.

import { randomInt } from "node:crypto";
import type { GameDefinition } from "@tickbridge/bridge";
import type { Command, Exchange } from "@tickbridge/bridge/protocol";
import { createSession, type Host, RegistrationError, type Session } from "@tickbridge/bridge/session";
import { DriverError } from "./errors.js";
import { type Link, unlimitedMs } from "./link.js";

const host: Host = {
  now: () => performance.now(),
  turn: () => new Promise((resolve) => setImmediate(resolve)),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  drawSeed: () => randomInt(2 ** 32),
};

export class NodeLink implements Link {
  readonly #session: Session;

  /** @throws {DriverError} BAD_GAME when the game object does not keep the port's contract. */
  constructor(game: GameDefinition) {
    try {
      this.#session = createSession(game, host);
    } catch (thrown) {
      if (!(thrown instanceof RegistrationError)) throw thrown;
      throw new DriverError("BAD_GAME", thrown.message, { cause: thrown });
    }
  }

  async exchange(commands: readonly Command[], timeoutMs: number): Promise<Exchange> {
    const exchange = await this.#session.exchange(commands, timeoutMs || unlimitedMs);
    if (exchange.timedOut) {
      this.#session.issue("abort");
      throw new DriverError("TIMEOUT", `the commands took longer than ${timeoutMs} ms: give a longer timeoutMs`);
    }
    // A copy, as from a page: nothing that the caller changes can reach the session.
    return JSON.parse(JSON.stringify(exchange)) as Exchange;
  }

  async close(): Promise<void> {
    this.#session.issue("abort");
  }
}
