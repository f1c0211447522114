// The sync test of GGRS at full length: at every tick of a run the last 60 ticks are simulated twice more, and the run is
// continued from every keyframe. The run has level-ups, cheats and a boss.

import type { OkReply, Reply } from "@tickbridge/bridge/protocol";
import { createSession, type Session } from "@tickbridge/bridge/session";
import { hashEvery, type Replay } from "@tickbridge/replay";
import { describe, expect, test } from "vitest";
import { type Candyrush, createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { type SaboteurName, sabotage } from "../../examples/candyrush-mock/src/saboteurs.js";
import { ask, exported, nodeHost } from "../support/toy-session.js";

const ticks = 3600;
const checkedTicks = 60;
const onChoice = { startingWeapon: { action: "Pick", index: 0 }, levelup: { action: "Pick", index: 1 } };

/** Cheats by the boundary at which they are given. */
const cheats: { readonly [tick: number]: readonly unknown[] } = {
  1: ["setInvulnerable", { on: true }],
  120: ["levelUp", { levels: 3 }],
  600: ["spawnBoss"],
  700: ["spawnEnemies", { type: "gumdrop", count: 60 }],
  1500: ["levelUp", { levels: 2 }],
  2400: ["killAll"],
  2500: ["spawnBoss"],
};

async function ok(session: Session, cmd: string, ...args: unknown[]): Promise<OkReply> {
  const reply = await ask(session, cmd, ...args);
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply;
}

async function start(session: Session): Promise<void> {
  await ok(session, "pinSeed", 777001);
  await ok(session, "startRun", { characterId: 0 });
}

/** Plays the tick after boundary `tick`, walking in circles of eight directions. */
async function playTick(session: Session, tick: number): Promise<void> {
  const turn = Math.floor(tick / 24) % 8;
  const cheat = cheats[tick];
  if (cheat !== undefined) await ok(session, "cheat", ...cheat);
  const input = { moveX: Math.sign(3.5 - turn), moveY: (turn % 3) - 1 };
  await ok(session, "sequence", [{ ticks: 1, input }], { onChoice });
}

interface SyncTested {
  /** The first self-check that fails, with the tick at which it was made. */
  readonly failure?: Reply & { readonly at: number };
  readonly replay?: Replay;
}

/** Plays to `lastTick` and checks the newest ticks at every one, until a check fails. */
async function syncTest(game: Candyrush, lastTick: number): Promise<SyncTested> {
  const session = createSession(game, nodeHost);
  await start(session);
  for (let tick = 0; tick < lastTick; tick++) {
    await playTick(session, tick);
    const at = tick + 1;
    const reply = await ask(session, "selfCheck", Math.min(checkedTicks, at));
    const compared = Math.min(checkedTicks, at) + 2;
    const isEqual = reply.ok && reply.verdict === "identical" && reply.hashesCompared === compared && reply.restored;
    if (isEqual !== true) return { failure: { ...reply, at } };
  }
  return { replay: await exported(session) };
}

/** The run without any check: its replay, and the hash at each boundary, behind the choices made there. */
async function straightRun(game: Candyrush): Promise<{ readonly replay: Replay; readonly hashes: readonly unknown[] }> {
  const session = createSession(game, nodeHost);
  await start(session);
  const hashes = [(await ok(session, "hash")).hash];
  for (let tick = 0; tick < ticks; tick++) {
    await playTick(session, tick);
    hashes.push((await ok(session, "hash")).hash);
  }
  return { replay: await exported(session), hashes };
}

/** Plays from boundary `from` to the end as in the straight run, each hash compared. */
async function continueFrom(session: Session, from: number, hashes: readonly unknown[]): Promise<void> {
  for (let tick = from; tick < ticks; tick++) {
    await playTick(session, tick);
    expect((await ok(session, "hash")).hash, `tick ${tick + 1} after the keyframe of ${from}`).toBe(hashes[tick + 1]);
  }
}

test(`selfCheck(${checkedTicks}) at every tick for ${ticks} ticks finds every hash equal`, async () => {
  const { failure, replay } = await syncTest(createCandyrush(), ticks);
  expect(failure).toBeUndefined();
  expect(replay?.ticks).toBe(ticks);
  expect(replay?.choices.length).toBeGreaterThanOrEqual(6);
  expect(replay?.cheats.map(([, name]) => name)).toEqual(Object.values(cheats).map(([name]) => name));
}, 7_200_000);

describe("a game whose save and load lose something is caught by it", () => {
  const cases: readonly (readonly [SaboteurName, at: number, part: string])[] = [
    ["sortedKeys", 1, "load does not bring back what save gave, first at /charms"],
    // The field itself is nowhere in the state: it shows in the draw that it decides.
    ["missingField", 5, '"path":"/stream/state/0"'],
  ];
  test.each(cases)("%s at tick %i: %s", async (name, at, part) => {
    const { failure } = await syncTest(sabotage(createCandyrush(), name), 300);
    expect(failure).toMatchObject({ at });
    expect(JSON.stringify(failure)).toContain(part);
  });
});

test("the run continued from every keyframe meets every hash of straight play", async () => {
  const { hashes, replay } = await straightRun(createCandyrush());
  const session = createSession(createCandyrush(), nodeHost);
  await ok(session, "loadReplay", replay, { mode: "seek", tick: ticks });
  // From the last to the first: what a rewind cuts off is played again before the next.
  for (let tick = ticks - hashEvery; tick >= 0; tick -= hashEvery) {
    await ok(session, "rewind", ticks - tick);
    // A rewind leads to before the choices made there, and so do recorded hashes.
    expect((await ok(session, "hash")).hash, `at the keyframe of ${tick}`).toBe(replay.hashes.values[tick / hashEvery]);
    await continueFrom(session, tick, hashes);
    const again = await exported(session);
    expect(again, `from the keyframe at ${tick}`).toEqual(replay);
  }
}, 7_200_000);
