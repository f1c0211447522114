// A run survives its browser: Chromium is killed by SIGKILL at random moments, and each time the final replay is that of
// the run that nobody interrupted, byte for byte.

import { randomInt } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drawInteger, randomStream } from "@tickbridge/bridge";
import type { Command, Snapshot } from "@tickbridge/bridge/protocol";
import { type GameSession, launch, type RunningServer, serveDirectory } from "@tickbridge/driver";
import { stringifyReplay } from "@tickbridge/replay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { exampleDist } from "../support/example-page.js";
import { browsersBelow, haveEnded, killAll } from "./browser-processes.js";

const killsCount = 20;
const decisions = 60;

type Input = { moveX: number; moveY: number };
type Seen = Snapshot & {
  readonly player: { readonly x: number; readonly y: number };
  readonly enemies: readonly { readonly x: number; readonly y: number }[];
};

let server: RunningServer;
let directory: string;
let reference: string;
let callsLost = 0;

beforeAll(async () => {
  server = await serveDirectory(exampleDist);
  directory = await mkdtemp(join(tmpdir(), "tickbridge-recover-"));
  const game = await launch<Input>({ game: createCandyrush() }, { journal: false });
  reference = await play(game);
  await game.close();
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

/** The commands of a decision: they depend on what is seen, and on what earlier ones left in force. */
function decide(index: number, state: Seen): Command[] {
  if (state.choice !== undefined) return [{ cmd: "choose", args: [{ action: "Pick", index: 0 }] }];
  switch (index) {
    case 3:
      return [{ cmd: "setMaxEntities", args: [3] }];
    case 10:
      return [{ cmd: "save", args: ["ten"] }];
    case 15:
      return [{ cmd: "cheat", args: ["spawnEnemies", { type: "gumdrop", count: 40 }] }];
    case 20:
      return [{ cmd: "rewind", args: [70] }];
    case 30:
      return [{ cmd: "restore", args: ["ten"] }];
    case 40:
      return [{ cmd: "step", args: [400] }];
    default:
  }
  const { player, enemies } = state;
  const [nearest = { x: player.x - 1, y: player.y }] = enemies;
  const away = { moveX: Math.sign(player.x - nearest.x), moveY: Math.sign(player.y - nearest.y) };
  const steer: Command = { cmd: "input", args: [away, { ticks: 20 + (index % 3) * 20 }] };
  return index % 4 === 0 ? [steer] : [steer, { cmd: "step", args: [5 + (index % 7) * 6] }];
}

interface Kill {
  readonly decision: number;
  readonly delayMs: number;
}

/** Plays the scripted session; with `kill` its browser is killed once, so long after that decision was sent. */
async function play(game: GameSession<Input>, kill?: Kill): Promise<string> {
  await game.pinSeed(777001);
  await game.setMaxEntities(15);
  let state = (await game.startRun({ characterId: 0 })).state as Seen;
  let isKilled = false;
  for (let index = 0; index < decisions; ) {
    const isHit = index === kill?.decision && !isKilled;
    const pids = isHit ? await browsersBelow(process.pid) : [];
    try {
      const call = game.batch(decide(index, state));
      if (isHit) {
        isKilled = true;
        call.catch(() => undefined);
        await sleep(kill.delayMs);
        killAll(pids);
      }
      state = (await call).state as Seen;
      index++;
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: "PAGE_LOST", message: expect.stringContaining("recover()") });
      callsLost++;
    }
    if (!isHit) continue;
    await haveEnded(pids);
    const recovered = await game.recover();
    expect(looks(recovered.state)).toEqual(looks(state));
    state = recovered.state as Seen;
  }
  return stringifyReplay(await game.exportReplay());
}

/** A snapshot but for its number and for the events since the look before. */
function looks({ snap: _, events: __, ...rest }: Snapshot): unknown {
  return rest;
}

test("the scripted session is long, and holds choices and inputs", () => {
  const replay = JSON.parse(reference);
  expect(replay.ticks).toBeGreaterThan(900);
  expect(replay.cheats).toHaveLength(0);
  expect(replay.choices.length).toBeGreaterThan(2);
  expect(replay.inputs.length).toBeGreaterThan(10);
});

test("Chromium is killed at 20 random moments: the run comes back to the tick and ends in the same bytes each time", async () => {
  const seed = Number(process.env.TICKBRIDGE_TEST_SEED ?? randomInt(2 ** 31));
  const random = randomStream(seed);
  const game = await launch<Input>({ url: server.url }, { journal: { directory } });
  try {
    for (let round = 0; round < killsCount; round++) {
      // The long step of decision 40 is hit now and then, so that some kills come in the middle of a command.
      const decision = round % 5 === 4 ? 40 : drawInteger(random, 0, decisions - 1);
      const kill = { decision, delayMs: drawInteger(random, 0, round % 5 === 4 ? 60 : 12) };
      const again = `round ${round}, ${JSON.stringify(kill)}; again with TICKBRIDGE_TEST_SEED=${seed}`;
      expect(await play(game, kill), again).toBe(reference);
    }
    // Some came in the middle of a command, whose call was lost; the long steps see to it.
    expect(callsLost).toBeGreaterThan(0);
  } finally {
    await game.close();
  }
}, 600_000);
