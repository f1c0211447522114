// One line of `tickbridge play`: what it asks for, and how its answer reads.

import { type Command, type CommandSpec, commands, type Reply, type Snapshot } from "@tickbridge/bridge/protocol";
import { validateJson } from "@tickbridge/replay";

/** What a line asks for. */
export interface Asked {
  readonly commands: readonly Command[];
  /** It was a list: the answer holds `replies`. */
  readonly isList: boolean;
  /** The answer holds the snapshot after the line. */
  readonly withState: boolean;
  /** Which of the commands asked for the state under its own name. */
  readonly stateAt: ReadonlySet<number>;
}

/** The answer to a line that got no reply of the game's. */
export interface LineError {
  readonly ok: false;
  readonly error: { readonly code: string; readonly message: string };
}

const commandForm = {
  type: "object",
  properties: { cmd: { type: "string" }, args: { type: "array" }, state: { type: "boolean" } },
  required: ["cmd"],
  additionalProperties: false,
};

const expected = 'a command such as {"cmd": "step", "args": [600]}, or a list of them';

export function lineError(code: string, message: string): LineError {
  return { ok: false, error: { code, message } };
}

/** What the text of a line asks for; an error where it is no command. */
export function readLine(text: string): Asked | LineError {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return lineError("BAD_ARGS", `the line is no JSON: expected ${expected}`);
  }
  const isList = Array.isArray(value);
  const issue = validateJson(isList ? { type: "array", items: commandForm, minItems: 1 } : commandForm, value as never);
  if (issue !== undefined) {
    return lineError(
      "BAD_ARGS",
      `${issue.path === "" ? "the line" : issue.path}: expected ${issue.expected}; give ${expected}`,
    );
  }
  const given = (isList ? value : [value]) as readonly (Command & { readonly state?: boolean })[];
  const stateAt = new Set(given.flatMap(({ cmd }, index) => (isState(cmd) ? [index] : [])));
  return {
    commands: given.map(({ cmd, args = [] }) => ({ cmd: isState(cmd) ? "dump" : cmd, args })),
    isList,
    withState: given.some(({ state }) => state === true),
    stateAt,
  };
}

/** `state` is a property in a page; here it is a command, which looks afresh. */
function isState(cmd: string): boolean {
  return cmd === "state";
}

/** Whether `abort` can stop a part of the line. */
export function isAbortable({ commands: given }: Asked): boolean {
  const specs: { readonly [name: string]: CommandSpec | undefined } = commands;
  return given.some(({ cmd }) => Object.hasOwn(commands, cmd) && specs[cmd]?.abortable === true);
}

/** The line is an abort, which does not wait for its turn. */
export function isAbort({ commands: given, isList }: Asked): boolean {
  return !isList && given[0]?.cmd === "abort" && (given[0].args ?? []).length === 0;
}

/** The answer to a line, from the replies to its commands. */
export function answerTo(asked: Asked, replies: readonly Reply[], state: Snapshot | undefined): object {
  const named = replies.map((reply, index) => (asked.stateAt.has(index) ? { ...reply, cmd: "state" } : reply));
  const beside = asked.withState && state !== undefined ? { state } : {};
  if (!asked.isList) return { ...named[0], ...beside };
  return { ok: replies.every(({ ok }) => ok), replies: named, ...beside };
}
