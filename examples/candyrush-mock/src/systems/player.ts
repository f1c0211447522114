// The player's walk, slow healing and the abilities that fire by themselves.

import { type AbilityName, abilities } from "../catalogue/characters.js";
import { kindOf } from "../catalogue/enemies.js";
import { arena, playerRadius, type World } from "../world.js";
import type { Caches } from "./caches.js";
import { healPlayer, hurtEnemy } from "./damage.js";
import { isBlockedAt } from "./navigation.js";
import { findInCircle } from "./neighbours.js";

export interface Input {
  readonly moveX: number;
  readonly moveY: number;
}

const scentLossPerTick = 20;

export function isRooted(world: World): boolean {
  return world.player.rootedUntilTick >= world.tick;
}

export function movePlayer(world: World, caches: Caches, input: Input): void {
  const { player } = world;
  if (player.hp < player.maxHp) player.hp = Math.min(player.maxHp, player.hp + player.regenPerTick);
  const { moveX, moveY } = input;
  const length = Math.sqrt(moveX * moveX + moveY * moveY);
  player.scentTicks = length === 0 ? player.scentTicks + 1 : Math.max(0, player.scentTicks - scentLossPerTick);
  if (length === 0 || isRooted(world)) return;
  const scale = length > 1 ? 1 / length : 1;
  const x = clamp(player.x + moveX * scale * player.speed, playerRadius, arena.width - playerRadius);
  if (!isBodyBlocked(caches.blocked, x, player.y)) player.x = x;
  const y = clamp(player.y + moveY * scale * player.speed, playerRadius, arena.height - playerRadius);
  if (!isBodyBlocked(caches.blocked, player.x, y)) player.y = y;
}

function isBodyBlocked(blocked: Uint8Array, x: number, y: number): boolean {
  const reach = playerRadius - 2;
  return (
    isBlockedAt(blocked, x - reach, y - reach) ||
    isBlockedAt(blocked, x + reach, y - reach) ||
    isBlockedAt(blocked, x - reach, y + reach) ||
    isBlockedAt(blocked, x + reach, y + reach)
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

export function fireAbilities(world: World, caches: Caches): void {
  for (const slot of world.abilities) {
    if (slot.readyTick > world.tick) continue;
    if (!fire[slot.name](world, caches)) continue;
    slot.readyTick = world.tick + abilities[slot.name].cooldownTicks;
  }
}

/** Each returns whether it found a reason to fire. */
const fire: Readonly<Record<AbilityName, (world: World, caches: Caches) => boolean>> = { nova, mark, mend };

const novaRadius = 130;
const novaPush = 70;
const novaDamage = 8;

/** Throws a crowd back once four are close. */
function nova(world: World, caches: Caches): boolean {
  const { player, enemies } = world;
  if (findInCircle(world, caches, player.x, player.y, 40) < 4) return false;
  const count = findInCircle(world, caches, player.x, player.y, novaRadius);
  for (let at = 0; at < count; at++) {
    const index = caches.found[at] as number;
    hurtEnemy(world, index, novaDamage);
    if (kindOf(enemies.kind[index] as number).behaviour === "boss") continue;
    const dx = (enemies.x[index] as number) - player.x;
    const dy = (enemies.y[index] as number) - player.y;
    const distance = Math.sqrt(dx * dx + dy * dy);
    const x = player.x + (distance === 0 ? 1 : dx / distance) * (distance + novaPush);
    const y = player.y + (distance === 0 ? 0 : dy / distance) * (distance + novaPush);
    if (isBlockedAt(caches.blocked, x, y)) continue;
    enemies.x[index] = x;
    enemies.y[index] = y;
  }
  return true;
}

const markRadius = 220;
const markMost = 12;
const markTicks = 240;

function mark(world: World, caches: Caches): boolean {
  const { player, enemies } = world;
  const count = findInCircle(world, caches, player.x, player.y, markRadius, markMost);
  for (let at = 0; at < count; at++) enemies.markedUntilTick[caches.found[at] as number] = world.tick + markTicks;
  return count > 0;
}

function mend(world: World): boolean {
  const { player } = world;
  if (player.hp > player.maxHp / 2) return false;
  healPlayer(world, player.maxHp * 0.25);
  return true;
}
