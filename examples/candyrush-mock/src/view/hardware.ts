// Keyboard and pad: arrows or WASD, else the d-pad or left stick. Read only when the SDK asks for hardware; nothing
// here knows of the simulation.

import { listenToKeys, padDirection } from "@tickbridge/bridge";
import type { Input } from "../game.js";

interface Hardware {
  readonly keys: { forgetTaps(): void };
  sample(): Input;
}

export function listenToHardware(): Hardware {
  const keys = listenToKeys({
    left: ["ArrowLeft", "KeyA"],
    right: ["ArrowRight", "KeyD"],
    up: ["ArrowUp", "KeyW"],
    down: ["ArrowDown", "KeyS"],
  });
  return {
    keys,
    sample() {
      const { left, right, up, down } = keys.sample();
      const moveX = right - left;
      const moveY = down - up;
      if (moveX !== 0 || moveY !== 0) return { moveX, moveY };
      const { x, y } = padDirection();
      return { moveX: x, moveY: y };
    },
  };
}
