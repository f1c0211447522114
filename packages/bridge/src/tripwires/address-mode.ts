// The mode that a page's address asks for: `?agent=1&tripwires=throw`.

import type { TripwireMode } from "../determinism-warning.js";
import { tripwireModeOf } from "./mode.js";

/** Undefined where the address asks for none. Throws TypeError for a word that is no mode. */
export function tripwireModeIn(address: string): TripwireMode | undefined {
  const given = new URL(address).searchParams.get("tripwires");
  return given === null ? undefined : tripwireModeOf(given, "the address's tripwires");
}
