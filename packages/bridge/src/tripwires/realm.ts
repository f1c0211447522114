// The tripwires of one realm (a page, a worker, this process): installed once, shared by all games in it, and armed by
// whoever listens. Nobody listens but while a game's own code runs.

import type { TripwireInstallation, TripwireMode } from "../determinism-warning.js";

/** Told of a call. `why` says more where the call alone is no fault. May throw, inside the code that called. */
export type TripwireListener = (api: string, why?: string) => void;

export interface Tripwires {
  /** Left out where nothing is installed, and only a mode is asked for. */
  installed?: TripwireInstallation;
  /** Who is told of calls now. Wrappers look at nothing else. */
  hear: TripwireListener | undefined;
  /** The mode that a driver asks for, before anything else in the page. */
  mode?: TripwireMode;
  /** Functions that could not be wrapped here. */
  readonly untrapped: string[];
  /** Sets the mode of a game that is in the page already, by its prefix. */
  readonly modes: { [prefix: string]: (mode: TripwireMode) => void };
}

const place = Symbol.for("tickbridge.tripwires");

/** This realm's tripwires, installed or not. */
export function tripwiresHere(): Tripwires {
  const realm = globalThis as unknown as { [place]?: Tripwires };
  let found = realm[place];
  if (found === undefined) {
    found = { hear: undefined, untrapped: [], modes: {} };
    Object.defineProperty(realm, place, { value: found, configurable: true });
  }
  return found;
}

/** By this name the place of a call is found in a stack: the frame behind the next one. */
export const tripwireName = "tickbridgeTripwire";

const named = {
  tickbridgeTripwire(tripwires: Tripwires, api: string, why?: string): void {
    const { hear } = tripwires;
    if (hear !== undefined) hear(api, why);
  },
} satisfies { readonly [tripwireName]: unknown };

/** Tells who listens. Call it from the wrapper itself, and not as the last thing that it does. */
export const trip = named.tickbridgeTripwire;
