// The page's entry: tripwires first, and only then the game's own code, which may keep what they replace. An import beside
// the first one would not wait for it; one in the body does.

import "@tickbridge/bridge/tripwires";

await import("./page.js");
