// The simulation: balls fall, a paddle catches them, the third miss ends the run. No clock and no page, so it runs
// in Node too.

import { defineGame, drawInteger, type RandomStream, randomStream } from "@tickbridge/bridge";
import { z } from "zod";

/** The live run; undefined before the first. */
export let world: { random: RandomStream; paddleX: number; ballX: number; ballY: number; hits: number; misses: number };

export const game = defineGame({
  id: "paddle",
  build: "paddle-1",
  ticksPerSecond: 60,
  input: z.object({ move: z.number().min(-1).max(1) }),
  neutralInput: { move: 0 },
  start(seed) {
    world = { random: randomStream(seed), paddleX: 160, ballX: 160, ballY: 0, hits: 0, misses: 0 };
  },
  tick({ move }) {
    world.paddleX = Math.min(300, Math.max(20, world.paddleX + 4 * move));
    world.ballY = (world.ballY + 3) % 225;
    if (world.ballY > 0) return;
    world[Math.abs(world.ballX - world.paddleX) < 25 ? "hits" : "misses"]++;
    world.ballX = drawInteger(world.random, 20, 300);
  },
  phase: () => (world === undefined ? "menu" : world.misses < 3 ? "running" : "over"),
  snapshot: () => ({ ...world, random: undefined }),
  save: () => structuredClone(world),
  load(saved) {
    world = saved;
  },
});
