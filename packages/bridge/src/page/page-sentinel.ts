// The sentinel of a game in a page: its mode, and how to draw a frame. A chunk of its own.

import { createSentinel, type Sentinel } from "../session/sentinel.js";
import { tripwireModeIn } from "../tripwires/address-mode.js";
import { tripwireModeOf } from "../tripwires/mode.js";
import { tripwiresHere } from "../tripwires/realm.js";
import type { MountOptions } from "./mount.js";

/** A driver's wish comes before the address, and that before the game's own. Throws TypeError for what is no mode. */
export function pageSentinel(prefix: string, { tripwires = "report", render }: MountOptions): Sentinel {
  const here = tripwiresHere();
  const [ofGame, ofPage] = [tripwireModeOf(tripwires, "mount's tripwires"), tripwireModeIn(location.href)];
  const sentinel = createSentinel(here.mode ?? ofPage ?? ofGame, () => performance.now(), render && (() => render(1)));
  here.modes[prefix] = (mode) => {
    sentinel.mode = mode;
  };
  return sentinel;
}
