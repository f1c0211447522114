// What the watches for determinism cannot see, in words, so that no report promises more than it can.

import type { TripwireInstallation, TripwireMode } from "../protocol.js";

const always = [
  "`**` and other operators, frames and workers cannot be trapped",
  "location, named properties of a kept Storage object and Node's own modules cannot be trapped",
  "start is watched up to its first await; snapshot, render, audits and stops are not watched by tripwires",
  "a change between two ticks that is undone before the next hash, or that save() does not return, is not seen",
];

const before: { readonly [how in TripwireInstallation]: string } = {
  "init-script": "installed before all code of the page",
  loader: "installed by the game's first import or script: references that code before it took are not trapped",
  "with-bridge": "installed with the bridge: references that the game's modules took when they loaded are not trapped",
};

export function limitsOf(
  mode: TripwireMode,
  installed: TripwireInstallation | undefined,
  untrapped: readonly string[],
): readonly string[] {
  const traps =
    mode === "off" || installed === undefined ? ["tripwires are off: no call is trapped"] : [before[installed]];
  if (untrapped.length > 0) traps.push(`these could not be trapped here: ${untrapped.join(", ")}`);
  return [...traps, ...always];
}
