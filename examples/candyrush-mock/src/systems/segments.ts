// Segments: obstacles, quotas, the gates that open once a quota is met, and walking through one of them.

import { drawInteger } from "@tickbridge/bridge";
import { type Archetype, arcOf, segmentOf } from "../catalogue/arcs.js";
import { arena, never, type Run, type World } from "../world.js";
import { removeEnemy } from "./enemy-table.js";
import { finishRun } from "./result.js";

const gateDelayTicks = 90;
const gateReach = 44;
const obstacleCount = 14;
const gatePlaces = [
  { x: arena.width - 100, y: arena.height / 2 },
  { x: 100, y: arena.height / 2 },
] as const;

export function enterSegment(world: World, stage: number, variant: number): void {
  const { run } = world;
  const segment = segmentOf(world.arcId, stage, variant);
  run.stage = stage;
  run.variant = variant;
  run.quotaProgress = 0;
  run.quotaTarget = segment.quota;
  run.gatesOpenTick = never;
  const next = arcOf(world.arcId).stages[stage + 1] ?? [];
  run.gates = next.map((_segment, at) => {
    const place = gatePlaces[at] ?? gatePlaces[0];
    return { id: stage * 10 + at + 1, x: place.x, y: place.y, lockState: "locked", variant: at };
  });
  world.obstacles = layObstacles(world);
}

/** Blocks of cells, two cells apart at least, so that no region is ever closed off; the middle stays free. */
function layObstacles(world: World): Int32Array {
  const placed: number[] = [];
  for (let attempt = 0; attempt < obstacleCount * 3 && placed.length < obstacleCount * 4; attempt++) {
    const width = drawInteger(world.stream, 1, 5);
    const height = drawInteger(world.stream, 1, 4);
    const column = drawInteger(world.stream, 6, arena.columns - 6 - width);
    const row = drawInteger(world.stream, 4, arena.rows - 4 - height);
    const middle = { column: arena.columns / 2 - 4, row: arena.rows / 2 - 4, width: 8, height: 8 };
    let free = !isNear(column, row, width, height, middle.column, middle.row, middle.width, middle.height);
    for (let at = 0; free && at < placed.length; at += 4) {
      const [left, top, across, down] = placed.slice(at, at + 4) as [number, number, number, number];
      free = !isNear(column, row, width, height, left, top, across, down);
    }
    if (free) placed.push(column, row, width, height);
  }
  return Int32Array.from(placed);
}

function isNear(
  column: number,
  row: number,
  width: number,
  height: number,
  otherColumn: number,
  otherRow: number,
  otherWidth: number,
  otherHeight: number,
): boolean {
  const gap = 2;
  return (
    column < otherColumn + otherWidth + gap &&
    otherColumn < column + width + gap &&
    row < otherRow + otherHeight + gap &&
    otherRow < row + height + gap
  );
}

export function isQuotaMet(run: Run): boolean {
  return run.quotaProgress >= run.quotaTarget;
}

export function archetypeOf(world: World): Archetype {
  return segmentOf(world.arcId, world.run.stage, world.run.variant).archetype;
}

export function countTowardsQuota(world: World, archetype: Archetype, amount: number): void {
  const { run } = world;
  if (archetypeOf(world) !== archetype || isQuotaMet(run)) return;
  run.quotaProgress = Math.min(run.quotaTarget, run.quotaProgress + amount);
  if (!isQuotaMet(run)) return;
  run.quotaMetTick = world.tick;
  run.gatesOpenTick = world.tick + gateDelayTicks;
  for (const gate of run.gates) gate.lockState = "opening";
}

export function bossFell(world: World): void {
  const { run } = world;
  run.bossId = 0;
  run.bossMaxHp = 0;
  run.bossesSlain++;
  countTowardsQuota(world, "boss", 1);
  if (archetypeOf(world) === "boss") finishRun(world, "victory", "the Gateau King fell");
}

export function runGates(world: World): void {
  const { run, player } = world;
  countTowardsQuota(world, "endure", 1);
  if (run.gatesOpenTick === world.tick && run.gates.length > 0) {
    for (const gate of run.gates) gate.lockState = "unlocked";
    run.gateUnlockedTick = world.tick;
  }
  for (const gate of run.gates) {
    if (gate.lockState !== "unlocked") continue;
    const dx = gate.x - player.x;
    const dy = gate.y - player.y;
    if (dx * dx + dy * dy < gateReach * gateReach) {
      leaveThrough(world, gate.variant);
      return;
    }
  }
}

/** A new arena: enemies and shots stay behind, gems too; a living boss follows. */
function leaveThrough(world: World, variant: number): void {
  const { run, enemies, gems, player } = world;
  for (let index = enemies.count - 1; index >= 0; index--) {
    if (enemies.id[index] !== run.bossId) removeEnemy(enemies, index);
  }
  world.shots.count = 0;
  gems.count = 0;
  player.x = arena.width / 2;
  player.y = arena.height / 2;
  if (enemies.count === 1) {
    enemies.x[0] = arena.width / 2;
    enemies.y[0] = 200;
    enemies.vx[0] = 0;
    enemies.vy[0] = 0;
  }
  enterSegment(world, run.stage + 1, variant);
  run.segmentChangedTick = world.tick;
}
