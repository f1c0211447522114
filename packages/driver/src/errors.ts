// Every error that the driver raises: a code, an exit code for the command line, and what to do next.

import type { ErrorReply } from "@tickbridge/bridge/protocol";

/** Exit codes of the command line (SPEC section 9): 1 check failed, 2 wrong usage, 3 could not run. */
const exitCodes = {
  USAGE: 2,
  BAD_ARGS: 2,
  BAD_ADDRESS: 2,
  BAD_FILE: 2,
  BAD_GAME: 2,
  NO_JOURNAL: 3,
  NOT_SHOWN: 3,
  GATE_OFF: 2,
  SEVERAL_GAMES: 2,
  POLICY_THREW: 2,
  PORT_IN_USE: 3,
  NO_BROWSER: 3,
  BROWSER_FAILED: 3,
  UNREACHABLE: 3,
  NO_BRIDGE: 3,
  PROTOCOL_TOO_NEW: 3,
  PAGE_LOST: 3,
  TIMEOUT: 3,
} as const;

export type DriverErrorCode = keyof typeof exitCodes;

/** What went wrong around the game. The message says what to do. */
export class DriverError extends Error {
  override readonly name = "DriverError";
  readonly code: DriverErrorCode;

  constructor(code: DriverErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  get exitCode(): 2 | 3 {
    return exitCodes[this.code];
  }
}

/** A policy of `play` that threw. The run stands at the boundary where the policy was asked, and goes on as usual. */
export class PolicyError extends DriverError {
  /** Which of its decisions it was, from 1. */
  readonly decision: number;
  /** The tick of the state that it was given. */
  readonly tick: number;
  /** Its stack where it ran. */
  readonly policyStack: string;

  constructor(decision: number, tick: number, message: string, policyStack: string) {
    super(
      "POLICY_THREW",
      `the policy threw in decision ${decision}, at tick ${tick}: ${message} (it runs next to the game and may use ` +
        "nothing but its arguments; what it needs goes into memory)",
    );
    this.decision = decision;
    this.tick = tick;
    this.policyStack = policyStack;
  }
}

/** A command that the game's bridge refused or that failed there; carries the whole reply. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly reply: ErrorReply;

  /** `where` stands before the message. */
  constructor(reply: ErrorReply, where = "") {
    const { code, message, path, expected } = reply.error;
    const place = path === undefined ? "" : ` at ${path}`;
    const wanted = expected === undefined || message.includes(expected) ? "" : ` (expected ${expected})`;
    super(`${where}${reply.cmd}: ${code}${place}: ${message}${wanted}`);
    this.reply = reply;
  }

  get code(): ErrorReply["error"]["code"] {
    return this.reply.error.code;
  }
}

/** What a program gave as an object of options, if it is one. @throws {DriverError} USAGE. */
export function requireObject<Value extends object>(what: string, given: Value): Value {
  if (typeof given === "object" && given !== null) return given;
  throw new DriverError("USAGE", `${what}: expected an object, not ${String(given)}`);
}
