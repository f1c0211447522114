// The arguments of a command: copied when the command is given, judged against the manifest when it runs.

import { CanonicalError, canonicalise, describeSchema, validateJson } from "@tickbridge/replay/core";
import type { JsonSchema } from "../game.js";
import { type CommandName, commands } from "../protocol.js";
import { badArgs, Refusal, thrownMessage } from "./refusal.js";

/** A canonical, frozen copy; trailing `undefined` counts as left out. A refusal for what JSON cannot hold. Never throws. */
export function safeArguments(args: readonly unknown[]): readonly unknown[] | Refusal {
  try {
    let length = args.length;
    while (length > 0 && args[length - 1] === undefined) length--;
    return canonicalise(Array.from({ length }, (_, index) => args[index])) as readonly unknown[];
  } catch (thrown) {
    if (thrown instanceof CanonicalError) return badArgs(thrown.path, thrown.expected);
    return new Refusal("BAD_ARGS", `the arguments cannot be read: ${thrownMessage(thrown)}`, { path: "" });
  }
}

/** Throws BAD_ARGS for the first argument that the manifest does not allow. */
export function checkArguments(cmd: CommandName, args: readonly unknown[]): void {
  const parameters: readonly { name: string; optional?: true; schema: JsonSchema }[] = commands[cmd].parameters;
  if (args.length > parameters.length) {
    const names = parameters.map((parameter) => parameter.name).join(", ");
    throw badArgs(`/${parameters.length}`, parameters.length === 0 ? "no argument" : `only the arguments ${names}`);
  }
  for (const [index, parameter] of parameters.entries()) {
    const value = args[index];
    if (value === undefined) {
      if (parameter.optional === true) continue;
      throw badArgs(`/${index}`, describeSchema(parameter.schema), `the argument ${parameter.name} is missing`);
    }
    const issue = validateJson(parameter.schema, value as number, `/${index}`);
    if (issue !== undefined) throw badArgs(issue.path, issue.expected, `${parameter.name}: expected ${issue.expected}`);
  }
}
