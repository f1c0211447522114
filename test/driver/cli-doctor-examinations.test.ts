// Each examination of `tickbridge doctor` has a game that fails it: at the tick of the harm, with the path that got it.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SaboteurName } from "../../examples/candyrush-mock/src/saboteurs.js";
import { tickbridge } from "./command-line.js";
import { sabotagedModule } from "./sabotaged-game.js";
import { servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

interface Finding {
  readonly verdict: string;
  readonly examination?: string;
  readonly message: string;
}

/** The state takes in what it finds of the machine, each at a tick of its own. */
const faults = `{ duringTick(state) {
  if (state.tick === 1) state.visits = globalThis.visits ?? 0;
  if (state.tick === 20) state.window = globalThis.innerWidth ?? 0;
  if (state.tick === 30) state.hour = new Date(0).getHours();
  if (state.tick === 40) state.price = (1.5).toLocaleString();
  if (state.tick === 45) state.seen = globalThis.document?.visibilityState ?? "nothing";
} }`;
/** Counts the runs of this browser; and changes the state in the second frame that is drawn behind tick 55. */
const pageHabits = `
  const { start } = game;
  game.start = (...given) => {
    globalThis.visits = Number(localStorage.getItem("visits"));
    localStorage.setItem("visits", globalThis.visits + 1);
    return start(...given);
  };
  let framesBehind = 0;
  const draw = () => {
    requestAnimationFrame(draw);
    if (game.phase() !== "running") return;
    const state = game.save();
    framesBehind = state.toy.tick === 55 ? framesBehind + 1 : 0;
    if (framesBehind === 2) game.load({ ...state, toy: { ...state.toy, coins: 1000 } });
  };
  draw();
`;
let folder: string;
let pages: TestPages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-examinations-"));
  pages = await servePages({ "/everywhere": await toyPage(faults, pageHabits) });
  await writeFile(join(folder, "everywhere.mjs"), await toyModule(faults));
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

interface Examined {
  readonly exit: unknown;
  readonly failed: readonly Finding[];
  readonly warnings: readonly Finding[];
}

async function examine(...args: string[]): Promise<Examined> {
  const { exit, stdout, stderr } = await tickbridge(["doctor", ...args, "--json"], { cwd: folder });
  if (stdout === "") throw new Error(stderr);
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] };
  const of = (wanted: string) => findings.filter(({ verdict }) => verdict === wanted);
  return { exit, failed: of("failed"), warnings: of("warning") };
}

const part = (examination: string, tick: number, path: string, after = "tick") =>
  expect.objectContaining({
    examination,
    report: expect.objectContaining({ difference: expect.objectContaining({ kind: "state", tick, after, path }) }),
  });

test("what a page takes from its machine is found by the examination of that part, at its tick and path", async () => {
  const { exit, failed, warnings } = await examine(
    `${pages.url}/everywhere`,
    "--game",
    "everywhere.mjs",
    "--ticks",
    "100",
  );
  expect(exit).toBe(1);
  expect(warnings.map(({ message }) => message.split(":")[0])).toEqual(
    expect.arrayContaining([
      "innerWidth in tick",
      "Date.prototype.getHours in tick",
      "document.visibilityState in tick",
    ]),
  );
  const twice = [1, 2].flatMap(() => [
    part("time-zone", 30, "/toy/hour"),
    part("locale", 40, "/toy/price"),
    part("window", 20, "/toy/window"),
  ]);
  // Where the page gets its turn after every tick it may also have drawn twice; that is up to the machine.
  expect(failed.filter(({ examination }) => examination !== "macrotasks")).toEqual([
    part("again", 1, "/toy/visits"),
    part("reload", 1, "/toy/visits"),
    part("frames", 55, "/toy/coins", "nothing"),
    part("no-frames", 45, "/toy/seen"),
    ...twice,
    part("time-zone", 30, "/toy/hour"),
    part("time-zone", 30, "/toy/hour"),
    part("node", 20, "/toy/window"),
  ]);
}, 900_000);

test.each<[SaboteurName, string, object]>([
  ["moduleCounter", "fresh", { report: { difference: { tick: 90, path: "/enemies/x/0" } } }],
  ["keptInput", "again", { report: { difference: { tick: 1, path: "/player/x" } } }],
  ["missingField", "rewinds", { report: { difference: { kind: "state", tick: 13, path: "/stream/state/0" } } }],
  [
    "sortedKeys",
    "loads",
    {
      report: {
        difference: {
          right: expect.stringMatching(/boundary 11 .*; \/charms: \[ 'zest', 'apple' \] and \[ 'apple', 'zest' \]/),
        },
      },
    },
  ],
  ["mathRandom", "fresh", { report: { difference: { tick: 90, path: "/player/xp" } } }],
  [
    "cosmeticDraw",
    "reads",
    { message: expect.stringContaining("READ_CHANGED_STATE: snapshot changed /stream/state/0") },
  ],
  ["asyncMicrotask", "macrotasks", { message: expect.stringContaining("/player/xp changed after boundary 90") }],
])("%s is found by the examination %s, at its tick and path", async (name, examination, finding) => {
  await writeFile(join(folder, `${name}.mjs`), await sabotagedModule(name));
  const { exit, failed } = await examine("--game", `${name}.mjs`, "--ticks", "200");
  expect(exit).toBe(1);
  expect(failed[0]).toMatchObject({ examination, ...finding });
});

test("native maths is a warning, with its ticks, its place and what to do: the run repeats here, not everywhere", async () => {
  await writeFile(join(folder, "native.mjs"), await sabotagedModule("nativeMath"));
  const { exit, failed, warnings } = await examine("--game", "native.mjs", "--ticks", "200");
  expect({ exit, failed }).toEqual({ exit: 0, failed: [] });
  expect(warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^Math\.atan2 in tick: 111 times, ticks 90 to 200, at .*native\.mjs:\d+:\d+$/),
    expect.stringMatching(/^Math\.sin in tick: 111 times, ticks 90 to 200, at .*native\.mjs:\d+:\d+$/),
  ]);
});
