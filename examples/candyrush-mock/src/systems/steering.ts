// What each enemy wants to do this tick, by behaviour: a wished displacement for the crowd step. Modes: 0 approach,
// 1 wind up, 2 charge, 3 rest.

import { cos, sin } from "@tickbridge/bridge/math";
import { type EnemyKind, kindIndexOf, kindOf } from "../catalogue/enemies.js";
import { arena, shotKind, type World } from "../world.js";
import type { Caches } from "./caches.js";
import { addEnemy } from "./enemy-table.js";
import { nextCellOnWay } from "./navigation.js";
import { addShot } from "./shots.js";

const { cell, columns } = arena;

export function steerEnemies(world: World, caches: Caches, known: number): void {
  const { enemies, player } = world;
  for (let index = 0; index < known; index++) {
    const kind = kindOf(enemies.kind[index] as number);
    const dx = player.x - (enemies.x[index] as number);
    const dy = player.y - (enemies.y[index] as number);
    const distance = Math.sqrt(dx * dx + dy * dy);
    const here = caches.cellOf[index] as number;
    if (caches.clear[here] === 1 || distance < cell) {
      const scale = distance === 0 ? 0 : kind.speed / distance;
      caches.wishX[index] = dx * scale;
      caches.wishY[index] = dy * scale;
      if (kind.behaviour !== "chase") steerInSight(world, caches, index, kind, dx, dy, distance);
    } else {
      steerAround(world, caches, index, kind.speed, here);
    }
  }
}

/** Walks to the middle of the next cell of the flow field. */
function steerAround(world: World, caches: Caches, index: number, speed: number, here: number): void {
  const next = nextCellOnWay(caches, here);
  const dx = ((next % columns) + 0.5) * cell - (world.enemies.x[index] as number);
  const dy = (Math.floor(next / columns) + 0.5) * cell - (world.enemies.y[index] as number);
  const distance = Math.sqrt(dx * dx + dy * dy);
  const scale = distance === 0 ? 0 : Math.min(1, speed / distance);
  caches.wishX[index] = dx * scale;
  caches.wishY[index] = dy * scale;
}

function steerInSight(
  world: World,
  caches: Caches,
  index: number,
  kind: EnemyKind,
  dx: number,
  dy: number,
  distance: number,
): void {
  switch (kind.behaviour) {
    case "weave":
      sidestep(caches, index, weaveAt(world.tick + (world.enemies.id[index] as number) * 37));
      break;
    case "charge":
      charge(world, caches, index, dx, dy, distance);
      break;
    case "circle": {
      const inward = distance > 190 ? 1 : distance < 120 ? -0.5 : 0.35;
      turn(caches, index, inward, (world.enemies.id[index] as number) % 2 === 0 ? 0.9 : -0.9);
      break;
    }
    case "spit":
      spit(world, caches, index, dx, dy, distance);
      break;
    case "boss":
      rule(world, caches, index, distance);
      break;
    default:
  }
}

/** A triangle wave from -1 to 1. */
function weaveAt(tick: number): number {
  const phase = tick % 64;
  return phase < 32 ? phase / 16 - 1 : 3 - phase / 16;
}

function sidestep(caches: Caches, index: number, amount: number): void {
  turn(caches, index, 1, amount * 0.8);
}

/** Mixes the wish with its right-hand perpendicular. */
function turn(caches: Caches, index: number, forward: number, sideways: number): void {
  const wishX = caches.wishX[index] as number;
  const wishY = caches.wishY[index] as number;
  caches.wishX[index] = wishX * forward - wishY * sideways;
  caches.wishY[index] = wishY * forward + wishX * sideways;
}

function setWish(caches: Caches, index: number, x: number, y: number): void {
  caches.wishX[index] = x;
  caches.wishY[index] = y;
}

function setMode(world: World, index: number, mode: number, ticks: number): void {
  world.enemies.mode[index] = mode;
  world.enemies.modeEndTick[index] = world.tick + ticks;
}

const chargeSpeed = 5;

function charge(world: World, caches: Caches, index: number, dx: number, dy: number, distance: number): void {
  const { enemies, tick } = world;
  const ended = (enemies.modeEndTick[index] as number) <= tick;
  switch (enemies.mode[index]) {
    case 0:
      if (distance < 230 && distance > 0) {
        enemies.aimX[index] = dx / distance;
        enemies.aimY[index] = dy / distance;
        setMode(world, index, 1, 36);
      }
      return;
    case 1:
      setWish(caches, index, 0, 0);
      if (ended) setMode(world, index, 2, 48);
      return;
    case 2:
      setWish(
        caches,
        index,
        (enemies.aimX[index] as number) * chargeSpeed,
        (enemies.aimY[index] as number) * chargeSpeed,
      );
      if (ended) setMode(world, index, 3, 70);
      return;
    default:
      setWish(caches, index, 0, 0);
      if (ended) setMode(world, index, 0, 0);
  }
}

function spit(world: World, caches: Caches, index: number, dx: number, dy: number, distance: number): void {
  if (distance < 210) turn(caches, index, -0.7, 0.2);
  else if (distance < 290) turn(caches, index, 0, 0.5);
  if (distance > 360 || distance === 0 || (world.enemies.modeEndTick[index] as number) > world.tick) return;
  world.enemies.modeEndTick[index] = world.tick + 130;
  const speed = 3 / distance;
  addHostileShot(world, index, dx * speed, dy * speed, 4);
}

const ringShots = 12;
const bossMinions = 6;

/** The boss: strides in, then stops to fire a ring of cherries and to call minions. */
function rule(world: World, caches: Caches, index: number, distance: number): void {
  const { enemies, tick } = world;
  const ended = (enemies.modeEndTick[index] as number) <= tick;
  if (enemies.mode[index] === 0) {
    if (ended && distance < 420) setMode(world, index, 1, 45);
    return;
  }
  setWish(caches, index, 0, 0);
  if (!ended) return;
  setMode(world, index, 0, 260);
  const offset = (tick % 32) / 32;
  for (let shot = 0; shot < ringShots; shot++) {
    const angle = ((shot + offset) * 6.283185307179586) / ringShots;
    addHostileShot(world, index, cos(angle) * 2.4, sin(angle) * 2.4, 5);
  }
  const minion = kindIndexOf("jellybean");
  for (let call = 0; call < bossMinions; call++) {
    const side = call - (bossMinions - 1) / 2;
    const x = (enemies.x[index] as number) + side * 16;
    addEnemy(world, minion, inside(x, arena.width), inside((enemies.y[index] as number) + 20, arena.height));
  }
}

function inside(value: number, size: number): number {
  return Math.min(size - 20, Math.max(20, value));
}

function addHostileShot(world: World, index: number, vx: number, vy: number, damage: number): void {
  addShot(world, shotKind.hostile, world.enemies.x[index] as number, world.enemies.y[index] as number, vx, vy, {
    damage,
    pierce: 0,
    lifeTicks: 220,
  });
}
