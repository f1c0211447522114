// The one import of a game's entry, whose body then awaits the game: puts the tripwires into the page before the game's own
// code, with the gate on. Modules that are imported beside it would not wait for its `await`. A player loads the gate and no
// more; where `__TICKBRIDGE_AGENT__` is false, nothing.

import { isBridgeOn } from "./gate.js";

declare const __TICKBRIDGE_AGENT__: boolean | undefined;

if (typeof __TICKBRIDGE_AGENT__ === "undefined" || __TICKBRIDGE_AGENT__) {
  if (isBridgeOn(globalThis.location?.href)) (await import("./tripwires/loaded.js")).installFromLoader();
}
