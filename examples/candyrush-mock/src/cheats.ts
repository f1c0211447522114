// Nine debug actions. Each applies at the head of a tick, clamps or refuses, and never pretends: one that can do
// nothing says why.

import type { Cheat } from "@tickbridge/bridge";
import * as z from "zod";
import { segmentOf } from "./catalogue/arcs.js";
import { enemyKinds, kindIndexOf } from "./catalogue/enemies.js";
import type { Caches } from "./systems/caches.js";
import { spawnBoss, spawnOutOfSight } from "./systems/director.js";
import { gainLevel, gainXp } from "./systems/gems.js";
import { isBlockedAt, updateNavigation } from "./systems/navigation.js";
import { archetypeOf, countTowardsQuota, isQuotaMet } from "./systems/segments.js";
import { arena, capacity, type World } from "./world.js";

/** Says why nothing changed, if nothing did. */
type Apply<Args> = (world: World, caches: Caches, args: Args) => string | undefined;

interface CheatSpec<Args> {
  readonly description: string;
  readonly args?: z.ZodType<Args>;
  readonly apply: Apply<Args>;
}

const spec = <Args>(cheat: CheatSpec<Args>): CheatSpec<Args> => cheat;

const setHp = spec({
  description: "Sets the player's hit points, clamped from 1 to the maximum: to die, take the hit.",
  args: z.strictObject({ hp: z.number() }),
  apply({ player }, _caches, { hp }) {
    const clamped = Math.min(player.maxHp, Math.max(1, hp));
    if (clamped === player.hp) return `hp is already ${clamped}`;
    player.hp = clamped;
    return undefined;
  },
});

const giveXp = spec({
  description: "Gives experience; it may queue several level-ups.",
  args: z.strictObject({ amount: z.number().int().min(1).max(100_000) }),
  apply(world, _caches, { amount }) {
    gainXp(world, amount);
    return undefined;
  },
});

const levelUp = spec({
  description: "Gains levels at once; each queues a choice.",
  args: z.strictObject({ levels: z.number().int().min(1).max(50).default(1) }),
  apply(world, _caches, { levels }) {
    for (let level = 0; level < levels; level++) gainLevel(world);
    return undefined;
  },
});

const spawnEnemies = spec({
  description: "Spawns enemies of a type that this segment has a pool of, out of sight.",
  args: z.strictObject({
    type: z.enum(enemyKinds.map((kind) => kind.type)),
    count: z.number().int().min(1).max(500).default(1),
  }),
  apply(world, caches, { type, count }) {
    const { pool, name } = segmentOf(world.arcId, world.run.stage, world.run.variant);
    if (!pool.some((entry) => entry.type === type)) return `no pool of ${type} in ${name}`;
    if (world.enemies.count + count > capacity.enemies) {
      return `room for ${capacity.enemies - world.enemies.count} more enemies only`;
    }
    for (let spawned = 0; spawned < count; spawned++) spawnOutOfSight(world, caches, kindIndexOf(type));
    return undefined;
  },
});

const killAll = spec({
  description: "Kills every enemy, the boss included; kills count and gems drop.",
  apply({ enemies }) {
    if (enemies.count === 0) return "there are no enemies";
    enemies.hp.fill(0, 0, enemies.count);
    return undefined;
  },
});

const bossNow = spec({
  description: "Lets the boss come now.",
  apply(world, caches) {
    if (world.run.bossId !== 0) return "the boss is here already";
    return spawnBoss(world, caches) ? undefined : "no room for the boss";
  },
});

const setInvulnerable = spec({
  description: "Makes the player invulnerable, or vulnerable again.",
  args: z.strictObject({ on: z.boolean().default(true) }),
  apply({ player }, _caches, { on }) {
    if (player.invulnerable === on) return `invulnerable is already ${on}`;
    player.invulnerable = on;
    return undefined;
  },
});

const completeQuota = spec({
  description: "Meets this segment's quota; the gates open a little later.",
  apply(world) {
    const { run } = world;
    if (isQuotaMet(run)) return "the quota is met already";
    if (archetypeOf(world) === "boss") return "only the boss's death completes this segment";
    countTowardsQuota(world, archetypeOf(world), run.quotaTarget);
    return undefined;
  },
});

const teleport = spec({
  description: "Puts the player at a point that is free.",
  args: z.strictObject({ x: z.number(), y: z.number() }),
  apply({ player }, caches, { x, y }) {
    const margin = 13;
    const outside = x < margin || y < margin || x > arena.width - margin || y > arena.height - margin;
    if (outside) return "the point is outside the arena";
    for (const [dx, dy] of [
      [-12, -12],
      [12, -12],
      [-12, 12],
      [12, 12],
    ] as const) {
      if (isBlockedAt(caches.blocked, x + dx, y + dy)) return "the point is inside an obstacle";
    }
    if (x === player.x && y === player.y) return "the player is there already";
    player.x = x;
    player.y = y;
    return undefined;
  },
});

/** The cheats, bound to the run that is live when one applies. */
export function bindCheats(live: () => World | undefined, caches: Caches) {
  return {
    setHp: bind(setHp, live, caches),
    giveXp: bind(giveXp, live, caches),
    levelUp: bind(levelUp, live, caches),
    spawnEnemies: bind(spawnEnemies, live, caches),
    killAll: bind(killAll, live, caches),
    spawnBoss: bind(bossNow, live, caches),
    setInvulnerable: bind(setInvulnerable, live, caches),
    completeQuota: bind(completeQuota, live, caches),
    teleport: bind(teleport, live, caches),
  };
}

function bind<Args>(cheat: CheatSpec<Args>, live: () => World | undefined, caches: Caches): Cheat<Args> {
  return {
    description: cheat.description,
    ...(cheat.args === undefined ? {} : { args: cheat.args }),
    apply(args) {
      const world = live();
      if (world === undefined || world.result !== null) return { refused: "no run is going on" };
      updateNavigation(world, caches);
      // A cheat belongs to the tick that is about to run.
      world.tick++;
      const refused = cheat.apply(world, caches, args);
      world.tick--;
      if (refused !== undefined) return { refused };
    },
  };
}
