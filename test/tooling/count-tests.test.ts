// The last line of CI: what it counts, and that nothing which failed in silence counts as passed.

import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inRepository } from "../docs/page-support.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-count-"));
  await writeFile(join(folder, "five"), JSON.stringify({ numPassedTests: 5, numFailedTests: 0 }));
  await writeFile(join(folder, "two-failed"), JSON.stringify({ numPassedTests: 3, numFailedTests: 2 }));
  await writeFile(join(folder, "empty"), JSON.stringify({ numPassedTests: 0, numFailedTests: 0 }));
});
afterAll(() => rm(folder, { recursive: true }));

function count(gate: string, ...runs: readonly (readonly [name: string, report: string, exit: string])[]) {
  const given = runs.flatMap(([name, report, exit]) => [name, join(folder, report), exit]);
  const { status, stdout } = spawnSync(process.execPath, [inRepository("scripts/count-tests.mjs"), gate, ...given], {
    encoding: "utf8",
  });
  return { status, last: stdout.trim().split("\n").at(-1) };
}

test("the tests of all runs are added up", () => {
  expect(count("0", ["tests", "five", "0"], ["engines", "five", "0"])).toEqual({
    status: 0,
    last: "10 passed, 0 failed",
  });
});

test.each([
  ["a failed test", "8 passed, 2 failed", ["0", ["tests", "five", "0"], ["engines", "two-failed", "1"]]],
  ["a gate that failed", "5 passed, 1 failed", ["1", ["tests", "five", "0"]]],
  [
    "a runner that failed with no failed test",
    "10 passed, 1 failed",
    ["0", ["tests", "five", "0"], ["engines", "five", "1"]],
  ],
  ["a run with no report", "5 passed, 1 failed", ["0", ["tests", "five", "0"], ["engines", "none", "3"]]],
  ["a run of no tests", "5 passed, 1 failed", ["0", ["tests", "five", "0"], ["engines", "empty", "0"]]],
  ["no run at all", "0 passed, 1 failed", ["0"]],
] as const)("%s is a failure", (_name, last, [gate, ...runs]) => {
  expect(count(gate, ...runs)).toEqual({ status: 1, last });
});
