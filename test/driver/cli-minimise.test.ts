// `tickbridge minimise` on the example with a fault of a tick, and on two builds of it.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Replay } from "@tickbridge/replay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sabotageTick } from "../../examples/candyrush-mock/src/saboteurs.js";
import { tickbridge } from "./command-line.js";
import { sabotagedModule, sabotagedPage } from "./sabotaged-game.js";
import { servePages, type TestPages, toyModule } from "./test-pages.js";

let folder: string;
let pages: TestPages;
const inFolder = (name: string) => join(folder, name);
const run = (...args: string[]) => tickbridge(args, { cwd: folder });

/** Throws when the player, who has killed three, runs to the left. */
const fragile = `
  import { createGame as createCandyrush } from "./whole.mjs";
  export function createGame() {
    const game = createCandyrush();
    return { ...game, tick(input) {
      if (input.moveX < -0.5 && game.save().player.kills >= 3) throw new Error("ran to the left at " + game.save().tick);
      return game.tick(input);
    } };
  }
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-minimise-"));
  const modules = {
    "whole.mjs": await sabotagedModule(),
    "native.mjs": await sabotagedModule("nativeMath"),
    "fragile.mjs": fragile,
    "toy.mjs": await toyModule(),
  };
  for (const [name, text] of Object.entries(modules)) await writeFile(inFolder(name), text);
  pages = await servePages({ "/whole": await sabotagedPage() });
  const recorded = ["record", "--seed", "7", "--ticks", "1200", "--game"];
  await run(...recorded, "fragile.mjs", "--out", "fragile.json");
  await run("record", "--seed", "7", "--ticks", "200", "--game", "whole.mjs", "--out", "whole.json");
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

const replayIn = async (name: string) => JSON.parse(await readFile(inFolder(name), "utf8")) as Replay;

test("a throw of the example is shrunk to the one input that it takes, and the result verifies", async () => {
  const before = await replayIn("fragile.json");
  expect(before.fault?.message).toMatch(/^ran to the left/);
  const { exit, stdout, stderr } = await run(
    "minimise",
    "fragile.json",
    "--game",
    "fragile.mjs",
    "--out",
    "small.json",
  );
  expect(exit, stderr).toBe(0);
  expect(stdout).toMatch(
    /^minimal: tick \d+ throws: ran to the left at \d+\n {2}before: \d+ inputs .*\n {2}after: 1 input in 1 of/,
  );
  expect(stdout).toMatch(/\n {2}input in tick \d+: \{ moveX: -1, moveY: 0 \}\n/);
  const after = await replayIn("small.json");
  expect(after.inputs).toEqual([]);
  expect(after.fault?.input).toEqual({ moveX: -1, moveY: 0 });
  expect(after.ticks).toBeLessThanOrEqual(before.ticks);
  expect(await run("verify", "small.json", "--game", "fragile.mjs")).toMatchObject({ exit: 0 });
});

test("a divergence of two builds of the example is shrunk to the first tick that shows it, with nothing given", async () => {
  const args = ["minimise", "whole.json", "--game", "whole.mjs", "--against", "native.mjs", "--json"];
  const { exit, stdout, stderr } = await run(...args);
  expect(exit, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    shown: { kind: "diverged", tick: sabotageTick },
    given: [],
    replay: { ticks: sabotageTick, inputs: [] },
  });
});

test("a stop in a page, with the budget used up: exit code 1, and the smaller replay stops there all the same", async () => {
  const shows = ["--shows", "stop:levelup", "--runs", "12", "--out", "levelup.json"];
  const { exit, stdout } = await run("minimise", "whole.json", "--url", `${pages.url}/whole`, ...shows);
  expect(exit).toBe(1);
  expect(stdout).toMatch(/^smaller: levelup at boundary \d+\n/);
  expect(stdout).toContain("12 runs");
  expect(stdout).toContain("note: the runs were used up");
  expect((await replayIn("levelup.json")).inputs.length).toBeLessThan((await replayIn("whole.json")).inputs.length);
});

test.each([
  [["whole.json", "--game", "whole.mjs"], 3, /NOT_SHOWN: whole\.mjs does not show it: no tick throws/],
  [
    ["whole.json", "--game", "whole.mjs", "--shows", "stop:hpBelow:1"],
    3,
    /NOT_SHOWN: .*hpBelow:1 does not become true/,
  ],
  [["whole.json", "--game", "whole.mjs", "--shows", "stop:nothing"], 2, /BAD_ARGS.*bossSpawned/],
  [
    ["whole.json", "--game", "whole.mjs", "--shows", "crash"],
    2,
    /USAGE: --shows crash: expected throw, diverged, or stop:/,
  ],
  [
    ["whole.json", "--game", "whole.mjs", "--against", "native.mjs", "--shows", "throw"],
    2,
    /USAGE: --against goes with --shows diverged/,
  ],
  [["whole.json", "--game", "toy.mjs"], 2, /BAD_GAME: the replay is of "candyrush-mock", this game is "toy"/],
])("tickbridge minimise %j is refused with what to do", async (args, exit, words) => {
  const refused = await run("minimise", ...args);
  expect(refused).toMatchObject({ exit, stdout: "" });
  expect(refused.stderr).toMatch(words);
});
