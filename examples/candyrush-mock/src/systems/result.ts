// How a run ends.

import { arcOf } from "../catalogue/arcs.js";
import type { World } from "../world.js";

export function scoreOf(world: World): number {
  const { player, run, tick } = world;
  return player.kills * 10 + player.level * 50 + run.stage * 500 + run.bossesSlain * 1500 + Math.floor(tick / 60);
}

export function finishRun(world: World, outcome: "victory" | "death", cause: string): void {
  if (world.result !== null) return;
  const stages = arcOf(world.arcId).stages.length;
  const halfWay = world.run.stage * 2 >= stages;
  const stars = outcome === "victory" ? 3 : halfWay || world.run.bossesSlain > 0 ? 2 : 1;
  // Nothing is asked after the end.
  world.choiceQueue = [];
  world.result = {
    outcome,
    stars,
    score: scoreOf(world) + (outcome === "victory" ? 5000 : 0),
    ticks: world.tick,
    kills: world.player.kills,
    level: world.player.level,
    segmentIndex: world.run.stage,
    cause,
  };
}
