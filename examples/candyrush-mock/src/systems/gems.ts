// Experience gems: they lie where an enemy died, roll to a player who comes near, and become XP and level-ups.

import { capacity, type GemTable, type World, xpForLevel } from "../world.js";
import { healPlayer } from "./damage.js";
import { noteEvent } from "./events.js";
import { countTowardsQuota } from "./segments.js";

const pullSpeed = 7;
const pickupRadius = 20;
const levelUpHeal = 8;

/** Adds a gem. When there are too many, its value goes to the oldest. */
export function addGem(world: World, x: number, y: number, value: number): void {
  const { gems } = world;
  if (gems.count >= capacity.gems) {
    gems.value[0] = (gems.value[0] as number) + value;
    return;
  }
  const index = gems.count++;
  gems.id[index] = world.nextId++;
  gems.x[index] = x;
  gems.y[index] = y;
  gems.value[index] = value;
}

export function collectGems(world: World): void {
  const { gems, player } = world;
  const reach = player.magnetRadius;
  let value = 0;
  let collected = 0;
  for (let index = gems.count - 1; index >= 0; index--) {
    const dx = player.x - (gems.x[index] as number);
    const dy = player.y - (gems.y[index] as number);
    const square = dx * dx + dy * dy;
    if (square > reach * reach) continue;
    if (square > pickupRadius * pickupRadius) {
      const scale = pullSpeed / Math.sqrt(square);
      gems.x[index] = (gems.x[index] as number) + dx * scale;
      gems.y[index] = (gems.y[index] as number) + dy * scale;
      continue;
    }
    value += gems.value[index] as number;
    collected++;
    removeGem(gems, index);
  }
  if (collected === 0) return;
  player.gemsCollected += collected;
  noteEvent(world, "pickup", collected);
  countTowardsQuota(world, "gather", collected);
  gainXp(world, value);
}

/** One pick-up may be worth several levels: each queues a choice of its own. */
export function gainXp(world: World, amount: number): void {
  world.player.xp += amount;
  while (world.player.xp >= world.player.xpToNext) {
    world.player.xp -= world.player.xpToNext;
    gainLevel(world);
  }
}

export function gainLevel(world: World): void {
  const { player } = world;
  player.level++;
  player.xpToNext = xpForLevel(player.level);
  world.choiceQueue.push("levelup");
  noteEvent(world, "levelUp", 1);
  healPlayer(world, levelUpHeal);
}

function removeGem(gems: GemTable, index: number): void {
  // Shifting keeps the oldest gem first.
  const { count } = gems;
  gems.id.copyWithin(index, index + 1, count);
  gems.x.copyWithin(index, index + 1, count);
  gems.y.copyWithin(index, index + 1, count);
  gems.value.copyWithin(index, index + 1, count);
  gems.count = count - 1;
}
