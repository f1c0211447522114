// Rapier, a physics engine in WebAssembly with snapshots of its own: they are typed arrays, and make save and load.

import RAPIER, { type World } from "@dimforge/rapier2d-deterministic-compat";
import { defineGame, drawFloat, randomStream } from "@tickbridge/bridge";
import { expect, test } from "vitest";
import { play, record, rewinds, type Script, verdicts } from "./played-run.js";

const ballCount = 24;

/** Balls that fall onto a floor; the input pushes the first. `tick` gets to see every world before it is stepped. */
function createBalls(beforeTick: (world: World, tick: number) => void = () => undefined) {
  let live: { world: World; player: number; tick: number } | undefined;
  const run = () => {
    if (live === undefined) throw new Error("no run");
    return live;
  };
  return defineGame({
    id: "rapier-balls",
    build: `rapier-${RAPIER.version()}`,
    ticksPerSecond: 60,
    input: {
      jsonSchema: {
        type: "object",
        properties: { push: { type: "number", minimum: -1, maximum: 1 } },
        required: ["push"],
      },
    },
    neutralInput: { push: 0 },
    start(seed: number) {
      // Memory of WebAssembly is not collected.
      live?.world.free();
      const stream = randomStream(seed);
      const world = new RAPIER.World({ x: 0, y: -9.81 });
      world.createCollider(RAPIER.ColliderDesc.cuboid(30, 0.5));
      const handles = Array.from({ length: ballCount }, (_, index) => {
        const place = RAPIER.RigidBodyDesc.dynamic().setTranslation(4 * drawFloat(stream), 1 + index);
        const body = world.createRigidBody(place);
        world.createCollider(RAPIER.ColliderDesc.ball(0.4).setRestitution(0.5), body);
        return body.handle;
      });
      live = { world, player: handles[0] as number, tick: 0 };
    },
    tick({ push }: { push: number }) {
      const { world, player } = run();
      world.getRigidBody(player).applyImpulse({ x: push, y: Math.abs(push) }, true);
      beforeTick(world, ++run().tick);
      world.step();
    },
    phase: () => (live === undefined ? "menu" : "running"),
    snapshot: () => (live === undefined ? {} : { player: { ...run().world.getRigidBody(run().player).translation() } }),
    save: () => ({ world: run().world.takeSnapshot(), player: run().player, tick: run().tick }),
    load({ world: bytes, player, tick }) {
      live?.world.free();
      live = { world: RAPIER.World.restoreSnapshot(bytes) as World, player, tick };
    },
  });
}

const script: Script<{ push: number }> = {
  seed: 777001,
  ticks: 300,
  holdTicks: 15,
  inputOf: (tick) => ({ push: [0, 1, -0.5, 0.25][(tick / 15) % 4] as number }),
};

await RAPIER.init();
const replay = await record(createBalls(), script);

test("a run of Rapier verifies as identical, in a fresh session and after another run", async () => {
  expect(replay).toMatchObject({ ticks: 300, evidence: "state" });
  const { fresh, used } = await verdicts(createBalls, replay, script);
  expect(fresh).toMatchObject({ verdict: "identical", evidence: "state", hashesCompared: 7 });
  expect(used).toMatchObject({ verdict: "identical" });
});

test("a world restored from Rapier's snapshot goes on tick by tick as the one that was not, and rewinds change no byte", async () => {
  const session = await play(createBalls(), script);
  expect(await session.selfCheck(240)).toMatchObject({ ok: true, verdict: "identical" });
  await session.close();
  const goings = [
    [130, 1],
    [200, 77],
    [260, 260],
    [90, 30],
  ] as const;
  expect(await rewinds(createBalls(), script, replay, goings)).toBe(true);
});

test("a world that another hand touches is found at its tick, by the byte of its snapshot", async () => {
  let times = 0;
  const shaken = createBalls((world, tick) => {
    // Only in the second of the two simulations that a self-check compares.
    if (tick === 90 && ++times === 3) world.gravity.y -= 1e-6;
  });
  const session = await play(shaken, script);
  const { verdict, divergence } = await session.selfCheck(240);
  expect({ verdict, divergence }).toMatchObject({
    verdict: "diverged",
    divergence: { tick: 90, path: expect.stringMatching(/^\/world\/\d+$/) },
  });
  await session.close();
});
