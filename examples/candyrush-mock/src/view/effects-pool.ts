// Building the scene's effects. It takes a few macrotasks, as a real load does; no timer is used, so that it goes on
// in a hidden tab. The pooled effects report their missing textures in one burst, once a load.

import type { JsonValue } from "@tickbridge/bridge";
import { type EffectSpec, sceneEffects } from "../catalogue/effects.js";

const macrotasksToLoad = 4;

interface EffectsPool {
  load(): Promise<void>;
  audit(): JsonValue;
}

export function createEffectsPool(): EffectsPool {
  let effects: readonly EffectSpec[] = [];
  return {
    async load() {
      // Pictures are no part of the simulation: they load after the part of `start` that tripwires watch.
      await undefined;
      const built: EffectSpec[] = [];
      const share = Math.ceil(sceneEffects.length / macrotasksToLoad);
      for (let step = 0; step < macrotasksToLoad; step++) {
        await nextMacrotask();
        built.push(...sceneEffects.slice(step * share, (step + 1) * share));
      }
      effects = built;
      reportMissingTextures(built);
    },
    audit: () => ({ effects: effects.map(({ path, active }) => ({ path, active })) }),
  };
}

function reportMissingTextures(effects: readonly EffectSpec[]): void {
  for (const { path, missingTextures } of effects) {
    for (let emitter = 0; emitter < missingTextures; emitter++) {
      console.error(`[vfx] ${path}: emitter ${emitter} has no texture`);
    }
  }
}

function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
