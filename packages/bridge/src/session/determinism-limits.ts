// What the watches for determinism cannot see, in words, so that no report promises more than it can.

import type { TripwireInstallation, TripwireMode } from "../protocol.js";

const always = [
  "`**` and other operators, frames and workers cannot be trapped",
  "location, named properties of a kept Storage object and Node's own modules cannot be trapped",
  "start is watched up to its first await, what its promises do later is not",
  "snapshot, phase, choices.open, choices.queued, pauses, stops, evaluate, availableActions, audits, afterLoad, sampleHardware and render are not watched by tripwires",
  "while a policy of play decides, the state is looked at behind one of 16 decisions",
  "a change between two ticks that is undone before the next hash, or that save() does not return, is not seen",
];

const before: { readonly [how in TripwireInstallation]: string } = {
  "init-script": "installed before all code of the page",
  loader:
    "installed by the game's entry or script: references that code before it took, or modules imported beside it, are not trapped",
  "with-bridge": "installed with the bridge: references that the game's modules took when they loaded are not trapped",
};

export function limitsOf(
  mode: TripwireMode,
  installed: TripwireInstallation | undefined,
  untrapped: readonly string[],
): readonly string[] {
  if (mode === "off")
    return ["tripwires are off: no call is trapped, and no change of the state is looked for", ...always];
  const traps = installed === undefined ? ["no tripwires are installed: no call is trapped"] : [before[installed]];
  if (untrapped.length > 0) traps.push(`these could not be trapped here: ${untrapped.join(", ")}`);
  return [...traps, ...always];
}
