// One tick of a run: the order of the systems.

import { openNextChoice } from "../choices.js";
import type { World } from "../world.js";
import type { Caches } from "./caches.js";
import { rememberPlaces, separate, takeVelocities, walkCrowd } from "./crowd.js";
import { directSpawns } from "./director.js";
import { collectGems } from "./gems.js";
import { updateNavigation } from "./navigation.js";
import { buildNeighbours } from "./neighbours.js";
import { fireAbilities, type Input, isRooted, movePlayer } from "./player.js";
import { reapDead } from "./reaping.js";
import { finishRun } from "./result.js";
import { runGates } from "./segments.js";
import { flyShots } from "./shots.js";
import { steerEnemies } from "./steering.js";
import { fireWeapons } from "./weapons.js";

/** Simulates one tick. Says why the input was ignored, if it was. */
export function stepWorld(world: World, caches: Caches, input: Input): string | undefined {
  world.tick++;
  world.player.damageDealtLastTick = 0;
  const wantsToMove = input.moveX !== 0 || input.moveY !== 0;
  const ignored = wantsToMove && isRooted(world) ? "rooted" : undefined;
  const known = world.enemies.count;

  updateNavigation(world, caches);
  rememberPlaces(world.enemies, caches);
  movePlayer(world, caches, input);
  updateNavigation(world, caches);
  buildNeighbours(world.enemies, caches);
  fireAbilities(world, caches);
  steerEnemies(world, caches, known);
  separate(world, caches, known);
  walkCrowd(world, caches, known);
  fireWeapons(world, caches);
  flyShots(world, caches);
  takeVelocities(world.enemies, caches, known);
  reapDead(world);

  if (world.player.hp <= 0) finishRun(world, "death", `last hurt by ${world.player.lastHurtBy}`);
  if (world.result !== null) return ignored;
  collectGems(world);
  runGates(world);
  updateNavigation(world, caches);
  directSpawns(world, caches);
  openNextChoice(world);
  return ignored;
}
