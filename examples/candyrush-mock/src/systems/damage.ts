// Hurting enemies and the player. Nothing is removed here: the dead are reaped at the end of the tick.

import type { EnemyTable, World } from "../world.js";
import { noteEvent } from "./events.js";

const markedFactor = 1.5;

export function isMarked(enemies: EnemyTable, index: number, tick: number): boolean {
  return (enemies.markedUntilTick[index] as number) > tick;
}

export function hurtEnemy(world: World, index: number, damage: number): void {
  const { enemies } = world;
  const hp = enemies.hp[index] as number;
  if (hp <= 0) return;
  const full = damage * world.player.damageFactor * (isMarked(enemies, index, world.tick) ? markedFactor : 1);
  const dealt = Math.min(hp, full);
  enemies.hp[index] = hp - dealt;
  world.player.damageDealtLastTick += dealt;
}

const scentDoublesTicks = 1200;

/** What a hit of `damage` costs the player now. */
export function damageToPlayer(world: World, damage: number): number {
  const { scentTicks, toughness } = world.player;
  return Math.max(1, damage * (1 + scentTicks / scentDoublesTicks) - toughness);
}

export function hurtPlayer(world: World, damage: number, by: string): void {
  const { player } = world;
  if (player.invulnerable || player.hp <= 0) return;
  const dealt = Math.min(player.hp, damageToPlayer(world, damage));
  player.hp -= dealt;
  player.damageTaken += dealt;
  player.lastHurtBy = by;
  noteEvent(world, "damageTaken", dealt);
}

export function healPlayer(world: World, amount: number): void {
  const { player } = world;
  const healed = Math.min(amount, player.maxHp - player.hp);
  if (healed <= 0) return;
  player.hp += healed;
  noteEvent(world, "heal", healed);
}
