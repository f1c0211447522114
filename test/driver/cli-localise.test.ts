// `tickbridge localise` against games that are broken in known ways: it must name the tick and the path of the harm.

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "@tickbridge/driver";
import type { Replay } from "@tickbridge/replay";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sabotageTick } from "../../examples/candyrush-mock/src/saboteurs.js";
import { createToyGame } from "../fixtures/toy-game.js";
import { tickbridge } from "./command-line.js";
import { sabotagedModule, sabotagedPage } from "./sabotaged-game.js";
import { servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

let folder: string;
let pages: TestPages;
let candyrush: Replay;
const inFolder = (name: string) => join(folder, name);
const write = (name: string, content: object) => writeFile(inFolder(name), JSON.stringify(content));

/** Records a run of a module in the folder. */
async function record(module: string, to: string, ...args: string[]): Promise<Replay> {
  const given = ["record", "--game", module, "--seed", "7", "--out", "-", ...args];
  const { exit, stdout, stderr } = await tickbridge(given, { cwd: folder });
  if (exit !== 0) throw new Error(stderr);
  const replay = JSON.parse(stdout) as Replay;
  await write(to, replay);
  return replay;
}

const hiddenLuck = `(() => {
  let luck = 0;
  return { duringTick(state) { if (state.tick === 10) luck = Math.random(); if (state.tick === 210) state.coins += luck; } };
})()`;

const moveLater = "(state) => { if (state.tick === 70) Promise.resolve().then(() => { state.x += state.tick; }); }";

/** A run of the same game that is stepped one tick at a time, so that the promise's turn comes right after its tick. */
async function recordTickByTick(): Promise<Replay> {
  const duringTick = new Function(`return ${moveLater}`)() as () => void;
  const game = await launch<never>({ game: createToyGame({ duringTick }) as never });
  await game.pinSeed(7);
  await game.startRun();
  for (let tick = 0; tick < 130; tick++) await game.step(1);
  const replay = await game.exportReplay();
  await game.close();
  return replay;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-localise-"));
  const modules = {
    "whole.mjs": await sabotagedModule(),
    "random.mjs": await sabotagedModule("mathRandom"),
    // A promise moves the walker by the tick at which its turn comes.
    "toy-later.mjs": await toyModule(`{ duringTick: ${moveLater} }`),
    "toy.mjs": await toyModule(),
    "toy-random.mjs": await toyModule(
      "{ withoutSave: true, duringTick(state) { if (state.tick === 70) state.x = Math.random(); } }",
    ),
    "toy-sometimes.mjs": await toyModule(
      "{ duringTick(state) { if (Math.random() < 0.05) state.coins += Math.random(); } }",
    ),
    "toy-timer.mjs": await toyModule(
      "{ duringTick(state) { if (state.tick === 70) setTimeout(() => { state.x += Math.random(); }); } }",
    ),
    // What Math.random gave reaches the state 200 ticks later.
    "toy-hidden.mjs": await toyModule(hiddenLuck),
    "toy-asking.mjs": await toyModule(
      "{ duringTick(state) { if (state.tick === 5) state.asked = { id: 1, kind: 'gift', rerolls: 1 }; } }",
    ),
  };
  await Promise.all(Object.entries(modules).map(([name, text]) => writeFile(inFolder(name), text)));
  pages = await servePages({
    "/whole": await sabotagedPage(),
    "/random": await sabotagedPage("mathRandom"),
    "/toy-hidden": await toyPage(hiddenLuck),
  });
  candyrush = await record("whole.mjs", "whole.json", "--ticks", "300");
  await record("random.mjs", "random.json", "--ticks", "300");
  await record("toy.mjs", "toy.json", "--ticks", "130", "--options", '{"asks":[5]}');
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

async function localise(...args: string[]) {
  const { exit, stdout, stderr } = await tickbridge(["localise", ...args, "--json"], { cwd: folder });
  return { exit, stderr, found: exit === 2 || stdout === "" ? undefined : JSON.parse(stdout) };
}

const cause = expect.stringContaining("The first difference is not always the cause");

test("no journal is left of the runs that are compared, nor of one that is recorded", async () => {
  const env = { TICKBRIDGE_JOURNALS: inFolder("journals") };
  const compared = ["localise", "toy.json", "--game", "toy.mjs", "--against", "node"];
  const recorded = ["record", "--game", "toy.mjs", "--ticks", "3", "--out", "-"];
  for (const args of [compared, recorded]) {
    const { exit, stderr } = await tickbridge(args, { cwd: folder, env });
    expect(exit, stderr).toBe(0);
  }
  await expect(readdir(inFolder("journals"))).rejects.toMatchObject({ code: "ENOENT" });
});

describe("a run that differs from itself", () => {
  test.each([
    ["a page", () => ["--url", `${pages.url}/random`]],
    ["Node", () => ["--game", "random.mjs"]],
  ])("in %s is localised to the tick that drew from Math.random, and to the path that got it", async (_name, place) => {
    const { exit, found } = await localise("random.json", ...place());
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      kind: "sides-differ",
      evidence: "state",
      verdict: { divergence: { lastEqualTick: 60, tick: 120 } },
      difference: { kind: "state", tick: sabotageTick, after: "tick", path: "/player/xp" },
      notes: [cause],
    });
    const { left, right } = found.difference;
    expect(Number(left)).not.toBe(Number(right));
    const near = candyrush.inputs.filter(([tick]) => Math.abs(tick - sabotageTick) <= 10);
    expect(found.around.inputs).toEqual(near);
    expect(found.around.inputInForce).toEqual(candyrush.inputs.findLast(([tick]) => tick <= sabotageTick)?.[1]);
  });

  test("in words: tick, path, both values, the inputs around it, and that it need not be the cause", async () => {
    const { exit, stdout } = await tickbridge(["localise", "random.json", "--game", "random.mjs"], { cwd: folder });
    expect(exit).toBe(1);
    expect(stdout).toMatch(
      /^sides-differ: in tick 90\n {2}verification: .*after boundary 60.*boundary 120\n {2}first difference: state \/player\/xp\n {4}first run of random\.mjs: [\d.]+\n {4}second run of random\.mjs: [\d.]+\n {2}input in force: .*\n {2}inputs around: .*\n {2}suspects up to there:\n {4}TRIPWIRE: Math\.random, tick 90, once on each side, at \S+:\d+:\d+\nnote: The first difference is not always the cause/,
    );
  });

  test.each([
    ["a page", () => ["--url", `${pages.url}/toy-hidden`]],
    ["Node", () => ["--game", "toy-hidden.mjs"]],
  ])("in %s long after it was drawn: the suspect is named with its tick and its place", async (_name, place) => {
    await record("toy.mjs", "toy-long.json", "--ticks", "300");
    const { exit, found } = await localise("toy-long.json", ...place());
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      kind: "sides-differ",
      difference: { kind: "state", tick: 210, after: "tick", path: "/toy/coins" },
    });
    expect(found.suspects).toMatchObject([
      {
        code: "TRIPWIRE",
        api: "Math.random",
        during: "tick",
        firstTick: 10,
        lastTick: 10,
        counts: [1, 1],
        alike: true,
        sites: [expect.stringMatching(/:\d+:\d+$/)],
      },
    ]);
  });

  test("without save it is localised in the snapshot, and the report says so", async () => {
    await record("toy-random.mjs", "toy-random.json", "--ticks", "130");
    const { exit, found } = await localise("toy-random.json", "--game", "toy-random.mjs");
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      kind: "sides-differ",
      evidence: "snapshot",
      difference: { kind: "state", tick: 70, path: "/x" },
      notes: [cause, expect.stringContaining("The game gives no save()")],
    });
  });

  test("at another tick each time is caught where one pair of runs parts", async () => {
    const { exit, found } = await localise("toy.json", "--game", "toy-sometimes.mjs", "--against", "node");
    expect(exit).toBe(1);
    expect(found).toMatchObject({ kind: "sides-differ", difference: { kind: "state", path: "/toy/coins" } });
  });

  test("because a timer changes it between two ticks is localised to the boundary after the tick that set it", async () => {
    const { exit, found } = await localise("toy.json", "--game", "toy-timer.mjs", "--against", "node");
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      kind: "sides-differ",
      difference: { kind: "state", tick: 70, after: "nothing", code: "ASYNC_STATE_CHANGE", path: "/toy/x" },
      notes: [cause, expect.stringContaining("After boundary 70 the state changed although nothing was done")],
    });
  });
});

describe("a run that agrees with itself", () => {
  test("and with the recording is identical, exit code 0", async () => {
    const { exit, found } = await localise("whole.json", "--url", `${pages.url}/whole`);
    expect({ exit, found }).toMatchObject({ exit: 0, found: { kind: "identical", verdict: { hashesCompared: 7 } } });
  });

  test("and not with the recording is recording-differs, with the interval and the inputs", async () => {
    const { hashes } = candyrush;
    const values = hashes.values.map((hash, index) => (index < 3 ? hash : hashes.values[0]));
    await write("edited.json", { ...candyrush, hashes: { ...hashes, values }, final: values[0] });
    const { exit, found } = await localise("edited.json", "--game", "whole.mjs");
    expect(exit).toBe(1);
    expect(found).toMatchObject({ kind: "recording-differs", interval: { lastEqualTick: 120, tick: 180 }, notes: [] });
    const words = await tickbridge(["localise", "edited.json", "--game", "whole.mjs"], { cwd: folder });
    expect(words.stdout).toMatch(
      /^recording-differs: two runs agree with each other, .*after boundary 120 and not later than boundary 180/,
    );
  });

  test("one tick at a time and not at full speed is timing-differs", async () => {
    const recorded = await recordTickByTick();
    // Nothing moves the walker but the promise.
    const x = 0;
    await write("later.json", recorded);
    // The recording came out as the runs that are driven tick by tick do; then as none does.
    const values = recorded.hashes.values.map((hash, index) => (index < 2 ? hash : recorded.hashes.values[0]));
    await write("later-edited.json", { ...recorded, hashes: { ...recorded.hashes, values }, final: values[0] });
    for (const file of ["later.json", "later-edited.json"]) {
      const { exit, found } = await localise(file, "--game", "toy-later.mjs");
      expect(exit).toBe(1);
      expect(found).toMatchObject({
        kind: "timing-differs",
        interval: { lastEqualTick: 60, tick: 120 },
        change: {
          code: "ASYNC_STATE_CHANGE",
          firstTick: 70,
          path: "/toy/x",
          before: String(x),
          after: String(x + 70),
          counts: [1, 1],
        },
      });
    }
    const words = await tickbridge(["localise", "later.json", "--game", "toy-later.mjs"], { cwd: folder });
    expect(words.stdout).toContain(`between two ticks: after boundary 70, /toy/x from ${x} to ${x + 70}\n`);
  });

  test("but answers a choice where the recording has none says what stopped both sides", async () => {
    const { choices: _none, ...rest } = await record("toy.mjs", "toy-quiet.json", "--ticks", "130");
    await write("toy-quiet.json", { ...rest, choices: [] });
    const { exit, found } = await localise("toy-quiet.json", "--game", "toy-asking.mjs");
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      kind: "recording-differs",
      interval: { tick: 5 },
      notes: [expect.stringContaining("no further than tick 6: CHOICE_PENDING")],
    });
  });

  test("of another build is unverifiable, exit code 3, unless --allow-build is given", async () => {
    await write("old.json", { ...candyrush, game: { ...candyrush.game, build: "older" } });
    const refused = await localise("old.json", "--game", "whole.mjs");
    expect(refused).toMatchObject({
      exit: 3,
      found: { kind: "unverifiable", verdict: { reason: expect.stringContaining("older") } },
    });
    expect(await localise("old.json", "--game", "whole.mjs", "--allow-build")).toMatchObject({
      exit: 0,
      found: { kind: "identical" },
    });
  });

  test("of another game is refused", async () => {
    const { exit, stderr } = await localise("whole.json", "--game", "toy.mjs");
    expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringContaining("WRONG_GAME") });
    const against = await localise("whole.json", "--game", "toy.mjs", "--against", "node");
    expect({ exit: against.exit, stderr: against.stderr }).toEqual({
      exit: 2,
      stderr: expect.stringContaining('this game is "toy"'),
    });
  });
});
