// Obstacles and the way round them: a grid of blocked cells, steps to the player (breadth-first), and which cells
// see the player. All of it is a pure function of the obstacles and of the player's cell.

import { arena, type World } from "../world.js";
import type { Caches } from "./caches.js";

const { columns, rows, cell, width, height } = arena;

function cellAt(x: number, y: number): number {
  return Math.floor(y / cell) * columns + Math.floor(x / cell);
}

/** Makes the caches true for this world. */
export function updateNavigation(world: World, caches: Caches): void {
  if (caches.blockedOf !== world.obstacles) {
    blockCells(world.obstacles, caches.blocked);
    caches.blockedOf = world.obstacles;
    caches.flowCell = -1;
  }
  const target = cellAt(world.player.x, world.player.y);
  if (caches.flowCell === target) return;
  spreadDistance(caches, target);
  spreadSight(caches, target);
  caches.flowCell = target;
}

function blockCells(obstacles: Int32Array, blocked: Uint8Array): void {
  blocked.fill(0);
  for (let at = 0; at + 3 < obstacles.length; at += 4) {
    const left = obstacles[at] as number;
    const top = obstacles[at + 1] as number;
    const right = left + (obstacles[at + 2] as number);
    const bottom = top + (obstacles[at + 3] as number);
    for (let row = top; row < bottom; row++) blocked.fill(1, row * columns + left, row * columns + right);
  }
}

/** Whether a point is inside an obstacle or outside the arena. */
export function isBlockedAt(blocked: Uint8Array, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= width || y >= height) return true;
  return blocked[Math.floor(y / cell) * columns + Math.floor(x / cell)] === 1;
}

function spreadDistance(caches: Caches, target: number): void {
  const { blocked, distance, frontier } = caches;
  distance.fill(-1);
  distance[target] = 0;
  frontier[0] = target;
  let end = 1;
  for (let at = 0; at < end; at++) {
    const here = frontier[at] as number;
    const steps = (distance[here] as number) + 1;
    const column = here % columns;
    if (column > 0 && blocked[here - 1] === 0 && distance[here - 1] === -1) {
      distance[here - 1] = steps;
      frontier[end++] = here - 1;
    }
    if (column < columns - 1 && blocked[here + 1] === 0 && distance[here + 1] === -1) {
      distance[here + 1] = steps;
      frontier[end++] = here + 1;
    }
    if (here >= columns && blocked[here - columns] === 0 && distance[here - columns] === -1) {
      distance[here - columns] = steps;
      frontier[end++] = here - columns;
    }
    const below = here + columns;
    if (below < columns * rows && blocked[below] === 0 && distance[below] === -1) {
      distance[below] = steps;
      frontier[end++] = below;
    }
  }
}

/** A cell sees the player when it is free and the next cell on the straight line towards the player sees it. */
function spreadSight(caches: Caches, target: number): void {
  const { clear } = caches;
  clear.fill(0);
  clear[target] = 1;
  const centreColumn = target % columns;
  const centreRow = Math.floor(target / columns);
  const reach = Math.max(centreColumn, columns - 1 - centreColumn, centreRow, rows - 1 - centreRow);
  for (let ring = 1; ring <= reach; ring++) {
    for (let along = -ring; along <= ring; along++) {
      const inner = Math.round((along * (ring - 1)) / ring);
      seeThrough(caches, centreColumn + along, centreRow - ring, centreColumn + inner, centreRow - ring + 1);
      seeThrough(caches, centreColumn + along, centreRow + ring, centreColumn + inner, centreRow + ring - 1);
      seeThrough(caches, centreColumn - ring, centreRow + along, centreColumn - ring + 1, centreRow + inner);
      seeThrough(caches, centreColumn + ring, centreRow + along, centreColumn + ring - 1, centreRow + inner);
    }
  }
}

function seeThrough(caches: Caches, column: number, row: number, innerColumn: number, innerRow: number): void {
  if (column < 0 || row < 0 || column >= columns || row >= rows) return;
  const here = row * columns + column;
  if (caches.blocked[here] === 0 && caches.clear[innerRow * columns + innerColumn] === 1) caches.clear[here] = 1;
}

const neighbourColumns = [0, 1, 0, -1, 1, 1, -1, -1];
const neighbourRows = [-1, 0, 1, 0, -1, 1, 1, -1];

/**
 * The cell to walk to from `here` when the player is out of sight: the neighbour nearest to the player, cutting no
 * corner; the first of equals. `here` itself when there is no way.
 */
export function nextCellOnWay(caches: Caches, here: number): number {
  const { blocked, distance } = caches;
  const column = here % columns;
  const row = Math.floor(here / columns);
  let best = here;
  let bestDistance = distance[here] as number;
  if (bestDistance === -1) bestDistance = columns * rows;
  for (let side = 0; side < 8; side++) {
    const stepColumn = neighbourColumns[side] as number;
    const stepRow = neighbourRows[side] as number;
    const toColumn = column + stepColumn;
    const toRow = row + stepRow;
    if (toColumn < 0 || toRow < 0 || toColumn >= columns || toRow >= rows) continue;
    const to = toRow * columns + toColumn;
    const steps = distance[to] as number;
    if (steps === -1 || steps >= bestDistance) continue;
    if (side >= 4 && (blocked[here + stepColumn] === 1 || blocked[here + stepRow * columns] === 1)) continue;
    best = to;
    bestDistance = steps;
  }
  return best;
}
