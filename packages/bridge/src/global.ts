// The SDK for pages with no build step: <script src="tickbridge.global.js"> gives `Tickbridge`.
// It adds tickbridge.tripwires.js and tickbridge.core.js from its own folder only when the gate is on, so that it works
// from file:// too.

import type { GameDefinition } from "./game.js";
import { isBridgeOn } from "./gate.js";
import { type BridgeLoader, type MountedGame, type MountOptions, mountWith } from "./page/mount.js";

export { defineGame } from "./game.js";
export { padDirection, readPads } from "./gamepads.js";
export { listenToKeys } from "./keyboard.js";
export * from "./random.js";

// Only while the script itself runs does the document name it.
const ownScript = document.currentScript as HTMLScriptElement | null;
const ownAddress = ownScript?.src ?? location.href;

if (isBridgeOn(location.href)) writeTripwires();

/**
 * The parser runs what is written before it goes on to the game's own script. A script that it does not wait for cannot
 * write; then tripwires come with the bridge.
 */
function writeTripwires(): void {
  if (ownScript === null || ownScript.async || ownScript.defer || document.readyState !== "loading") return;
  const address = new URL("tickbridge.tripwires.js", ownAddress).href.replaceAll("&", "&amp;").replaceAll('"', "%22");
  const nonce = ownScript.nonce === "" ? "" : ` nonce="${ownScript.nonce}"`;
  try {
    document.write(`<script src="${address}"${nonce}></script>`);
  } catch {
    // An XML document cannot be written to.
  }
}

export function mount(game: GameDefinition, options: MountOptions = {}): MountedGame {
  return mountWith(game, options, addCoreScript);
}

const addCoreScript: BridgeLoader = () =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL("tickbridge.core.js", ownAddress).href;
    script.onload = () => {
      resolve(
        (globalThis as unknown as Record<symbol, Awaited<ReturnType<BridgeLoader>>>)[
          Symbol.for("tickbridge.core")
        ] as never,
      );
    };
    script.onerror = () => reject(new Error(`${script.src} cannot be loaded: it belongs beside tickbridge.global.js`));
    document.head.append(script);
  });
