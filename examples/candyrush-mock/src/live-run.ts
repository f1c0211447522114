// The one run that is live: its world, and how runs begin, end up loaded, and replace each other.

import type { Phase } from "@tickbridge/bridge";
import { loadWorld, type SavedWorld } from "./save.js";
import { enterSegment } from "./systems/segments.js";
import { newWorld, type StartOptions, type World } from "./world.js";

interface LiveRun {
  world(): World | undefined;
  /** The world of a run that has begun; throws where there is none. */
  begun(): World;
  phase(): Phase;
  start(seed: number, options: StartOptions): void | Promise<void>;
  load(saved: SavedWorld): void;
}

export function createLiveRun(loadScene: ((options: StartOptions) => void | Promise<void>) | undefined): LiveRun {
  let world: World | undefined;
  let loading = false;
  /** A scene that is still loading must not begin its run when another has come in between. */
  let newest = 0;

  const begin = (seed: number, options: StartOptions): void => {
    world = newWorld(seed, options);
    enterSegment(world, 0, 0);
    loading = false;
  };

  const waitForScene = async (scene: Promise<void>, seed: number, options: StartOptions): Promise<void> => {
    const own = newest;
    const before = world;
    world = undefined;
    loading = true;
    try {
      await scene;
    } catch (failure) {
      if (own === newest) {
        world = before;
        loading = false;
      }
      throw failure;
    }
    if (own === newest) begin(seed, options);
  };

  return {
    world: () => world,
    begun() {
      if (world === undefined) throw new Error("no run has begun");
      return world;
    },
    phase() {
      if (loading) return "loading";
      if (world === undefined) return "menu";
      return world.result === null ? "running" : "over";
    },
    start(seed, options) {
      newest++;
      const scene = loadScene?.(options);
      return scene === undefined ? begin(seed, options) : waitForScene(scene, seed, options);
    },
    load(saved) {
      newest++;
      world = loadWorld(saved);
      loading = false;
    },
  };
}
