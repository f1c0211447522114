// Runs of 18,030 ticks, recorded in each engine and verified in all of them: docs/engines.md holds the table.

import type { Verdict } from "@tickbridge/bridge/protocol";
import { parseReplay } from "@tickbridge/replay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OpenEngines, openEngines } from "./all-engines.js";
import { type Content, type Engine, type EngineName, engineNames } from "./engine.js";
import { expectOnPage, markdownTable, showOnPage } from "./engines-page.js";
import { inTwos } from "./in-twos.js";
import type { RunOrder } from "./recorded-run.js";

const ticks = 18_030;

/** Each engine records another run, so that what one of them does is checked in six. */
const orders: { readonly [name in EngineName]: RunOrder } = {
  Chromium: { seed: 777001, characterId: 0, arcId: 0, ticks },
  Firefox: { seed: 777002, characterId: 1, arcId: 1, ticks },
  WebKit: { seed: 777003, characterId: 2, arcId: 2, ticks },
  "Node 20": { seed: 20, characterId: 0, arcId: 1, ticks },
  "Node 22": { seed: 22, characterId: 1, arcId: 2, ticks },
  "Node 24": { seed: 24, characterId: 2, arcId: 0, ticks },
};

let open: OpenEngines;
let engines: readonly Engine[];
/** The text of each engine's own recording, in the order of `engineNames`. */
let recordings: readonly string[];

beforeAll(async () => {
  open = await openEngines();
  engines = open.engines;
  recordings = await inTwos(engines, (engine) => record(engine, orders[engine.name]));
}, 900_000);
afterAll(() => open?.close());

/** In a visible page, which draws all the while. */
async function record(engine: Engine, order: RunOrder, content: Content = "game"): Promise<string> {
  const place = await engine.open(content);
  try {
    return (await place.run("record", order)) as string;
  } finally {
    await place.close();
  }
}

/** Every replay in one fresh page or process; where the client can, the page is hidden. */
async function verify(
  engine: Engine,
  replays: readonly string[],
  content: Content = "game",
): Promise<readonly Verdict[]> {
  const place = await engine.open(content, { hidden: true });
  try {
    const verdicts: Verdict[] = [];
    for (const replay of replays) verdicts.push((await place.run("verify", replay)) as Verdict);
    return verdicts;
  } finally {
    await place.close();
  }
}

test("six engines run: three browsers and three Nodes, each of the version that its name says", async () => {
  expect(engines.map(({ name }) => name)).toEqual(engineNames);
  for (const { name, version } of engines) {
    expect(version).toMatch(/^\d+\.\d+/);
    if (name.startsWith("Node")) expect(`Node ${version.split(".")[0]}`).toBe(name);
  }
  const table = markdownTable(
    ["engine", "version"],
    engines.map(({ name, version }) => [name, version]),
  );
  await showOnPage("versions", table);
});

test.each(engineNames)("the run recorded in %s has 18,030 ticks, every kind of answer, cheats and a boss", (name) => {
  const replay = parseReplay(recordings[engineNames.indexOf(name)] ?? "");
  expect(replay.seed).toBe(orders[name].seed);
  expect(replay.ticks).toBe(ticks);
  expect(replay.hashes.values).toHaveLength(301);
  expect(replay.inputs.length).toBeGreaterThan(2000);
  expect(replay.choices.length).toBeGreaterThan(25);
  expect(new Set(replay.choices.map(([, action]) => action))).toEqual(new Set(["Pick", "Reroll", "Banish", "Skip"]));
  expect(replay.cheats.map(([, cheat]) => cheat)).toEqual(expect.arrayContaining(["levelUp", "killAll", "spawnBoss"]));
});

test("every engine verifies the run of every engine: identical, with every sparse hash and the final one compared", async () => {
  const columns = await inTwos(engines, (engine) => verify(engine, recordings));
  const rows = recordings.map((recording, at) => {
    const { seed, hashes, final } = parseReplay(recording);
    const cells = columns.map((verdicts) => {
      const { verdict, hashesCompared, evidence } = verdicts[at] as Verdict;
      return `${verdict}, ${hashesCompared} ${evidence} hashes`;
    });
    return { name: engineNames[at] ?? "", seed, wanted: hashes.values.length + 1, final, cells };
  });
  for (const { wanted, cells } of rows) {
    expect(cells).toEqual(engineNames.map(() => `identical, ${wanted} state hashes`));
  }
  const table = markdownTable(
    ["recorded in", "seed", "final hash", ...engineNames],
    rows.map(({ name, seed, final, cells }) => [name, `${seed}`, `\`${final}\``, ...cells]),
  );
  await expectOnPage("cross table", table);
});

test("the same run recorded in each engine gives the same bytes", async () => {
  const [own = "", ...others] = await inTwos(engines, (engine) =>
    engine.name === "Chromium" ? Promise.resolve(recordings[0] ?? "") : record(engine, orders.Chromium),
  );
  expect(own.length).toBeGreaterThan(50_000);
  for (const [at, other] of others.entries()) expect(other === own, engineNames[at + 1]).toBe(true);
});

test("a game that aims with native maths verifies where it was recorded, and every engine finds another's run diverged", async () => {
  const recorders = engines.filter(({ name }) => ["Chromium", "Firefox", "Node 20"].includes(name));
  const replays: string[] = [];
  for (const engine of recorders) replays.push(await record(engine, { ...orders.Chromium, ticks: 900 }, "nativeMath"));
  const columns = await inTwos(engines, (engine) => verify(engine, replays, "nativeMath"));
  const rows = recorders.map(({ name }, at) => [name, ...columns.map((verdicts) => wordsOf(verdicts[at]))]);
  await showOnPage("native maths", markdownTable(["recorded in", ...engineNames], rows));
  for (const [at, { name }] of recorders.entries()) {
    expect(columns[engineNames.indexOf(name)]?.[at], name).toMatchObject({ verdict: "identical" });
  }
  for (const [at, verdicts] of columns.entries()) {
    expect(
      verdicts.map(({ verdict }) => verdict),
      engineNames[at],
    ).toContain("diverged");
  }
});

function wordsOf(verdict: Verdict | undefined): string {
  const tick = verdict?.divergence?.tick;
  return tick === undefined ? `${verdict?.verdict}` : `${verdict?.verdict} at tick ${tick}`;
}
