// Commands of the command line as data: what they take, from which parsing and help both derive.

import { parseArgs } from "node:util";
import { countMax, parseSeed, seedMax } from "@tickbridge/replay";
import { DriverError } from "../errors.js";
import type { Terminal } from "./terminal.js";

/** 0 as expected, 1 diverged or check failed, 2 wrong usage, 3 could not run or not verifiable. */
export type ExitCode = 0 | 1 | 2 | 3;

export interface OptionSpec {
  readonly kind: "text" | "flag" | "count" | "seed";
  /** What stands for the value in the help; none for a flag. */
  readonly value?: string;
  readonly summary: string;
}
export type OptionSpecs = { readonly [name: string]: OptionSpec };

/** The values of options that were given. */
export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]?: { text: string; flag: true; count: number; seed: number }[Specs[Name]["kind"]];
};

export interface CommandSpec<Specs extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  readonly summary: string;
  /** The words after the name, as the help shows them, such as `<dir>`. */
  readonly usage: string;
  /** How many there may be. */
  readonly words: { readonly min: number; readonly max: number };
  readonly options: Specs;
  /** What follows the name in each. */
  readonly examples: readonly string[];
  readonly notes?: string;
  /** It runs until it is interrupted, and sees to that itself. */
  readonly endsWhenInterrupted?: true;
  run(words: readonly string[], options: OptionValues<Specs>, terminal: Terminal): Promise<ExitCode>;
}

/** Names a command with the types of its options inferred. */
export function defineCommand<const Specs extends OptionSpecs>(spec: CommandSpec<Specs>): CommandSpec {
  // `parseWords` makes the values that the specs of the same command ask for.
  return spec as unknown as CommandSpec;
}

/**
 * What the arguments after a command's name say; undefined when they ask for help.
 * @throws {DriverError} USAGE.
 */
export function parseWords(
  command: CommandSpec,
  args: readonly string[],
): { readonly words: readonly string[]; readonly options: OptionValues<OptionSpecs> } | undefined {
  const wrong = (problem: string) =>
    new DriverError(
      "USAGE",
      `${problem}\nusage: tickbridge ${usageOf(command)} (tickbridge ${command.name} --help says more)`,
    );
  const types = Object.fromEntries(
    Object.entries(command.options).map(([name, { kind }]) => [
      name,
      { type: kind === "flag" ? "boolean" : "string" } as const,
    ]),
  );
  let parsed: { readonly positionals: readonly string[]; readonly values: { readonly [name: string]: unknown } };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { ...types, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (thrown) {
    // Node's own words name the option and what is wrong with it; the second sentence is advice on `--`.
    throw wrong((thrown as Error).message.split(". ")[0] ?? "");
  }
  if (parsed.values.help === true) return undefined;
  const { positionals } = parsed;
  const { min, max } = command.words;
  if (positionals.length < min) throw wrong(`${command.usage} is missing`);
  if (positionals.length > max) throw wrong(`"${positionals[max]}" is one argument too many`);
  const options: { [name: string]: string | number | true } = {};
  for (const [name, spec] of Object.entries(command.options)) {
    const given = parsed.values[name];
    if (given === undefined) continue;
    const value = readOption(spec, given as string | true);
    if (value === undefined) {
      throw wrong(
        `--${name} ${String(given)}: expected an integer from 0 to ${spec.kind === "seed" ? seedMax : countMax}`,
      );
    }
    options[name] = value;
  }
  return { words: positionals, options: options as OptionValues<OptionSpecs> };
}

function readOption({ kind }: OptionSpec, given: string | true): string | number | true | undefined {
  if (given === true || kind === "text") return given;
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  return kind === "seed" ? parseSeed(number) : number <= countMax ? number : undefined;
}

function usageOf(command: CommandSpec): string {
  const options = Object.entries(command.options).map(
    ([name, { value }]) => `[--${name}${value === undefined ? "" : ` ${value}`}]`,
  );
  return [command.name, command.usage, ...options].filter((part) => part !== "").join(" ");
}

/** The help of one command. */
export function helpOf(command: CommandSpec): string {
  const rows = Object.entries(command.options).map(
    ([name, { value, summary }]) => [`--${name}${value === undefined ? "" : ` ${value}`}`, summary] as const,
  );
  const parts = [
    `tickbridge ${command.name}: ${command.summary}`,
    `usage: tickbridge ${usageOf(command)}`,
    ...(rows.length === 0 ? [] : [columns(rows)]),
    ...(command.notes === undefined ? [] : [command.notes]),
    ["examples:", ...command.examples.map((example) => `  tickbridge ${command.name} ${example}`.trimEnd())].join("\n"),
  ];
  return parts.join("\n\n");
}

/** Two columns, indented. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd()).join("\n");
}
