// One handler a command of the manifest. A handler gets checked arguments and returns the reply's body, or throws a
// Refusal; a refusal that it throws has changed nothing.

import { type CommandArguments, type CommandName, commands } from "../../protocol.js";
import { loadLate } from "../late.js";
import type { Session } from "../session.js";
import { act } from "./act.js";
import { read } from "./read.js";
import { step } from "./step.js";

/** The command that is being carried out. */
export interface Call {
  readonly seq: number;
  /** For an abort: the command that it stops, if there was one to stop. */
  readonly aborts?: number | undefined;
  abortRequested(): boolean;
}

export type Body = { readonly [field: string]: unknown };
export type Handlers<Names extends CommandName> = {
  readonly [Name in Names]: (session: Session, call: Call, ...args: CommandArguments<Name>) => Body | Promise<Body>;
};

export const handlersAtHand = { ...read, ...act, ...step };

/** The handler of a command; the rarer ones come in a chunk of their own. */
export async function handlerOf(cmd: CommandName): Promise<Handlers<CommandName>[CommandName]> {
  if (cmd in handlersAtHand) return handlersAtHand[cmd as keyof typeof handlersAtHand];
  return (await loadLate()).lateHandlers[cmd as LateCommand];
}

/** The commands of the chunk of its own. */
export type LateCommand = Exclude<CommandName, keyof typeof handlersAtHand>;

export function isCommandName(cmd: string): cmd is CommandName {
  return Object.hasOwn(commands, cmd);
}
