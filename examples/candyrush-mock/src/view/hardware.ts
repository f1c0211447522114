// Keyboard and pad. Read only when the SDK asks for hardware; nothing here knows of the simulation.

import type { Input } from "../game.js";

const keysOf = {
  left: ["ArrowLeft", "KeyA"],
  right: ["ArrowRight", "KeyD"],
  up: ["ArrowUp", "KeyW"],
  down: ["ArrowDown", "KeyS"],
} as const;

const padDeadZone = 0.25;

interface Hardware {
  sample(): Input;
}

export function listenToHardware(): Hardware {
  const held = new Set<string>();
  const steering = new Set<string>(Object.values(keysOf).flat());
  addEventListener("keydown", (event) => {
    if (!steering.has(event.code) || event.ctrlKey || event.metaKey || event.altKey) return;
    held.add(event.code);
    event.preventDefault();
  });
  addEventListener("keyup", (event) => held.delete(event.code));
  addEventListener("blur", () => held.clear());
  const isHeld = (codes: readonly string[]): number => (codes.some((code) => held.has(code)) ? 1 : 0);
  return {
    sample() {
      const moveX = isHeld(keysOf.right) - isHeld(keysOf.left);
      const moveY = isHeld(keysOf.down) - isHeld(keysOf.up);
      return moveX === 0 && moveY === 0 ? samplePad() : { moveX, moveY };
    },
  };
}

function samplePad(): Input {
  for (const pad of navigator.getGamepads?.() ?? []) {
    const moveX = within(pad?.axes[0] ?? 0);
    const moveY = within(pad?.axes[1] ?? 0);
    if (moveX * moveX + moveY * moveY > padDeadZone * padDeadZone) return { moveX, moveY };
  }
  return { moveX: 0, moveY: 0 };
}

function within(value: number): number {
  return Math.min(1, Math.max(-1, value));
}
