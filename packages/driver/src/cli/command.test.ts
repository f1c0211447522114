// Arguments by a command's data: values, refusals, help.

import { expect, test } from "vitest";
import { defineCommand, helpOf, parseWords } from "./command.js";

const command = defineCommand({
  name: "cook",
  summary: "cooks",
  usage: "<dish>",
  words: { min: 1, max: 2 },
  options: {
    time: { kind: "count", value: "N", summary: "how long" },
    seed: { kind: "seed", value: "N", summary: "which" },
    sauce: { kind: "text", value: "NAME", summary: "with what" },
    hot: { kind: "flag", summary: "or cold" },
  },
  examples: ["soup --time 3", ""],
  run: async () => 0,
});

test("words and options are read by their kinds, in any order", () => {
  expect(parseWords(command, ["--time", "3", "soup", "--hot", "--sauce=a b", "--seed", "4294967295"])).toEqual({
    words: ["soup"],
    options: { time: 3, hot: true, sauce: "a b", seed: 4294967295 },
  });
  expect(parseWords(command, ["--", "--soup"])).toEqual({ words: ["--soup"], options: {} });
});

test.each([["--help"], ["soup", "-h"], ["--time", "3", "--help"]])("%s asks for help", (...args) => {
  expect(parseWords(command, args)).toBeUndefined();
});

test.each([
  [[], "<dish> is missing"],
  [["a", "b", "c"], '"c" is one argument too many'],
  [["a", "--salt"], "Unknown option '--salt'"],
  [["a", "--sauce"], "--sauce"],
  [["a", "--hot=yes"], "--hot"],
  [["a", "--time", "-1"], "--time"],
  [["a", "--time", "1.5"], "--time 1.5: expected an integer from 0 to 2147483647"],
  [["a", "--time", "1e3"], "--time 1e3"],
  [["a", "--time", "2147483648"], "--time 2147483648"],
  [["a", "--seed", "4294967296"], "expected an integer from 0 to 4294967295"],
])("%j is wrong usage: %s", (args, problem) => {
  expect(() => parseWords(command, args)).toThrow(
    expect.objectContaining({ code: "USAGE", exitCode: 2, message: expect.stringContaining(problem) }),
  );
});

test("the help names usage, options and examples", () => {
  expect(helpOf(command)).toBe(
    [
      "tickbridge cook: cooks",
      "usage: tickbridge cook <dish> [--time N] [--seed N] [--sauce NAME] [--hot]",
      [
        "  --time N      how long",
        "  --seed N      which",
        "  --sauce NAME  with what",
        "  --hot         or cold",
      ].join("\n"),
      "examples:\n  tickbridge cook soup --time 3\n  tickbridge cook",
    ].join("\n\n"),
  );
});
