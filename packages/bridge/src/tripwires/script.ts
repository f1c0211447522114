// The tripwires as a script: tickbridge.tripwires.js, which a driver gives to each page before the page's own code, and
// which tickbridge.global.js writes behind itself. With the gate off it does nothing.

import type { TripwireInstallation, TripwireMode } from "../determinism-warning.js";
import { isBridgeOn } from "../gate.js";
import { installTripwires } from "./install.js";
import { tripwiresHere } from "./realm.js";

/** What a driver asks for: it puts this constant around the script. */
declare const __TICKBRIDGE_TRIPWIRES__:
  | { readonly mode?: TripwireMode | undefined; readonly installed: TripwireInstallation }
  | undefined;

const asked = typeof __TICKBRIDGE_TRIPWIRES__ === "undefined" ? undefined : __TICKBRIDGE_TRIPWIRES__;
const { href } = location;

if (isBridgeOn(href)) {
  if (asked?.mode !== undefined) tripwiresHere().mode = asked.mode;
  // What is no mode is refused by the bridge itself.
  const mode = asked?.mode ?? new URL(href).searchParams.get("tripwires");
  if (mode !== "off") installTripwires(asked?.installed ?? "loader");
}
