// A link whose game can be opened again, and whose run then comes back: each exchange brings the new part of the journal,
// which is kept here in Node, out of reach of whatever happens to the page.

import type { Command, Exchange, OkReply, Reply } from "@tickbridge/bridge/protocol";
import { CommandError } from "./errors.js";
import type { JournalKeeper, JournalPlace } from "./journal-keeper.js";
import { type Link, lost } from "./link.js";
import type { Play, PlayRequest } from "./policy-run.js";

/** Opens the game; after the first time again, and then in what is left of the page, or in a new one. */
export type OpenLink = () => Promise<Link>;

export class JournalledLink implements Link {
  readonly #open: OpenLink;
  readonly #keeper: JournalKeeper;
  #link: Link;
  #closed = false;

  private constructor(open: OpenLink, link: Link, keeper: JournalKeeper) {
    this.#open = open;
    this.#link = link;
    this.#keeper = keeper;
  }

  static async open(open: OpenLink, keeper: JournalKeeper): Promise<JournalledLink> {
    return new JournalledLink(open, await open(), keeper);
  }

  get journal(): JournalPlace {
    return this.#keeper.place;
  }

  async exchange(commandsJson: string, timeoutMs: number): Promise<Exchange> {
    const exchange = await this.#link.exchange(commandsJson, timeoutMs, this.#keeper.batch);
    this.#keeper.add(exchange.journal);
    return exchange;
  }

  async play(policyText: string, request: PlayRequest, timeoutMs: number): Promise<Play> {
    return this.#link.play(policyText, request, timeoutMs);
  }

  async stopPlay(): Promise<void> {
    await this.#link.stopPlay();
  }

  readText(address: string): Promise<string | undefined> {
    return this.#link.readText(address);
  }

  /** Opens the game again and gives it the journal; with the reply to the command `recover`. */
  async recover(timeoutMs: number): Promise<Exchange> {
    if (this.#closed) throw lost("the session was closed");
    this.#link = await this.#open();
    if (this.#closed) await this.#link.close();
    this.#keeper.restart();
    return this.#giveJournal(timeoutMs);
  }

  /**
   * Brings back the run of an earlier session: of this file or, for true, the newest of this game.
   * @throws {DriverError} NO_JOURNAL, BAD_FILE.
   * @throws {CommandError} when the run does not come back.
   */
  async resume(recover: string | true): Promise<void> {
    // The first exchange says which game it is.
    await this.exchange("[]", 0);
    this.#keeper.load(recover);
    okReply((await this.#giveJournal(0)).replies);
  }

  async #giveJournal(timeoutMs: number): Promise<Exchange> {
    const command: Command = { cmd: "recover", args: [this.#keeper.text()] };
    const exchange = await this.#link.exchange(JSON.stringify([command]), timeoutMs, this.#keeper.batch);
    // A run that did not come back must not be forgotten: the journal stays as it is, to be tried again.
    if (exchange.replies[0]?.ok === true) this.#keeper.add(exchange.journal);
    return exchange;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#keeper.close();
    await this.#link.close();
  }
}

/** @throws {CommandError} when the run did not come back. */
export function okReply(replies: readonly Reply[]): OkReply {
  const [reply] = replies as readonly [Reply];
  if (reply.ok) return reply;
  throw new CommandError(reply);
}
