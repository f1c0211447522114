// Commands and their arguments as JSON, as they go to a game.

import type { JsonValue } from "@tickbridge/bridge";
import type { Command } from "@tickbridge/bridge/protocol";
import { CanonicalError, canonicalise } from "@tickbridge/replay";
import { DriverError } from "./errors.js";

/** The bridge keeps this many replies for one wait. */
const commandsPerExchangeMax = 256;

/**
 * Commands as JSON texts that one exchange each can take.
 * @throws {DriverError} BAD_ARGS where JSON would change an argument in silence (a NaN would unpin a seed).
 */
export function jsonParts(given: readonly Command[]): string[] {
  if (!Array.isArray(given)) throw notCommands("a list of commands");
  for (const [index, command] of (given as readonly unknown[]).entries()) {
    const { cmd, args = [] } = (command ?? {}) as { readonly cmd?: unknown; readonly args?: unknown };
    if (typeof cmd !== "string" || !Array.isArray(args)) throw notCommands(`{cmd, args?: [...]} at ${index}`);
  }
  const texts: string[] = [];
  for (let start = 0; start < given.length || texts.length === 0; start += commandsPerExchangeMax) {
    const part = given.slice(start, start + commandsPerExchangeMax);
    texts.push(JSON.stringify(part.map(({ cmd, args = [] }) => ({ cmd, args: canonicalArgument(cmd, args) }))));
  }
  return texts;
}

/** A copy of what `what` was given. @throws {DriverError} BAD_ARGS for what JSON cannot hold. */
export function canonicalArgument(what: string, given: unknown): JsonValue {
  try {
    return canonicalise(given);
  } catch (thrown) {
    if (!(thrown instanceof CanonicalError)) throw thrown;
    throw new DriverError("BAD_ARGS", `${what}: argument ${thrown.path}: expected ${thrown.expected}`, {
      cause: thrown,
    });
  }
}

function notCommands(expected: string): DriverError {
  return new DriverError("BAD_ARGS", `commands: expected ${expected}`);
}
