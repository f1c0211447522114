// A scripted policy: a JSON list of commands, as data.

import { type Command, commandNames, type ErrorReply } from "@tickbridge/bridge/protocol";
import { DriverError } from "../../errors.js";
import type { GameSession } from "../../game-session.js";
import { readText } from "../files.js";

/** Reads `[{"cmd": "step", "args": [600]}, …]`. @throws {DriverError} BAD_FILE. */
export async function readScript(path: string): Promise<readonly Command[]> {
  const text = await readText(path, "a list of commands");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    throw new DriverError("BAD_FILE", `${path} is no JSON (${(thrown as Error).message})`, { cause: thrown });
  }
  const shape = '{"cmd": "step", "args": [600]}';
  if (!Array.isArray(json))
    throw new DriverError("BAD_FILE", `${path}: expected a list of commands such as [${shape}]`);
  for (const [place, entry] of json.entries()) {
    const { cmd, args = [] } = (entry ?? {}) as { readonly cmd?: unknown; readonly args?: unknown };
    if (!commandNames.some((name) => name === cmd) || !Array.isArray(args)) {
      const names = commandNames.join(", ");
      throw new DriverError(
        "BAD_FILE",
        `${path}, command ${place + 1}: expected one such as ${shape}; the names are ${names}`,
      );
    }
  }
  return json as readonly Command[];
}

/** Gives each command in turn; the first that is refused ends it, and stands in the result with its place from 1. */
export async function runScript(
  game: GameSession<never>,
  script: readonly Command[],
  onCommand: (place: number) => void,
): Promise<{ readonly place: number; readonly reply: ErrorReply } | undefined> {
  for (const [index, command] of script.entries()) {
    onCommand(index + 1);
    const { replies } = await game.batch([command], { timeoutMs: 0, refusals: "return" });
    const [reply] = replies;
    if (reply?.ok === false) return { place: index + 1, reply };
  }
  return undefined;
}
