// A small policy that reads only snapshots: it keeps away from what can hurt, stays off the edges, and takes the first
// option of every choice.

import type { Command, Snapshot } from "@tickbridge/bridge/protocol";

interface Seen {
  readonly player: { readonly x: number; readonly y: number };
  readonly enemies: readonly { readonly x: number; readonly y: number }[];
}

/** The next commands for a snapshot: the answer to a choice, or an input and the ticks for which it holds. */
export function decide(state: Snapshot, ticks: number): Command[] {
  if (state.choice !== undefined) return [{ cmd: "choose", args: [{ action: "Pick", index: 0 }] }];
  return [
    { cmd: "input", args: [flee(state as Snapshot & Seen)] },
    { cmd: "step", args: [ticks] },
  ];
}

const arena = { width: 2560, height: 1920 };
/** How much the middle draws, against an enemy at one unit's distance that pushes with 1. */
const pullToMiddle = 1e-5;

function flee({ player, enemies }: Seen): { moveX: number; moveY: number } {
  let x = (arena.width / 2 - player.x) * pullToMiddle;
  let y = (arena.height / 2 - player.y) * pullToMiddle;
  for (const enemy of enemies) {
    const dx = player.x - enemy.x;
    const dy = player.y - enemy.y;
    const squaredDistance = dx * dx + dy * dy + 1;
    x += dx / squaredDistance;
    y += dy / squaredDistance;
  }
  const length = Math.hypot(x, y);
  if (length === 0) return { moveX: 0, moveY: 0 };
  // Rounded, so that the replay stays short.
  return { moveX: Math.round((x / length) * 100) / 100, moveY: Math.round((y / length) * 100) / 100 };
}
