// Acceptance: rewind(k) for every k from 1 to 600 on one run of the example with level-ups, cheats and a boss.

import type { OkReply } from "@tickbridge/bridge/protocol";
import { createSession, type Session } from "@tickbridge/bridge/session";
import type { Replay } from "@tickbridge/replay";
import { beforeAll, expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { ask, exported, nodeHost } from "../support/toy-session.js";

const ticks = 720;
const rewindMax = 600;

async function ok(session: Session, cmd: string, ...args: unknown[]): Promise<OkReply> {
  const reply = await ask(session, cmd, ...args);
  if (!reply.ok) throw new Error(JSON.stringify(reply));
  return reply;
}

/** Gives the inputs, cheats and choices of `replay` again as commands, from the session's boundary to the end. */
async function playOn(session: Session, replay: Replay, everyBoundary?: () => Promise<void>): Promise<void> {
  for (;;) {
    const { tick } = session.state as { tick: number };
    for (const [at, action, index] of replay.choices) {
      if (at === tick) await ok(session, "choose", index === null ? { action } : { action, index });
    }
    if (tick === replay.ticks) return;
    for (const [at, name, args] of replay.cheats) if (at === tick + 1) await ok(session, "cheat", name, args);
    for (const [at, input] of replay.inputs) if (at === tick + 1) await ok(session, "input", input);
    const next = [...replay.inputs, ...replay.cheats].map(([at]) => at - 1).filter((at) => at > tick);
    await ok(session, "step", everyBoundary ? 1 : Math.min(...next, replay.ticks) - tick);
    await everyBoundary?.();
  }
}

let replay: Replay;
/** The hash at each boundary in straight play, before the choices made there. */
const hashes: unknown[] = [];

beforeAll(async () => {
  const session = createSession(createCandyrush(), nodeHost);
  await ok(session, "pinSeed", 777001);
  await ok(session, "startRun", { characterId: 0 });
  for (let tick = 0; tick < ticks; tick += 12) {
    const turn = (tick / 12) % 8;
    if (tick === 120) await ok(session, "cheat", "levelUp", { levels: 3 });
    if (tick === 240) await ok(session, "cheat", "spawnBoss");
    if (tick === 300) await ok(session, "cheat", "spawnEnemies", { type: "gumdrop", count: 15 });
    if (tick === 480) await ok(session, "cheat", "setHp", { hp: 90 });
    const input = { moveX: Math.sign(3.5 - turn), moveY: turn % 3 === 0 ? 1 : turn % 3 === 1 ? -1 : 0 };
    await ok(session, "sequence", [{ ticks: 12, input }], {
      onChoice: { startingWeapon: { action: "Pick", index: 0 }, levelup: { action: "Pick", index: turn % 2 } },
    });
  }
  replay = await exported(session);
  const again = createSession(createCandyrush(), nodeHost);
  await ok(again, "pinSeed", 777001);
  await ok(again, "startRun", { characterId: 0 });
  const look = async () => void hashes.push((await ok(again, "hash")).hash);
  await look();
  await playOn(again, replay, look);
}, 60_000);

test("the run has level-ups, cheats and a boss, and lives to its end", () => {
  expect(replay.ticks).toBe(ticks);
  expect(replay.choices.length).toBeGreaterThanOrEqual(4);
  expect(replay.cheats.map(([, name]) => name)).toEqual(["levelUp", "spawnBoss", "spawnEnemies", "setHp"]);
  expect(hashes).toHaveLength(ticks + 1);
});

test(`rewind(k) meets the hash of straight play for every k from 1 to ${rewindMax}, and playing on gives the same run`, async () => {
  const session = createSession(createCandyrush(), nodeHost);
  await ok(session, "loadReplay", replay, { mode: "seek", tick: ticks });
  for (const [at, action, index] of replay.choices) if (at === ticks) await ok(session, "choose", { action, index });
  for (let k = 1; k <= rewindMax; k++) {
    expect(await ok(session, "rewind", k)).toMatchObject({ from: ticks, tick: ticks - k });
    expect((await ok(session, "hash")).hash, `rewind(${k})`).toBe(hashes[ticks - k]);
    // The input in force before the boundary is what it was: given anew, as a person who holds a key would.
    const held = replay.inputs.filter(([at]) => at <= ticks - k).at(-1);
    if (held !== undefined) await ok(session, "input", held[1]);
    await playOn(session, replay);
    expect((await exported(session)).final, `rewind(${k}) and on`).toBe(replay.final);
  }
  expect(await exported(session)).toEqual(replay);
}, 300_000);
