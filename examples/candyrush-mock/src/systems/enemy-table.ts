// Adding, finding and removing enemies. A removed enemy's place is taken by the last one.

import { kindOf } from "../catalogue/enemies.js";
import { capacity, type EnemyTable, type World } from "../world.js";

/** Hit points grow with the run: doubled after two minutes, and ever faster. */
function hpFactorAt(tick: number): number {
  return 1 + tick / 7000 + (tick * tick) / 250_000_000;
}

/** Adds an enemy and returns its index, or -1 when the table is full. */
export function addEnemy(world: World, kind: number, x: number, y: number): number {
  const { enemies } = world;
  const index = enemies.count;
  if (index >= capacity.enemies) return -1;
  enemies.count++;
  enemies.id[index] = world.nextId++;
  enemies.kind[index] = kind;
  enemies.x[index] = x;
  enemies.y[index] = y;
  enemies.vx[index] = 0;
  enemies.vy[index] = 0;
  enemies.hp[index] = Math.round(kindOf(kind).hp * hpFactorAt(world.tick));
  enemies.damageReadyTick[index] = 0;
  enemies.markedUntilTick[index] = 0;
  enemies.mode[index] = 0;
  enemies.modeEndTick[index] = 0;
  enemies.aimX[index] = 0;
  enemies.aimY[index] = 0;
  return index;
}

export function indexOfEnemy(enemies: EnemyTable, id: number): number {
  for (let index = 0; index < enemies.count; index++) if (enemies.id[index] === id) return index;
  return -1;
}

export function removeEnemy(enemies: EnemyTable, index: number): void {
  const last = enemies.count - 1;
  enemies.count = last;
  if (index === last) return;
  enemies.id[index] = enemies.id[last] as number;
  enemies.kind[index] = enemies.kind[last] as number;
  enemies.x[index] = enemies.x[last] as number;
  enemies.y[index] = enemies.y[last] as number;
  enemies.vx[index] = enemies.vx[last] as number;
  enemies.vy[index] = enemies.vy[last] as number;
  enemies.hp[index] = enemies.hp[last] as number;
  enemies.damageReadyTick[index] = enemies.damageReadyTick[last] as number;
  enemies.markedUntilTick[index] = enemies.markedUntilTick[last] as number;
  enemies.mode[index] = enemies.mode[last] as number;
  enemies.modeEndTick[index] = enemies.modeEndTick[last] as number;
  enemies.aimX[index] = enemies.aimX[last] as number;
  enemies.aimY[index] = enemies.aimY[last] as number;
}
