// `tickbridge diff`: what it says of two files, in words and as JSON.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "@tickbridge/driver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { tickbridge } from "./command-line.js";

let folder: string;

/** A run in which the walker turns at tick 70, and nothing else differs. */
async function recordToy(turnsAt: number) {
  const game = await launch<never>({ game: createToyGame() as never });
  await game.pinSeed(1);
  await game.startRun({ asks: [5] });
  await game.step(10);
  await game.choose({ action: "Pick", index: 0 });
  await game.step(turnsAt - 6);
  await game.input({ move: 0.5 } as never);
  await game.step(131 - turnsAt);
  const replay = await game.exportReplay();
  await game.close();
  return replay;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-diff-"));
  const [early, late] = [await recordToy(70), await recordToy(80)];
  const files = {
    "early.json": early,
    "same.json": { ...early, provenance: { tool: "a test" } },
    "late.json": late,
    "other-build.json": { ...early, game: { id: "toy", build: "toy\u001b[31m-0" } },
    "last.json": { ...early, final: "0123456789abcdef" },
  };
  const write = ([name, content]: [string, object]) => writeFile(join(folder, name), JSON.stringify(content));
  await Promise.all(Object.entries(files).map(write));
  await writeFile(join(folder, "no-replay.json"), "{}");
});
afterAll(() => rm(folder, { recursive: true }));

const diff = (...args: string[]) => tickbridge(["diff", ...args], { cwd: folder });

test("equal replays exit with 0 and say so, whatever their provenance", async () => {
  const { exit, stdout, stderr } = await diff("early.json", "same.json");
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  expect(stdout).toMatch(/^equal: 130 ticks, 4 hashes, final hash [0-9a-f]{16}\n$/);
  expect(JSON.parse((await diff("early.json", "same.json", "--json")).stdout)).toEqual({ equal: true });
});

test("the first row that differs is named with its tick, and the interval in which the hashes part", async () => {
  const { exit, stdout } = await diff("early.json", "late.json");
  expect(exit).toBe(1);
  expect(stdout.split("\n")).toEqual([
    "different: early.json (left) and late.json (right)",
    "  inputs part in row 0, tick 70: [ 70, { move: 0.5 } ] and [ 80, { move: 0.5 } ]",
    expect.stringMatching(
      /^ {2}hashes part after boundary 60 and not later than boundary 120 \([0-9a-f]{16} and [0-9a-f]{16}\)$/,
    ),
    "",
  ]);
});

test("--json holds the same", async () => {
  const { exit, stdout } = await diff("early.json", "late.json", "--json");
  expect(exit).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    equal: false,
    header: [],
    streams: [{ stream: "inputs", row: 0, tick: 70, left: [70, { move: 0.5 }], right: [80, { move: 0.5 }] }],
    hash: { lastEqualTick: 60, tick: 120 },
  });
});

test("a header that differs is named by its path, and no control character reaches the terminal", async () => {
  const { exit, stdout } = await diff("early.json", "other-build.json");
  expect(exit).toBe(1);
  expect(stdout).toContain("  /game/build: 'toy-1' and 'toy\\x1B[31m-0'\n  no hash differs: 3 compared\n");
});

test("a final hash that alone differs parts after the last recorded one", async () => {
  const { exit, stdout } = await diff("early.json", "last.json");
  expect(exit).toBe(1);
  expect(stdout).toMatch(/the final hash alone differs, after boundary 120 and not later than boundary 130/);
});

test.each([
  ["missing.json", 2, /BAD_FILE: missing\.json cannot be read as a replay: no such file/],
  ["no-replay.json", 3, /BAD_REPLAY: no-replay\.json: /],
])("%s as one of them exits with %d", async (name, code, words) => {
  const { exit, stdout, stderr } = await diff("early.json", name);
  expect({ exit, stdout }).toEqual({ exit: code, stdout: "" });
  expect(stderr).toMatch(words);
});
