// Everything that flies or lies in wait: gumballs, jaw shots, toffee traps and the enemies' cherries.

import { weapons } from "../catalogue/items.js";
import { capacity, playerRadius, type ShotTable, shotKind, type World } from "../world.js";
import type { Caches } from "./caches.js";
import { hurtEnemy, hurtPlayer } from "./damage.js";
import { isBlockedAt } from "./navigation.js";
import { findInCircle } from "./neighbours.js";

interface ShotPower {
  readonly damage: number;
  readonly pierce: number;
  readonly lifeTicks: number;
}

const shotRadius = [6, 13, 22, 7] as const;

/** Adds a shot; a full table swallows it. */
export function addShot(
  world: World,
  kind: number,
  x: number,
  y: number,
  vx: number,
  vy: number,
  power: ShotPower,
): void {
  const { shots } = world;
  if (shots.count >= capacity.shots) return;
  const index = shots.count++;
  shots.id[index] = world.nextId++;
  shots.kind[index] = kind;
  shots.x[index] = x;
  shots.y[index] = y;
  shots.vx[index] = vx;
  shots.vy[index] = vy;
  shots.damage[index] = power.damage;
  shots.pierce[index] = power.pierce;
  shots.endTick[index] = world.tick + power.lifeTicks;
  shots.lastHitId[index] = 0;
}

export function flyShots(world: World, caches: Caches): void {
  const { shots } = world;
  for (let index = shots.count - 1; index >= 0; index--) {
    shots.x[index] = (shots.x[index] as number) + (shots.vx[index] as number);
    shots.y[index] = (shots.y[index] as number) + (shots.vy[index] as number);
    if (isSpent(world, caches, index)) removeShot(shots, index);
  }
}

/** Lets a shot hit what it touches; true when it is used up. */
function isSpent(world: World, caches: Caches, index: number): boolean {
  const { shots } = world;
  const kind = shots.kind[index] as number;
  const expired = (shots.endTick[index] as number) <= world.tick;
  if (kind === shotKind.trap) return springTrap(world, caches, index) || expired;
  if (expired || isBlockedAt(caches.blocked, shots.x[index] as number, shots.y[index] as number)) return true;
  return kind === shotKind.hostile ? hitPlayer(world, index) : hitEnemies(world, caches, index);
}

function hitPlayer(world: World, index: number): boolean {
  const { shots, player } = world;
  const dx = player.x - (shots.x[index] as number);
  const dy = player.y - (shots.y[index] as number);
  const reach = playerRadius + shotRadius[shotKind.hostile];
  if (dx * dx + dy * dy >= reach * reach) return false;
  hurtPlayer(world, shots.damage[index] as number, "shot");
  return true;
}

function hitEnemies(world: World, caches: Caches, index: number): boolean {
  const { shots, enemies } = world;
  const radius = shotRadius[shots.kind[index] as number] as number;
  const count = findInCircle(world, caches, shots.x[index] as number, shots.y[index] as number, radius, 4);
  for (let at = 0; at < count; at++) {
    const enemy = caches.found[at] as number;
    const id = enemies.id[enemy] as number;
    if (shots.lastHitId[index] === id) continue;
    shots.lastHitId[index] = id;
    hurtEnemy(world, enemy, shots.damage[index] as number);
    if (shots.pierce[index] === 0) return true;
    shots.pierce[index] = (shots.pierce[index] as number) - 1;
  }
  return false;
}

function springTrap(world: World, caches: Caches, index: number): boolean {
  const { shots } = world;
  const x = shots.x[index] as number;
  const y = shots.y[index] as number;
  if (findInCircle(world, caches, x, y, shotRadius[shotKind.trap], 1) === 0) return false;
  const count = findInCircle(world, caches, x, y, weapons.toffeeTrap.range);
  for (let at = 0; at < count; at++) hurtEnemy(world, caches.found[at] as number, shots.damage[index] as number);
  return true;
}

function removeShot(shots: ShotTable, index: number): void {
  const last = shots.count - 1;
  shots.count = last;
  if (index === last) return;
  shots.id[index] = shots.id[last] as number;
  shots.kind[index] = shots.kind[last] as number;
  shots.x[index] = shots.x[last] as number;
  shots.y[index] = shots.y[last] as number;
  shots.vx[index] = shots.vx[last] as number;
  shots.vy[index] = shots.vy[last] as number;
  shots.damage[index] = shots.damage[last] as number;
  shots.pierce[index] = shots.pierce[last] as number;
  shots.endTick[index] = shots.endTick[last] as number;
  shots.lastHitId[index] = shots.lastHitId[last] as number;
}
