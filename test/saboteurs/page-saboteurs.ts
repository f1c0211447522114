// Saboteurs that need a page: they ask the window, the storage or the frames, or draw.

import { drawFloat } from "@tickbridge/bridge";
import type { Saboteur } from "./saboteur.js";
import { type Harm, harmTick, inTick, type TinyWorld } from "./tiny-game.js";

const hurt = (world: TinyWorld) => {
  world.hp -= 5;
};
const asked = (name: string, what: string, named: string, ask: () => unknown): Saboteur => ({
  name,
  what,
  detector: "tripwire",
  tick: harmTick,
  named,
  harm: inTick((world) => {
    world.hp -= String(ask()).length;
  }),
});
const none: Harm = () => ({});

export const pageSaboteurs: readonly Saboteur[] = [
  asked("windowWidth", "takes the window's width into the state", "innerWidth", () => innerWidth),
  asked("pixelRatio", "takes the pixels of a pixel into the state", "devicePixelRatio", () => devicePixelRatio),
  asked("hiddenTab", "asks whether the tab is hidden", "document.visibilityState", () => document.visibilityState),
  asked("language", "asks for the browser's language", "navigator.language", () => navigator.language),
  asked("gamepad", "reads the gamepad in a tick", "navigator.getGamepads", () => navigator.getGamepads().length),
  asked("cookie", "reads a cookie", "document.cookie", () => document.cookie),
  asked("frame", "waits for a frame", "requestAnimationFrame", () => requestAnimationFrame(() => undefined)),
  asked(
    "layout",
    "measures an element",
    "Element.getBoundingClientRect",
    () => document.body.getBoundingClientRect().width,
  ),
  asked("worker", "starts a worker", "Worker", () => new Worker("data:text/javascript,0").terminate()),
  {
    name: "storageStart",
    what: "begins with what the browser's storage holds",
    detector: "tripwire",
    tick: 0,
    named: "localStorage",
    harm: (game, live) => ({
      start(seed, options) {
        game.start(seed, options);
        live().hp += Number(localStorage.getItem("bonus"));
      },
    }),
  },
  {
    name: "cameraSaved",
    what: "the saved state holds what the camera sees",
    detector: "tripwire",
    tick: harmTick,
    named: "innerHeight",
    harm: (game, live) => ({
      save: () => {
        const state = game.save();
        return live().tick < harmTick ? state : Object.assign(state, { view: innerHeight });
      },
    }),
  },
  {
    name: "imageLoaded",
    what: "an image that has loaded changes the state",
    detector: "async",
    tick: harmTick,
    named: "/hp",
    harm: inTick((world) => {
      const image = new Image();
      image.onerror = () => hurt(world);
      image.src = "data:,";
    }),
  },
  {
    name: "workersAnswer",
    what: "the message of a worker changes the state",
    detector: "async",
    tick: harmTick,
    named: "/hp",
    harm: inTick((world) => {
      const worker = new Worker("data:text/javascript,postMessage(1)");
      worker.onmessage = () => hurt(world);
    }),
  },
  {
    name: "drawnParticles",
    what: "drawing takes from the simulation's random stream",
    detector: "read",
    tick: harmTick,
    named: "render /stream/state/0",
    harm: none,
    render: (world) => {
      if (world.tick === harmTick) drawFloat(world.stream);
    },
  },
];
