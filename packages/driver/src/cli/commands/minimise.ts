// `tickbridge minimise`: the smallest replay that still shows what a replay shows.

import { stringifyReplay } from "@tickbridge/replay";
import { DriverError } from "../../errors.js";
import { type Aim, type Given, type GivenCount, type Minimised, minimise, runsMaxDefault } from "../../minimise.js";
import { shownValue } from "../../shown-value.js";
import { defineCommand } from "../command.js";
import { openForResult, readReplay } from "../files.js";
import { readSides, sideOptions } from "../sides.js";
import type { Terminal } from "../terminal.js";

const stopPrefix = "stop:";

export const minimiseCommand = defineCommand({
  name: "minimise",
  summary: "shrinks a replay to the fewest inputs that still show its throw, its stop or a divergence",
  usage: "<replay>",
  words: { min: 1, max: 1 },
  options: {
    ...sideOptions,
    shows: {
      kind: "text",
      value: "WHAT",
      summary: "throw (unless named), diverged (unless named, with --against), or stop: and a stop condition",
    },
    runs: { kind: "count", value: "N", summary: `how many runs may be tried; ${runsMaxDefault} unless named` },
    out: { kind: "text", value: "FILE", summary: "where the smaller replay goes; - is stdout" },
    force: { kind: "flag", summary: "write over a file that is there already" },
    json: { kind: "flag", summary: "the result as one JSON object, its replay included" },
  },
  examples: [
    "run.json --game dist/game.mjs --out small.json",
    "run.json --url http://127.0.0.1:8080/ --shows stop:hpBelow:40 --out small.json",
    "run.json --game dist/game.mjs --against yesterday/game.mjs --out small.json",
  ],
  notes:
    "Leaves out inputs, cheats and answers to choices (the game's first answer stands instead), holds inputs for fewer ticks,\n" +
    "makes their values simpler, and waits for fewer ticks, as long as it still shows: a tick that throws with the same words\n" +
    "(their numbers do not count), a stop condition or gameover, or that the other side of --against diverges. The result is\n" +
    "recorded anew and verified. Exit code 0: it is minimal, nothing more can be left out alone; 1: the runs were used up\n" +
    "before; 3: the game does not show it.",
  async run([path = ""], given, terminal) {
    const replay = await readReplay(path);
    const { side, against } = await readSides(given);
    const shows = readAim(given.shows, against !== undefined);
    const { out, runs } = given;
    const file = out === undefined || out === "-" ? undefined : await openForResult(out, given.force === true);
    try {
      const found = await minimise(replay, side, {
        shows,
        onProgress: terminal.progress,
        ...(against === undefined ? {} : { against }),
        ...(runs === undefined ? {} : { runsMax: runs }),
      });
      const text = stringifyReplay(found.replay);
      await file?.write(text);
      if (given.json === true) terminal.print(JSON.stringify(found, undefined, 2));
      else if (out === "-") terminal.print(text.trimEnd());
      else printMinimised(found, terminal);
      return found.minimal ? 0 : 1;
    } finally {
      await file?.close();
    }
  },
});

/** @throws {DriverError} USAGE. */
function readAim(shows: string | undefined, isCompared: boolean): Aim {
  const words = shows ?? (isCompared ? "diverged" : "throw");
  if (isCompared && words !== "diverged") {
    throw new DriverError("USAGE", `--against goes with --shows diverged, not with --shows ${words}`);
  }
  if (words === "throw" || words === "diverged") return { kind: words };
  if (words.startsWith(stopPrefix) && words.length > stopPrefix.length)
    return { kind: "stop", stop: words.slice(stopPrefix.length) };
  throw new DriverError(
    "USAGE",
    `--shows ${words}: expected throw, diverged, or stop: and a condition, such as stop:gameover`,
  );
}

function printMinimised({ shown, given, before, after, minimal, runs }: Minimised, terminal: Terminal): void {
  const word = minimal ? terminal.paint("minimal", "good") : terminal.paint("smaller", "unsure");
  const what = {
    throw: () => `tick ${shown.tick} throws: ${shown.kind === "throw" ? shown.message : ""}`,
    stop: () => `${shown.kind === "stop" ? shown.stop : ""} at boundary ${shown.tick}`,
    diverged: () => `diverged at boundary ${shown.tick}`,
  }[shown.kind]();
  terminal.print(`${word}: ${what}`);
  terminal.print(`  before: ${countWords(before)}`);
  terminal.print(`  after: ${countWords(after)}; ${runs} runs`);
  for (const part of given) terminal.print(`  ${givenWords(part)}`);
  if (!minimal) terminal.print("note: the runs were used up; --runs allows more");
}

function countWords({ inputs, inputTicks, cheats, answers, ticks }: GivenCount): string {
  const words = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  return `${words(inputs, "input")} in ${inputTicks} of ${ticks} ticks, ${words(cheats, "cheat")}, ${words(answers, "answer")}`;
}

function givenWords(part: Given): string {
  switch (part.kind) {
    case "input":
      return part.ticks === 1
        ? `input in tick ${part.tick}: ${shownValue(part.input)}`
        : `input in ticks ${part.tick} to ${part.tick + part.ticks - 1}: ${shownValue(part.input)}`;
    case "cheat":
      return `cheat in tick ${part.tick}: ${part.name} ${shownValue(part.args)}`;
    case "answer":
      return `answer to choice ${part.place + 1} of the run: ${part.action}${part.index === null ? "" : ` ${part.index}`}`;
  }
}
