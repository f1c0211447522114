// Moves the crowd: pushes overlapping enemies apart, walks each one where it wishes, keeps them out of obstacles,
// and lets those that touch the player hurt. `known` counts the enemies that were there when the tick began: those
// born during a tick begin to move in the next. Velocities are taken at the end, from what really happened.

import { kindOf } from "../catalogue/enemies.js";
import { arena, type EnemyTable, playerRadius, type World } from "../world.js";
import type { Caches } from "./caches.js";
import { hurtPlayer } from "./damage.js";
import { isBlockedAt } from "./navigation.js";

const { columns, rows, width, height } = arena;
const pushMax = 2.5;
const rootTicks = 18;

/** Remembers where enemies stand as the tick begins. */
export function rememberPlaces(enemies: EnemyTable, caches: Caches): void {
  for (let index = 0; index < enemies.count; index++) {
    caches.fromX[index] = enemies.x[index] as number;
    caches.fromY[index] = enemies.y[index] as number;
  }
}

export function separate(world: World, caches: Caches, known: number): void {
  const { enemies } = world;
  const { firstInCell, nextInCell, cellOf, pushX, pushY } = caches;
  pushX.fill(0, 0, known);
  pushY.fill(0, 0, known);
  for (let index = 0; index < known; index++) {
    if (enemies.id[index] === world.run.bossId) continue;
    const here = cellOf[index] as number;
    const column = here % columns;
    // Each pair is looked at once: the rest of this cell's list, then half of the cells around.
    pushFrom(enemies, caches, index, nextInCell[index] as number);
    if (column < columns - 1) pushFrom(enemies, caches, index, firstInCell[here + 1] as number);
    if (here + columns >= columns * rows) continue;
    pushFrom(enemies, caches, index, firstInCell[here + columns] as number);
    if (column > 0) pushFrom(enemies, caches, index, firstInCell[here + columns - 1] as number);
    if (column < columns - 1) pushFrom(enemies, caches, index, firstInCell[here + columns + 1] as number);
  }
}

function pushFrom(enemies: EnemyTable, caches: Caches, index: number, first: number): void {
  if (first === -1) return;
  const { nextInCell, pushX, pushY } = caches;
  const x = enemies.x[index] as number;
  const y = enemies.y[index] as number;
  const radius = kindOf(enemies.kind[index] as number).radius;
  for (let other = first; other !== -1; other = nextInCell[other] as number) {
    const dx = x - (enemies.x[other] as number);
    const dy = y - (enemies.y[other] as number);
    const reach = radius + kindOf(enemies.kind[other] as number).radius;
    const square = dx * dx + dy * dy;
    if (square >= reach * reach) continue;
    const distance = Math.sqrt(square);
    // Two in the very same place part to left and right.
    const scale = distance === 0 ? 0 : ((reach - distance) * 0.3) / distance;
    const partX = distance === 0 ? 1 : dx * scale;
    const partY = dy * scale;
    pushX[index] = (pushX[index] as number) + partX;
    pushY[index] = (pushY[index] as number) + partY;
    pushX[other] = (pushX[other] as number) - partX;
    pushY[other] = (pushY[other] as number) - partY;
  }
}

export function walkCrowd(world: World, caches: Caches, known: number): void {
  const { enemies, player, tick } = world;
  const { blocked, cellOf, wishX, wishY, pushX, pushY } = caches;
  for (let index = 0; index < known; index++) {
    const kind = kindOf(enemies.kind[index] as number);
    const x = enemies.x[index] as number;
    const y = enemies.y[index] as number;
    const stepX = (wishX[index] as number) + within(pushX[index] as number, pushMax);
    const stepY = (wishY[index] as number) + within(pushY[index] as number, pushMax);
    // The boss tramples obstacles, and one born inside an obstacle may leave it.
    const free = kind.behaviour === "boss" || blocked[cellOf[index] as number] === 1;
    const edge = kind.radius * 0.6;
    const toX = Math.min(width - edge, Math.max(edge, x + stepX));
    if (free || !isBlockedAt(blocked, toX + (stepX > 0 ? 8 : -8), y)) enemies.x[index] = toX;
    const atX = enemies.x[index] as number;
    const toY = Math.min(height - edge, Math.max(edge, y + stepY));
    if (free || !isBlockedAt(blocked, atX, toY + (stepY > 0 ? 8 : -8))) enemies.y[index] = toY;
    const dx = player.x - atX;
    const dy = player.y - (enemies.y[index] as number);
    const reach = kind.radius + playerRadius;
    if (dx * dx + dy * dy >= reach * reach || (enemies.damageReadyTick[index] as number) > tick) continue;
    if ((enemies.hp[index] as number) <= 0) continue;
    enemies.damageReadyTick[index] = tick + kind.contactCooldownTicks;
    hurtPlayer(world, kind.contactDamage, kind.type);
    if (kind.behaviour === "stick") player.rootedUntilTick = tick + rootTicks;
  }
}

function within(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}

/** Whether an enemy touches the player now. */
export function isTouching(world: World, index: number): boolean {
  const { enemies, player } = world;
  const dx = player.x - (enemies.x[index] as number);
  const dy = player.y - (enemies.y[index] as number);
  const reach = kindOf(enemies.kind[index] as number).radius + playerRadius;
  return dx * dx + dy * dy < reach * reach;
}

/** Takes velocities as the displacement since the tick began. */
export function takeVelocities(enemies: EnemyTable, caches: Caches, known: number): void {
  for (let index = 0; index < known; index++) {
    enemies.vx[index] = (enemies.x[index] as number) - (caches.fromX[index] as number);
    enemies.vy[index] = (enemies.y[index] as number) - (caches.fromY[index] as number);
  }
}
