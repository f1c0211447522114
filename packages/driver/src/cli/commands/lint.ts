// `tickbridge lint`: native maths, clocks and random numbers in sources, without a build.

import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Finding, findingText } from "../../build/findings.js";
import { selector } from "../../build/options.js";
import { DriverError } from "../../errors.js";
import { defineCommand } from "../command.js";
import { readText } from "../files.js";

export const lint = defineCommand({
  name: "lint",
  summary: "finds native maths, **, clocks and random numbers in a simulation's sources",
  usage: "<folder or file…>",
  words: { min: 1, max: Number.POSITIVE_INFINITY },
  options: { json: { kind: "flag", summary: "the findings as one JSON list" } },
  examples: ["src/simulation", "src/rules.ts src/world.ts --json"],
  notes:
    "Reads TypeScript and JavaScript; a folder means all sources below it, but none in a node_modules. A comment with\n" +
    "tickbridge-ignore on the line, or on the one above, says that a use is meant. Exit code 1: something was found.",
  async run(places, options, terminal) {
    const isSource = selector({ include: [...places] }, process.cwd());
    const files = (await Promise.all(places.map(filesBelow))).flat().filter((path) => isSource(resolve(path)));
    const findings: object[] = [];
    for (const file of files) {
      for (const finding of await findingsIn(file)) {
        findings.push({ file, ...finding });
        if (options.json !== true) terminal.print(findingText(file, finding));
      }
    }
    if (options.json === true) terminal.print(JSON.stringify(findings, undefined, 2));
    else if (findings.length === 0)
      terminal.print(`${terminal.paint("none found", "good")} in ${files.length} sources`);
    return findings.length === 0 ? 0 : 1;
  },
});

async function findingsIn(file: string): Promise<readonly Finding[]> {
  // It brings a parser that no other command needs.
  const { checkSource } = await import("../../build/source-check.js");
  try {
    return checkSource(file, await readText(file, "a source")).findings;
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
    throw new DriverError("BAD_FILE", `${file} cannot be read as a source: ${thrown.message}`, { cause: thrown });
  }
}

async function filesBelow(place: string): Promise<string[]> {
  const found = await stat(place).catch((cause: unknown) => {
    throw new DriverError("BAD_FILE", `${place} cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  });
  if (!found.isDirectory()) return [place];
  const below = await readdir(place, { recursive: true, withFileTypes: true });
  return below
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}
