// Removes the dead, counts them and lets them drop their gems.

import { drawChance } from "@tickbridge/bridge";
import { kindOf } from "../catalogue/enemies.js";
import type { World } from "../world.js";
import { removeEnemy } from "./enemy-table.js";
import { noteEvent } from "./events.js";
import { addGem } from "./gems.js";
import { bossFell, countTowardsQuota } from "./segments.js";

const richDropChance = 0.012;
const richDropFactor = 12;

export function reapDead(world: World): void {
  const { enemies, player } = world;
  for (let index = enemies.count - 1; index >= 0; index--) {
    if ((enemies.hp[index] as number) > 0) continue;
    const kind = kindOf(enemies.kind[index] as number);
    player.kills++;
    noteEvent(world, "kill", 1);
    const rich = drawChance(world.stream, richDropChance);
    addGem(world, enemies.x[index] as number, enemies.y[index] as number, kind.gemValue * (rich ? richDropFactor : 1));
    const isBoss = enemies.id[index] === world.run.bossId;
    removeEnemy(enemies, index);
    countTowardsQuota(world, "hunt", 1);
    if (isBoss) bossFell(world);
  }
}
