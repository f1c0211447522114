// The tripwires as a script: tickbridge.tripwires.js, which a driver gives to each page before the page's own code, and
// which tickbridge.global.js writes behind itself. With the gate off it does nothing.

import { isBridgeOn } from "../gate.js";
import { installTripwires } from "./install.js";
import { tripwiresHere } from "./realm.js";

const { href } = location;
// A page's own script has an element; a driver's has none.
const how = document.currentScript === null ? "init-script" : "loader";
// What is no mode is refused by the bridge itself.
const isOff = (tripwiresHere().mode ?? new URL(href).searchParams.get("tripwires")) === "off";
if (isBridgeOn(href) && !isOff) installTripwires(how);
