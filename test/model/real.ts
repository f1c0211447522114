// What the model is compared with: a session in this process, or one in a page.

import type { JsonValue } from "@tickbridge/bridge";
import type { Reply, Snapshot } from "@tickbridge/bridge/protocol";
import { createSession, type Session } from "@tickbridge/bridge/session";
import type { Page } from "playwright";
import { nodeHost } from "../support/toy-session.js";
import { type AnyGame, hashByHand } from "./by-hand.js";

export interface GivenCommand {
  readonly cmd: string;
  readonly args: readonly JsonValue[];
}

export interface Real {
  /** Gives commands in one breath. */
  give(commands: readonly GivenCommand[]): Promise<{ readonly replies: readonly Reply[]; readonly state: Snapshot }>;
  /** The hash of the live state, by hand where the game is at hand. Only while there is a run. */
  hash(): Promise<string>;
}

export class NodeReal implements Real {
  readonly #game: AnyGame;
  session: Session;

  constructor(game: AnyGame) {
    this.#game = game;
    this.session = createSession(game, nodeHost);
  }

  async give(commands: readonly GivenCommand[]): Promise<{ replies: readonly Reply[]; state: Snapshot }> {
    const { replies, state } = await this.session.exchange(commands as never, 60_000, false);
    return { replies, state };
  }

  async hash(): Promise<string> {
    return hashByHand(this.#game);
  }

  /** Another session over the same game, brought to where this one stands by its journal alone. */
  async recover(): Promise<Reply> {
    const { journal } = await this.session.exchange([], 60_000, false, 0);
    this.session = createSession(this.#game, nodeHost);
    const { replies } = await this.give([{ cmd: "recover", args: [(journal?.entries ?? []) as unknown as JsonValue] }]);
    return replies[0] as Reply;
  }
}

export class PageReal implements Real {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async give(commands: readonly GivenCommand[]): Promise<{ replies: readonly Reply[]; state: Snapshot }> {
    const text = await this.#page.evaluate(async (json) => {
      await __candyReady;
      type Exchange = {
        readonly [prefix: string]: (json: string, timeoutMs: number, aloud: boolean) => Promise<string>;
      };
      const bridges = (window as unknown as { readonly [key: symbol]: Exchange })[Symbol.for("tickbridge.exchange")];
      return bridges?.__candy?.(json, 60_000, false);
    }, JSON.stringify(commands));
    return JSON.parse(text as string) as { replies: readonly Reply[]; state: Snapshot };
  }

  async hash(): Promise<string> {
    const { replies } = await this.give([{ cmd: "hash", args: [] }]);
    return String((replies[0] as { hash?: unknown }).hash);
  }
}
