// Compares the world of this frame with that of the frame before, and lets what happened sparkle.

import { kindOf } from "../catalogue/enemies.js";
import type { World } from "../world.js";
import type { Particles } from "./particles.js";

const burstsAtOnceMax = 24;

interface Onlooker {
  /** 0 to 1: how hard the player was hit lately. */
  readonly pain: number;
  look(world: World): void;
  /** Nothing of the frame before counts any more. */
  forget(): void;
}

interface Seen {
  x: number;
  y: number;
  hp: number;
  kind: number;
}

export function createOnlooker(particles: Particles): Onlooker {
  let seen = new Map<number, Seen>();
  let before = { tick: -1, hp: 0, level: 0, novaReady: 0, zapReady: 0 };
  let pain = 0;

  const lookAtEnemies = (world: World, zapped: boolean): void => {
    const { enemies, player } = world;
    const now = new Map<number, Seen>();
    let bolts = zapped ? 5 : 0;
    for (let index = 0; index < enemies.count; index++) {
      const id = enemies.id[index] as number;
      const x = enemies.x[index] as number;
      const y = enemies.y[index] as number;
      const hp = enemies.hp[index] as number;
      const old = seen.get(id);
      if (old !== undefined && hp < old.hp) {
        particles.burst(x, y - 4, "#ffffff", 1);
        if (bolts-- > 0) particles.bolt(player.x, player.y, x, y);
      }
      const entry = old ?? { x, y, hp, kind: enemies.kind[index] as number };
      entry.x = x;
      entry.y = y;
      entry.hp = hp;
      now.set(id, entry);
      seen.delete(id);
    }
    let bursts = 0;
    for (const gone of seen.values()) {
      if (bursts++ > burstsAtOnceMax) break;
      const kind = kindOf(gone.kind);
      particles.burst(gone.x, gone.y, kind.colour, kind.behaviour === "boss" ? 60 : 6);
      if (bolts-- > 0) particles.bolt(player.x, player.y, gone.x, gone.y);
    }
    seen = now;
  };

  return {
    get pain() {
      return pain;
    },
    look(world) {
      pain = Math.max(0, pain - 0.04);
      if (world.tick === before.tick) return;
      const { player } = world;
      const novaReady = world.abilities.find((slot) => slot.name === "nova")?.readyTick ?? 0;
      const zapReady = world.weapons.find((slot) => slot.id === "sourZap")?.readyTick ?? 0;
      // A run that went back in time, or a new one, is looked at afresh.
      if (world.tick < before.tick || world.run.segmentChangedTick > before.tick) seen.clear();
      else {
        if (player.hp < before.hp) pain = Math.min(1, pain + (before.hp - player.hp) / 25);
        if (player.level > before.level) particles.ring(player.x, player.y, "#ffe066", 7);
        if (novaReady > before.novaReady) particles.ring(player.x, player.y, "#9be7ff", 9);
      }
      lookAtEnemies(world, zapReady > before.zapReady && before.zapReady > 0);
      before = { tick: world.tick, hp: player.hp, level: player.level, novaReady, zapReady };
    },
    forget() {
      seen.clear();
      particles.clear();
      before = { ...before, tick: -1, hp: 0, level: 99_999, novaReady: Number.MAX_VALUE, zapReady: Number.MAX_VALUE };
      pain = 0;
    },
  };
}
