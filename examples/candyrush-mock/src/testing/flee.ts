// A policy that reads only what a snapshot shows: away from what is near, and off the edges.

import type { Input } from "../game.js";
import { arena } from "../world.js";

interface Seen {
  readonly player: { readonly x: number; readonly y: number };
  readonly enemies: readonly { readonly x: number; readonly y: number }[];
}

/** How much the middle draws, against an enemy at one unit's distance that pushes with 1. */
const pullToMiddle = 1e-5;

/** The next input. Rounded, so that a replay of it stays short. */
export function flee({ player, enemies }: Seen): Input {
  let x = (arena.width / 2 - player.x) * pullToMiddle;
  let y = (arena.height / 2 - player.y) * pullToMiddle;
  for (const enemy of enemies) {
    const dx = player.x - enemy.x;
    const dy = player.y - enemy.y;
    const squaredDistance = dx * dx + dy * dy + 1;
    x += dx / squaredDistance;
    y += dy / squaredDistance;
  }
  const length = Math.sqrt(x * x + y * y);
  if (length === 0) return { moveX: 0, moveY: 0 };
  return { moveX: Math.round((x / length) * 100) / 100, moveY: Math.round((y / length) * 100) / 100 };
}
