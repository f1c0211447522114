// A policy as text: what Playwright sends to a page, and what the Node link makes the same function of.

import { Script } from "node:vm";
import { DriverError } from "./errors.js";
import { type GameInPage, play } from "./in-page.js";
import { type PlayRequest, PolicyRun } from "./policy-run.js";
import { unlimitedMs } from "./time-limit.js";

/**
 * The text of a function as an expression that gives the same function where nothing of its surroundings is known.
 * @throws {DriverError} USAGE for what is no function, or one whose text cannot be had.
 */
export function policyTextOf(policy: unknown): string {
  if (typeof policy !== "function") {
    throw new DriverError("USAGE", `play: expected a function (state, memory) => decision, not ${typeof policy}`);
  }
  const text = String(policy);
  // A method's text is an expression only behind `function`.
  const isAsync = text.startsWith("async ");
  const candidates = [text, `${isAsync ? "async " : ""}function ${isAsync ? text.slice("async ".length) : text}`];
  const expression = candidates.find(compiles);
  if (expression === undefined) {
    throw new DriverError(
      "USAGE",
      "play: the policy's text cannot be had (it is bound, or no function written in JavaScript): give a function that uses nothing but its arguments",
    );
  }
  return alone(expression);
}

/** The call of `play` in a page, as an expression. */
export function playText(policyText: string, request: PlayRequest, game: GameInPage, timeoutMs: number): string {
  const given = JSON.stringify([game, request, timeoutMs || unlimitedMs]);
  return `${alone(play.toString())}(${alone(PolicyRun.toString())}, ${policyText}, ${given})`;
}

function compiles(expression: string): boolean {
  try {
    new Script(`(${expression})`);
    return !expression.includes("[native code]");
  } catch {
    return false;
  }
}

/** esbuild, and with it tsx, may name functions by a call of `__name`, which exists only where it was built. */
function alone(expression: string): string {
  return `((__name) => (${expression}))((named) => named)`;
}
