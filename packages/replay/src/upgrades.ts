// How replays of older versions become replays of this one, a step at a time: `upgrades[0]` makes version 2 out of
// version 1. A new version adds one step and a fixture, and changes no step before it.

import type { JsonValue } from "./canonical.js";

/** Makes the next version out of data of one version that nobody has checked but for being JSON. */
export type Upgrade = (older: JsonValue) => JsonValue;

export const upgrades: readonly Upgrade[] = [];

/** `replay`, of `version`, after every step from there on. */
export function upgrade(replay: JsonValue, version: number, steps: readonly Upgrade[] = upgrades): JsonValue {
  return steps.slice(version - 1).reduce((older, step) => step(older), replay);
}
