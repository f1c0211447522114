// The errors that a session turns into coded replies. A refusal is an answer, not a fault of the session.

import type { ErrorCode, ReplyError } from "../protocol.js";
import { present } from "./present.js";

interface RefusalDetails {
  readonly path?: string | undefined;
  readonly expected?: string | undefined;
  readonly stack?: string | undefined;
  /** Fields of the reply beside `error`, such as the choice that waits. */
  readonly fields?: { readonly [field: string]: unknown };
}

/** A command that is refused, or that failed with a code. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: ErrorCode;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get replyError(): ReplyError {
    const { path, expected, stack } = this.details;
    return present({ code: this.code, message: this.message, path, expected, stack }) as ReplyError;
  }

  /** The same refusal with more fields for its reply. */
  with(fields: { readonly [field: string]: unknown }): Refusal {
    return new Refusal(this.code, this.message, { ...this.details, fields: { ...this.details.fields, ...fields } });
  }
}

export function badArgs(path: string, expected: string, message = `expected ${expected}`): Refusal {
  return new Refusal("BAD_ARGS", message, { path, expected });
}

/** The game's own code threw in the call that is named. */
export class GameThrew extends Error {
  override readonly name = "GameThrew";
  readonly call: string;
  readonly gameStack: string | undefined;

  constructor(call: string, thrown: unknown) {
    super(thrownMessage(thrown));
    this.call = call;
    this.gameStack = thrown instanceof Error ? thrown.stack : undefined;
  }

  toRefusal(): Refusal {
    const message = `the game threw in ${this.call}: ${this.message}`;
    return new Refusal("GAME_THREW", message, { stack: this.gameStack });
  }
}

/** The message of anything that can be thrown; never throws itself. */
export function thrownMessage(thrown: unknown): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return "something that cannot be shown";
  }
}

/** Whether the game, not the session, is to blame: it threw, or gave what the port does not allow. */
export function isGamesFault(thrown: unknown): thrown is GameThrew | Refusal {
  return thrown instanceof GameThrew || thrown instanceof Refusal;
}
