// What the entry `@tickbridge/bridge/tripwires` loads behind the gate.

import { installTripwires } from "./install.js";
import { tripwiresHere } from "./realm.js";

/** Installs, unless a driver or the address says `off`. What is no mode is refused by the bridge itself. */
export function installFromLoader(): void {
  const address = globalThis.location?.href;
  const inAddress = address === undefined ? null : new URL(address).searchParams.get("tripwires");
  if ((tripwiresHere().mode ?? inAddress) !== "off") installTripwires("loader");
}
