// The game's own stop conditions; the order is the order in which one reason wins.

import type { Stop } from "@tickbridge/bridge";
import type { World } from "./world.js";

interface StopSpec {
  readonly name: string;
  readonly description: string;
  readonly argument?: "number";
  readonly event?: boolean;
  readonly holds: (world: World, argument: number) => boolean;
}

const specs: readonly StopSpec[] = [
  {
    name: "hpBelow",
    description: "The player's hit points are below N.",
    argument: "number",
    holds: ({ player }, limit) => player.hp < limit,
  },
  {
    name: "levelReached",
    description: "The player's level is N or more.",
    argument: "number",
    holds: ({ player }, level) => player.level >= level,
  },
  {
    name: "segmentChanged",
    description: "The player went through a gate in this tick.",
    event: true,
    holds: ({ run, tick }) => run.segmentChangedTick === tick,
  },
  {
    name: "gateUnlocked",
    description: "The gates unlocked in this tick.",
    event: true,
    holds: ({ run, tick }) => run.gateUnlockedTick === tick,
  },
  {
    name: "bossSpawned",
    description: "A boss came in this tick.",
    event: true,
    holds: ({ run, tick }) => run.bossSpawnedTick === tick,
  },
  {
    name: "quotaMet",
    description: "The segment's quota was met in this tick.",
    event: true,
    holds: ({ run, tick }) => run.quotaMetTick === tick,
  },
];

export function bindStops(live: () => World | undefined): readonly Stop[] {
  return specs.map(({ holds, ...stop }) => ({
    ...stop,
    holds(argument) {
      const world = live();
      return world !== undefined && holds(world, argument);
    },
  }));
}
