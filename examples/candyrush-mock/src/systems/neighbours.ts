// The spatial grid: which enemies are in which cell, and queries for those in a circle. It is built once a tick,
// before enemies move; queries after the move allow for the way they can have gone.

import { kindOf, largestCrowdRadius } from "../catalogue/enemies.js";
import { arena, capacity, type EnemyTable, type World } from "../world.js";
import type { Caches } from "./caches.js";
import { indexOfEnemy } from "./enemy-table.js";

const { columns, rows, cell } = arena;
const moveMargin = 10;

export function buildNeighbours(enemies: EnemyTable, caches: Caches): void {
  const { firstInCell, nextInCell, cellOf } = caches;
  firstInCell.fill(-1);
  // Backwards, so that each list runs in rising order.
  for (let index = enemies.count - 1; index >= 0; index--) {
    const column = Math.floor((enemies.x[index] as number) / cell);
    const row = Math.floor((enemies.y[index] as number) / cell);
    const here = row * columns + column;
    cellOf[index] = here;
    nextInCell[index] = firstInCell[here] as number;
    firstInCell[here] = index;
  }
}

/**
 * Finds living enemies whose body touches the circle; fills `caches.found` and returns how many, at most `most`.
 * The order is that of the grid, then of the table.
 */
export function findInCircle(
  world: World,
  caches: Caches,
  x: number,
  y: number,
  radius: number,
  most: number = capacity.enemies,
): number {
  const { enemies } = world;
  const { firstInCell, nextInCell, found } = caches;
  const reach = radius + largestCrowdRadius + moveMargin;
  const left = Math.max(0, Math.floor((x - reach) / cell));
  const right = Math.min(columns - 1, Math.floor((x + reach) / cell));
  const top = Math.max(0, Math.floor((y - reach) / cell));
  const bottom = Math.min(rows - 1, Math.floor((y + reach) / cell));
  const { bossId } = world.run;
  let count = 0;
  if (bossId !== 0) {
    const boss = indexOfEnemy(enemies, bossId);
    if (boss !== -1 && touches(enemies, boss, x, y, radius)) found[count++] = boss;
  }
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      for (
        let index = firstInCell[row * columns + column] as number;
        index !== -1;
        index = nextInCell[index] as number
      ) {
        if (count >= most) return count;
        if (enemies.id[index] !== bossId && touches(enemies, index, x, y, radius)) found[count++] = index;
      }
    }
  }
  return count;
}

function touches(enemies: EnemyTable, index: number, x: number, y: number, radius: number): boolean {
  if ((enemies.hp[index] as number) <= 0) return false;
  const dx = (enemies.x[index] as number) - x;
  const dy = (enemies.y[index] as number) - y;
  const reach = radius + kindOf(enemies.kind[index] as number).radius;
  return dx * dx + dy * dy < reach * reach;
}

/** The nearest living enemy within `range`, or -1; the first in the table of equals. */
export function nearestEnemy(enemies: EnemyTable, x: number, y: number, range: number): number {
  let best = -1;
  let bestSquare = range * range;
  for (let index = 0; index < enemies.count; index++) {
    if ((enemies.hp[index] as number) <= 0) continue;
    const dx = (enemies.x[index] as number) - x;
    const dy = (enemies.y[index] as number) - y;
    const square = dx * dx + dy * dy;
    if (square < bestSquare) {
      best = index;
      bestSquare = square;
    }
  }
  return best;
}
