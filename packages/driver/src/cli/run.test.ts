import { expect, test } from "vitest";
import { helpOf, parseWords } from "./command.js";
import { commands } from "./run.js";

const examples = commands.flatMap((command) => command.examples.map((example) => [command.name, example] as const));

test.each(examples)("the example `tickbridge %s %s` is taken as it stands", (name, example) => {
  const command = commands.find((known) => known.name === name);
  if (command === undefined) throw new Error(name);
  // A shell takes the redirections away.
  const words = example.replaceAll(/[<>] *\S+/g, "").split(" ");
  expect(
    parseWords(
      command,
      words.filter((word) => word !== ""),
    ),
  ).toBeDefined();
});

test("each command is listed once", () => {
  const names = commands.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});

test("every command has a help with its options and at least one example", () => {
  for (const command of commands) {
    const help = helpOf(command);
    for (const option of Object.keys(command.options)) expect(help).toContain(`  --${option}`);
    expect(command.examples.length).toBeGreaterThan(0);
  }
});
