// What an agent is shown: derived from the world, bounded, and never fed back. What does not apply is left out. The
// SDK adds tick, phase, choice and pause owners around it.

import type { SnapshotView } from "@tickbridge/bridge";
import { arcs, segmentOf } from "./catalogue/arcs.js";
import { characters } from "./catalogue/characters.js";
import { kindOf } from "./catalogue/enemies.js";
import { nearestOf } from "./nearest.js";
import { isTouching } from "./systems/crowd.js";
import { damageToPlayer, isMarked } from "./systems/damage.js";
import { indexOfEnemy } from "./systems/enemy-table.js";
import { eventKinds } from "./systems/events.js";
import { arena, shotKind, type World } from "./world.js";

export function snapshotMenu(): object {
  return {
    characters: characters.map(({ id, name, tagline }) => ({ id, name, tagline })),
    arcs: arcs.map(({ id, name, tagline }) => ({ id, name, tagline })),
  };
}

export function snapshotWorld(world: World, view: SnapshotView): object {
  const most = view.maxEntities;
  const { enemies, gems, player, shots } = world;
  const contact = contactTotals(world);
  const isHostile = (index: number): boolean => shots.kind[index] === shotKind.hostile;
  const hostile = nearestOf(shots, player.x, player.y, most, isHostile);
  return {
    player: playerView(world),
    enemiesTotal: enemies.count,
    enemiesInContact: contact.enemies,
    incomingContactDps: contact.damagePerTick,
    enemies: nearestOf(enemies, player.x, player.y, most).map((index) => enemyView(world, index)),
    gemsTotal: gems.count,
    gems: nearestOf(gems, player.x, player.y, most).map((index) => ({
      id: gems.id[index],
      x: gems.x[index],
      y: gems.y[index],
      value: gems.value[index],
    })),
    hostileShotsTotal: hostileTotal(world),
    hostileShots: hostile.map((index) => ({
      id: shots.id[index],
      x: shots.x[index],
      y: shots.y[index],
      vx: shots.vx[index],
      vy: shots.vy[index],
      damage: damageToPlayer(world, shots.damage[index] as number),
    })),
    run: runView(world),
    ...bossView(world),
    obstacles: obstaclesView(world, most),
    events: eventsView(world, view.since),
    ...(world.result === null ? {} : { result: { ...world.result } }),
  };
}

function effectiveDamage(world: World, index: number): number {
  return damageToPlayer(world, kindOf(world.enemies.kind[index] as number).contactDamage);
}

function contactTotals(world: World): { enemies: number; damagePerTick: number } {
  let enemies = 0;
  let damagePerTick = 0;
  for (let index = 0; index < world.enemies.count; index++) {
    if (!isTouching(world, index)) continue;
    enemies++;
    const { contactCooldownTicks } = kindOf(world.enemies.kind[index] as number);
    if (!world.player.invulnerable) damagePerTick += effectiveDamage(world, index) / contactCooldownTicks;
  }
  return { enemies, damagePerTick };
}

function hostileTotal(world: World): number {
  let total = 0;
  for (let index = 0; index < world.shots.count; index++) if (world.shots.kind[index] === shotKind.hostile) total++;
  return total;
}

function playerView(world: World): object {
  const { player, tick } = world;
  const rooted = player.rootedUntilTick - tick;
  return {
    x: player.x,
    y: player.y,
    hp: player.hp,
    maxHp: player.maxHp,
    level: player.level,
    xp: player.xp,
    xpToNext: player.xpToNext,
    killsThisRun: player.kills,
    gemsThisRun: player.gemsCollected,
    damageTakenThisRun: player.damageTaken,
    damageDealtLastTick: player.damageDealtLastTick,
    speed: player.speed,
    scentTicks: player.scentTicks,
    ...(rooted > 0 ? { rootedTicks: rooted } : {}),
    ...(player.invulnerable ? { invulnerable: true } : {}),
    abilities: world.abilities.map(({ name, readyTick }) => ({
      name,
      cooldownRemainingTicks: Math.max(0, readyTick - tick),
      ready: readyTick <= tick,
    })),
    weapons: world.weapons.map(({ id, level }) => ({ id, level })),
    treats: world.treats.map(({ id, level }) => ({ id, level })),
  };
}

function enemyView(world: World, index: number): object {
  const { enemies, tick } = world;
  const kind = kindOf(enemies.kind[index] as number);
  return {
    id: enemies.id[index],
    x: enemies.x[index],
    y: enemies.y[index],
    vx: enemies.vx[index],
    vy: enemies.vy[index],
    type: kind.type,
    hp: enemies.hp[index],
    contactDamage: effectiveDamage(world, index),
    damageReadyInTicks: Math.max(0, (enemies.damageReadyTick[index] as number) - tick),
    marked: isMarked(enemies, index, tick),
    behavior: kind.behaviour,
  };
}

function runView(world: World): object {
  const { run, arcId } = world;
  const segment = segmentOf(arcId, run.stage, run.variant);
  return {
    segmentIndex: run.stage,
    segmentName: segment.name,
    archetype: segment.archetype,
    quotaProgress: run.quotaProgress,
    quotaTarget: run.quotaTarget,
    gates: run.gates.map(({ id, x, y, lockState, variant }) => ({
      id,
      x,
      y,
      lockState,
      leadsTo: segmentOf(arcId, run.stage + 1, variant).name,
    })),
  };
}

function bossView(world: World): object {
  const { enemies, run } = world;
  if (run.bossId === 0) return {};
  const index = indexOfEnemy(enemies, run.bossId);
  const { type } = kindOf(enemies.kind[index] as number);
  const place = { x: enemies.x[index], y: enemies.y[index], vx: enemies.vx[index], vy: enemies.vy[index] };
  const winding = enemies.mode[index] === 1;
  return { boss: { id: run.bossId, type, ...place, hp: enemies.hp[index], maxHp: run.bossMaxHp, winding } };
}

function obstaclesView(world: World, most: number): object[] {
  const { obstacles, player } = world;
  const count = obstacles.length / 4;
  const table = { count, id: new Int32Array(count), x: new Float64Array(count), y: new Float64Array(count) };
  const cells = (at: number, part: number): number => (obstacles[at * 4 + part] as number) * arena.cell;
  for (let at = 0; at < count; at++) {
    table.id[at] = at + 1;
    // The point of the obstacle that is nearest to the player.
    table.x[at] = Math.min(cells(at, 0) + cells(at, 2), Math.max(cells(at, 0), player.x));
    table.y[at] = Math.min(cells(at, 1) + cells(at, 3), Math.max(cells(at, 1), player.y));
  }
  return nearestOf(table, player.x, player.y, most).map((at) => ({
    id: at + 1,
    x: cells(at, 0),
    y: cells(at, 1),
    width: cells(at, 2),
    height: cells(at, 3),
  }));
}

function eventsView(world: World, since: number): object[] {
  const { events } = world;
  const list: object[] = [];
  for (let at = 0; at < events.count; at++) {
    if ((events.tick[at] as number) <= since) continue;
    list.push({ tick: events.tick[at], kind: eventKinds[events.kind[at] as number], amount: events.amount[at] });
  }
  return list;
}
