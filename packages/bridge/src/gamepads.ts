// Gamepads for `sampleHardware`. A browser tells of them only when asked, so nothing listens here; a pad that is not
// there, or may not be read, is neutral.

/** Each from -1 to 1, x growing to the right and y downwards. A stick's full diagonal is about 0.7 each. */
export interface Stick {
  readonly x: number;
  readonly y: number;
}

/** One connected pad at the moment of reading, in the standard mapping (https://w3c.github.io/gamepad/#remapping). */
export interface Pad {
  /** Its place in `navigator.getGamepads()`; stays the same while it is connected. */
  readonly index: number;
  readonly left: Stick;
  readonly right: Stick;
  /** Each -1, 0 or 1: diagonals reach the corners. */
  readonly dpad: Stick;
  /** How far each button is pressed, 0 to 1. */
  readonly buttons: readonly number[];
}

export interface PadOptions {
  /** How far a stick must leave its middle to count, 0 to 1: 0.2 unless given. What lies beyond is stretched to 0..1. */
  readonly deadZone?: number;
}

const deadZoneDefault = 0.2;
/** Sticks tremble. Values in steps of this size make a held stick one input, and a recording short. */
const stepsPerUnit = 64;

/**
 * All connected pads that have the standard mapping, in the order of their places. Empty where the page has no access:
 * no gamepad API, an insecure address, a permissions policy that forbids it.
 */
export function readPads({ deadZone = deadZoneDefault }: PadOptions = {}): readonly Pad[] {
  return connectedPads().map(({ index, axes, buttons }) => {
    const value = (button: number) => buttons[button]?.value ?? 0;
    const isDown = (button: number) => (buttons[button]?.pressed === true ? 1 : 0);
    return {
      index,
      left: stick(axes[0], axes[1], deadZone),
      right: stick(axes[2], axes[3], deadZone),
      dpad: { x: isDown(15) - isDown(14), y: isDown(13) - isDown(12) },
      buttons: buttons.map((_button, at) => value(at)),
    };
  });
}

/** Where a person wants to go: the d-pad, else the left stick, of the first pad that is used; else `{x: 0, y: 0}`. */
export function padDirection(options: PadOptions = {}): Stick {
  for (const { dpad, left } of readPads(options)) {
    for (const direction of [dpad, left]) if (direction.x !== 0 || direction.y !== 0) return direction;
  }
  return { x: 0, y: 0 };
}

function connectedPads(): readonly Gamepad[] {
  try {
    const pads: readonly (Gamepad | null)[] = navigator.getGamepads?.() ?? [];
    // Without the standard mapping nobody can say what an axis is: a pedal at rest reads -1.
    return [...pads].filter((pad): pad is Gamepad => pad?.connected === true && pad.mapping === "standard");
  } catch {
    return [];
  }
}

/** A dead zone that is a circle, so that a diagonal is not cut to an axis, and no jump at its edge. */
function stick(x = 0, y = 0, deadZone: number): Stick {
  const length = Math.sqrt(x * x + y * y);
  // Neither is a stick that gives no numbers.
  if (!(length > deadZone)) return { x: 0, y: 0 };
  const scale = Math.min(1, (length - deadZone) / (1 - deadZone)) / length;
  return { x: inSteps(x * scale), y: inSteps(y * scale) };
}

function inSteps(value: number): number {
  return Math.round(value * stepsPerUnit) / stepsPerUnit || 0;
}
