// From arguments to an exit code: finds the command, and turns every error into words for a person.

import { readFileSync } from "node:fs";
import { DriverError } from "../errors.js";
import { type CommandSpec, columns, type ExitCode, helpOf, parseWords } from "./command.js";
import { diffCommand } from "./commands/diff.js";
import { doctor } from "./commands/doctor.js";
import { lint } from "./commands/lint.js";
import { localiseCommand } from "./commands/localise.js";
import { minimiseCommand } from "./commands/minimise.js";
import { playCommand } from "./commands/play.js";
import { record } from "./commands/record.js";
import { serve } from "./commands/serve.js";
import { tail } from "./commands/tail.js";
import { verifyCommand } from "./commands/verify.js";
import { exitCodeFor, isDebugging, wordsFor } from "./failure.js";
import { exitWhenInterrupted } from "./interruption.js";
import type { Terminal } from "./terminal.js";

/** Every command, as the help lists them. */
export const commands: readonly CommandSpec[] = [
  playCommand,
  record,
  verifyCommand,
  diffCommand,
  localiseCommand,
  minimiseCommand,
  tail,
  doctor,
  lint,
  serve,
];

/** Runs `tickbridge` with `args`. Never rejects. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(args, terminal);
  } catch (thrown) {
    terminal.say(`tickbridge: ${wordsFor(thrown)}`);
    if (isDebugging() && thrown instanceof Error) terminal.say(thrown.stack ?? "");
    return exitCodeFor(thrown);
  }
}

async function dispatch([name, ...rest]: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (name === "--version") {
    terminal.print(ownVersion());
    return 0;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    terminal.print(overview());
    return 0;
  }
  if (name === undefined) throw new DriverError("USAGE", `a command is missing\n\n${overview()}`);
  const command = commands.find((known) => known.name === name);
  if (command === undefined) {
    const names = commands.map((known) => known.name).join(", ");
    throw new DriverError("USAGE", `"${name}" is no command: expected ${names} (tickbridge --help says more)`);
  }
  const parsed = parseWords(command, rest);
  if (parsed !== undefined) {
    if (command.endsWhenInterrupted !== true) exitWhenInterrupted(terminal);
    return command.run(parsed.words, parsed.options, terminal);
  }
  terminal.print(helpOf(command));
  return 0;
}

function overview(): string {
  return [
    "tickbridge: plays, records and verifies web games that embed @tickbridge/bridge",
    `usage: tickbridge <command> …\n\n${columns(commands.map(({ name, summary }) => [name, summary]))}`,
    "tickbridge <command> --help shows its options and examples; tickbridge --version, the version.",
    "exit codes: 0 as expected, 1 diverged or a check failed, 2 wrong usage, 3 could not run or not verifiable;\n" +
      "interrupted: 128 and the number of the signal",
    "environment:\n" +
      columns([
        ["TICKBRIDGE_BROWSER", "the file of the browser to use"],
        ["TICKBRIDGE_DEBUG=1", "stacks with errors"],
        ["NO_COLOR=1", "plain lines, as without a terminal and in CI"],
      ]),
  ].join("\n\n");
}

function ownVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
