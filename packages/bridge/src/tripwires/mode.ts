// What a mode may be, whoever asks for it.

import type { TripwireMode } from "../determinism-warning.js";

export const tripwireModes: readonly TripwireMode[] = ["report", "throw", "off"];

/** `given`, or an error that says what it may be; `where` it was given. */
export function tripwireModeOf(given: unknown, where: string): TripwireMode {
  const mode = tripwireModes.find((each) => each === given);
  if (mode !== undefined) return mode;
  throw new TypeError(`${where} ${JSON.stringify(given)}: expected one of ${tripwireModes.join(", ")}`);
}
