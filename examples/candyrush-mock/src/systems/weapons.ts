// The player's weapons attack by themselves whenever their cooldown has run out and something is in reach.

import { drawInteger } from "@tickbridge/bridge";
import { cos, sin } from "@tickbridge/bridge/math";
import { type WeaponId, weapons } from "../catalogue/items.js";
import { shotKind, type WeaponSlot, type World } from "../world.js";
import type { Caches } from "./caches.js";
import { hurtEnemy } from "./damage.js";
import { findInCircle, nearestEnemy } from "./neighbours.js";
import { addShot } from "./shots.js";

function damageAt(id: WeaponId, level: number): number {
  return weapons[id].damage * (1 + 0.28 * (level - 1));
}

function cooldownAt(id: WeaponId, level: number, cooldownFactor: number): number {
  return Math.max(2, Math.round(weapons[id].cooldownTicks * (1 - 0.05 * (level - 1)) * cooldownFactor));
}

/** How many shots, strikes, lollipops or traps at once. */
export function countAt(level: number): number {
  return 1 + Math.floor(level / 2);
}

export function rangeAt(id: WeaponId, level: number): number {
  return weapons[id].range * (1 + 0.07 * (level - 1));
}

export function fireWeapons(world: World, caches: Caches): void {
  for (const slot of world.weapons) {
    if (slot.readyTick > world.tick) continue;
    if (!fire[slot.id](world, caches, slot)) continue;
    slot.readyTick = world.tick + cooldownAt(slot.id, slot.level, world.player.cooldownFactor);
  }
}

type Fire = (world: World, caches: Caches, slot: WeaponSlot) => boolean;

/** Each returns whether it attacked. */
const fire: Readonly<Record<WeaponId, Fire>> = {
  gumball: (world, _caches, slot) => shoot(world, slot, shotKind.gumball, 6.5, 0, 0.16),
  jawCannon: (world, _caches, slot) => shoot(world, slot, shotKind.jaw, 5, 4 + 2 * slot.level, 0.4),
  lollipops,
  sherbet,
  sourZap,
  toffeeTrap,
};

function shoot(world: World, slot: WeaponSlot, kind: number, speed: number, pierce: number, spread: number): boolean {
  const { player, enemies } = world;
  const range = rangeAt(slot.id, slot.level);
  const target = nearestEnemy(enemies, player.x, player.y, range);
  if (target === -1) return false;
  const dx = (enemies.x[target] as number) - player.x;
  const dy = (enemies.y[target] as number) - player.y;
  const distance = Math.sqrt(dx * dx + dy * dy);
  const aimX = distance === 0 ? 1 : dx / distance;
  const aimY = distance === 0 ? 0 : dy / distance;
  const count = countAt(slot.level);
  const power = { damage: damageAt(slot.id, slot.level), pierce, lifeTicks: Math.ceil(range / speed) + 10 };
  for (let shot = 0; shot < count; shot++) {
    const angle = (shot - (count - 1) / 2) * spread;
    const turnX = cos(angle);
    const turnY = sin(angle);
    const vx = (aimX * turnX - aimY * turnY) * speed;
    const vy = (aimX * turnY + aimY * turnX) * speed;
    addShot(world, kind, player.x, player.y, vx, vy, power);
  }
  return true;
}

/** Where the lollipop `at` of `count` is now, from the player. */
export function lollipopAngle(tick: number, at: number, count: number): number {
  return (tick % 126) * 0.04986655005698084 + (at * 6.283185307179586) / count;
}

function lollipops(world: World, caches: Caches, slot: WeaponSlot): boolean {
  const { player } = world;
  const count = countAt(slot.level) + 1;
  const range = rangeAt(slot.id, slot.level);
  const damage = damageAt(slot.id, slot.level);
  for (let at = 0; at < count; at++) {
    const angle = lollipopAngle(world.tick, at, count);
    const found = findInCircle(world, caches, player.x + cos(angle) * range, player.y + sin(angle) * range, 22);
    for (let hit = 0; hit < found; hit++) hurtEnemy(world, caches.found[hit] as number, damage);
  }
  return true;
}

function sherbet(world: World, caches: Caches, slot: WeaponSlot): boolean {
  const { player } = world;
  const found = findInCircle(world, caches, player.x, player.y, rangeAt(slot.id, slot.level));
  const damage = damageAt(slot.id, slot.level);
  for (let hit = 0; hit < found; hit++) hurtEnemy(world, caches.found[hit] as number, damage);
  return found > 0;
}

function sourZap(world: World, caches: Caches, slot: WeaponSlot): boolean {
  const { player } = world;
  const found = findInCircle(world, caches, player.x, player.y, rangeAt(slot.id, slot.level));
  if (found === 0) return false;
  const damage = damageAt(slot.id, slot.level);
  const count = countAt(slot.level) + 1;
  for (let strike = 0; strike < count; strike++) {
    hurtEnemy(world, caches.found[drawInteger(world.stream, 0, found - 1)] as number, damage);
  }
  return true;
}

function toffeeTrap(world: World, _caches: Caches, slot: WeaponSlot): boolean {
  const { player } = world;
  const count = countAt(slot.level);
  const power = { damage: damageAt(slot.id, slot.level), pierce: 0, lifeTicks: 900 };
  for (let at = 0; at < count; at++) {
    const angle = (at * 6.283185307179586) / count + (world.tick % 64) * 0.1;
    const reach = 30 + 18 * (count - 1);
    addShot(world, shotKind.trap, player.x + cos(angle) * reach, player.y + sin(angle) * reach, 0, 0, power);
  }
  return true;
}
