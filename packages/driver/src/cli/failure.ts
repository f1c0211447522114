// What an error says to a person at the command line, and the exit code that it means.

import { ReplayError } from "@tickbridge/replay";
import { CommandError, DriverError } from "../errors.js";
import type { ExitCode } from "./command.js";

/** What to do about a refusal whose own words say only what is wrong. */
const advice: { readonly [code: string]: string } = {
  WRONG_GAME: "verify it where that game is",
  BAD_REPLAY: "the file is damaged or no replay: export or record it again",
};

/** What a person is told of an error: its code, what is wrong, and what to do. */
export function wordsFor(thrown: unknown): string {
  if (thrown instanceof DriverError) return `${thrown.code}: ${thrown.message}`;
  if (thrown instanceof CommandError) return `${thrown.message}${adviceOn(thrown.code)}`;
  if (thrown instanceof ReplayError) return `${thrown.code}: ${thrown.message}${adviceOn(thrown.code)}`;
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return `unexpected: ${words.split("\n")[0]}${isDebugging() ? "" : " (TICKBRIDGE_DEBUG=1 shows where)"}`;
}

function adviceOn(code: string): string {
  return advice[code] === undefined ? "" : `: ${advice[code]}`;
}

/** The exit code of an error. What the game's bridge refuses as badly given is wrong usage too. */
export function exitCodeFor(thrown: unknown): ExitCode {
  if (thrown instanceof DriverError) return thrown.exitCode;
  return thrown instanceof CommandError && thrown.code === "BAD_ARGS" ? 2 : 3;
}

/** Whether stacks are wanted. */
export function isDebugging(): boolean {
  return (process.env.TICKBRIDGE_DEBUG ?? "") !== "";
}
