// Decides who comes: more with every tick, from the pool of this segment, out of the player's sight; and the boss.

import { drawFloat, drawInteger } from "@tickbridge/bridge";
import { cos, sin } from "@tickbridge/bridge/math";
import { arcOf, segmentOf } from "../catalogue/arcs.js";
import { bossKind, kindIndexOf } from "../catalogue/enemies.js";
import { arena, capacity, type World } from "../world.js";
import type { Caches } from "./caches.js";
import { addEnemy } from "./enemy-table.js";
import { isBlockedAt } from "./navigation.js";
import { archetypeOf } from "./segments.js";

/** The least distance of a new enemy from the player: outside the window that a person sees. */
const sightX = 500;
const sightY = 340;
const spreadX = 800;
const spreadY = 640;
/** The first wave stands within sight, so that a run begins at once. */
const firstWave = { count: 9, distance: 300 } as const;
const bossEveryTicks = 7200;
/** Room that spawning leaves for minions and cheats. */
const crowdMax = capacity.enemies - 120;

/** How many enemies there should be at a tick of the run, were none killed. */
function crowdAt(tick: number, danger: number): number {
  return Math.min(crowdMax, Math.floor((11 + tick * 0.03 + tick * tick * 0.0000018) * danger));
}

function spawnRateAt(tick: number, danger: number): number {
  return Math.min(0.9, (0.034 + tick * 0.00005) * danger);
}

export function directSpawns(world: World, caches: Caches): void {
  const { run, enemies, tick } = world;
  const { danger } = arcOf(world.arcId);
  if (tick === 1) spawnFirstWave(world);
  run.spawnDebt = Math.min(6, run.spawnDebt + spawnRateAt(tick, danger));
  const wanted = crowdAt(tick, danger);
  while (run.spawnDebt >= 1 && enemies.count < wanted) {
    run.spawnDebt -= 1;
    spawnOutOfSight(world, caches, drawKind(world));
  }
  const due = tick >= run.nextBossTick || archetypeOf(world) === "boss";
  if (due && run.bossId === 0 && world.result === null) spawnBoss(world, caches);
}

function spawnFirstWave(world: World): void {
  for (let at = 0; at < firstWave.count; at++) {
    const angle = ((at + drawFloat(world.stream)) * 6.283185307179586) / firstWave.count;
    const x = world.player.x + cos(angle) * firstWave.distance;
    addEnemy(world, drawKind(world), x, world.player.y + sin(angle) * firstWave.distance);
  }
}

function drawKind(world: World): number {
  const { pool } = segmentOf(world.arcId, world.run.stage, world.run.variant);
  let total = 0;
  for (const entry of pool) total += entry.weight;
  let pick = drawInteger(world.stream, 1, total);
  for (const entry of pool) {
    pick -= entry.weight;
    if (pick <= 0) return kindIndexOf(entry.type);
  }
  throw new Error("a pool has no weight");
}

/** Puts an enemy just out of sight, or anywhere free when that fails. Returns its index, or -1 when full. */
export function spawnOutOfSight(world: World, caches: Caches, kind: number): number {
  const { player, stream } = world;
  for (let attempt = 0; attempt < 8; attempt++) {
    const x = player.x + (drawFloat(stream) * 2 - 1) * spreadX;
    const y = player.y + (drawFloat(stream) * 2 - 1) * spreadY;
    const inSight = Math.abs(x - player.x) < sightX && Math.abs(y - player.y) < sightY;
    if (!inSight && isFree(caches, x, y)) return addEnemy(world, kind, x, y);
  }
  for (let attempt = 0; attempt < 8; attempt++) {
    const x = drawFloat(stream) * arena.width;
    const y = drawFloat(stream) * arena.height;
    if (isFree(caches, x, y)) return addEnemy(world, kind, x, y);
  }
  return addEnemy(world, kind, arena.cell / 2, arena.cell / 2);
}

function isFree(caches: Caches, x: number, y: number): boolean {
  if (x < 20 || y < 20 || x > arena.width - 20 || y > arena.height - 20) return false;
  return !isBlockedAt(caches.blocked, x, y);
}

/** Returns whether there was room for the boss. */
export function spawnBoss(world: World, caches: Caches): boolean {
  const { run, enemies } = world;
  const index = spawnOutOfSight(world, caches, bossKind);
  if (index === -1) return false;
  enemies.hp[index] = (enemies.hp[index] as number) * (1 + 0.5 * run.bossesSlain);
  run.bossId = enemies.id[index] as number;
  run.bossMaxHp = enemies.hp[index] as number;
  run.bossSpawnedTick = world.tick;
  run.nextBossTick = world.tick + bossEveryTicks;
  return true;
}
