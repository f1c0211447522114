// Puts the tripwires into this realm, once. References that somebody took before stay as they were.

import type { TripwireInstallation } from "../determinism-warning.js";
import { type Tripwires, tripwiresHere } from "./realm.js";
import { localisedOwners, type Watched, watchedApis } from "./watched-apis.js";
import { watchDate } from "./watched-date.js";
import { watchMath } from "./watched-math.js";
import { watchSorts } from "./watched-sort.js";
import { attempt, objectAt, watch, watchBothWays } from "./wrap.js";

/** The tripwires of this realm; `how` they came is what the first call says. */
export function installTripwires(how: TripwireInstallation): Tripwires {
  const tripwires = tripwiresHere();
  if (tripwires.installed !== undefined) return tripwires;
  const tasks: { readonly [what: string]: () => void } = {
    Math: () => watchMath(tripwires),
    Date: () => watchDate(tripwires),
    sort: () => watchSorts(tripwires),
    Intl: () => watchLocales(tripwires),
    ...Object.fromEntries(
      watchedApis.map((watched) => [`${watched.owner} ${watched.names[0]}`, () => watchAll(watched)]),
    ),
  };
  function watchAll({ owner = "", as, names, isWritten }: Watched): void {
    for (const name of names) (isWritten === true ? watchBothWays : watch)(tripwires, objectAt(owner), name, as + name);
  }
  // A realm that is unlike all that are known: the rest of it is watched all the same, and the report says so.
  for (const [what, install] of Object.entries(tasks)) attempt(tripwires, what, install);
  tripwires.installed = how;
  return tripwires;
}

function watchLocales(tripwires: Tripwires): void {
  for (const owner of localisedOwners) {
    const path = `${owner}.prototype`;
    watchMethods(tripwires, path, (name) => /^(toLocale|localeCompare)/.test(name));
  }
  const typedArray = Object.getPrototypeOf(Int8Array) as { readonly prototype: object };
  watch(tripwires, typedArray.prototype, "toLocaleString", "TypedArray.prototype.toLocaleString");
  const intl = objectAt("Intl") ?? {};
  for (const name of Object.getOwnPropertyNames(intl)) {
    watchMethods(tripwires, `Intl.${name}.prototype`, (method) => method !== "constructor");
    watch(tripwires, intl, name, `Intl.${name}`);
  }
}

function watchMethods(tripwires: Tripwires, path: string, isWatched: (name: string) => boolean): void {
  attempt(tripwires, path, () => {
    const prototype = objectAt(path) ?? {};
    for (const name of Object.getOwnPropertyNames(prototype)) {
      if (isWatched(name)) watch(tripwires, prototype, name, `${path}.${name}`);
    }
  });
}
