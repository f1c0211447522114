// The page's entry: canvas, panels, hardware and the mounted game. Everything here looks on; the simulation is in
// game.ts. `?saboteur=name` breaks determinism on purpose, for tests only.

import { mount } from "@tickbridge/bridge";
import { createCandyrush, type GameView, type StartOptions } from "./game.js";
import { isSaboteurName, sabotage } from "./saboteurs.js";
import { drawBackdrop } from "./view/backdrop.js";
import { createEffectsPool } from "./view/effects-pool.js";
import { listenToHardware } from "./view/hardware.js";
import { drawHud } from "./view/hud.js";
import { createPanels } from "./view/panels.js";
import { createScene, screen } from "./view/scene.js";
import type { World } from "./world.js";

const canvas = required<HTMLCanvasElement>("#game");
const ratio = devicePixelRatio > 1 ? 2 : 1;
canvas.width = screen.width * ratio;
canvas.height = screen.height * ratio;
const pen = canvas.getContext("2d", { alpha: false });
if (pen === null) throw new Error("this browser has no 2d canvas");

const scene = createScene(ratio);
const effects = createEffectsPool();
const hardware = listenToHardware();
let readWorld: () => World | undefined = () => undefined;
let paused = false;
let menuWanted = false;
let frame = 0;

const view: GameView = {
  attach(read) {
    readWorld = read;
  },
  onSceneLoad() {
    paused = false;
    menuWanted = false;
    scene.forget();
    return effects.load();
  },
  sampleHardware: () => hardware.sample(),
  pauses: () => (paused ? ["menu"] : []),
  afterLoad: () => scene.forget(),
  effects: () => effects.audit(),
};

const plainGame = createCandyrush(view);
const saboteur = new URLSearchParams(location.search).get("saboteur");
const game = saboteur !== null && isSaboteurName(saboteur) ? sabotage(plainGame, saboteur) : plainGame;
const handle = mount(game, { render, autoStart: false, keys: hardware.keys });

const panels = createPanels(required("#panels"), {
  play: (options: StartOptions) => void handle.startRun(options).catch(console.warn),
  choose: (action, index) => void handle.choose(action, index).catch(console.warn),
  resume() {
    paused = false;
  },
  toMenu() {
    menuWanted = true;
  },
});

addEventListener("keydown", (event) => {
  const phase = game.phase();
  // While an agent plays, no key is the player's.
  if (event.repeat || handle.isStepping()) return;
  if (event.code === "Escape" && phase === "running") {
    if (menuWanted) menuWanted = false;
    else paused = !paused;
  }
  const choice = phase === "running" && !paused ? game.choices?.open() : undefined;
  const index = ["Digit1", "Digit2", "Digit3"].indexOf(event.code);
  if (choice !== undefined && index !== -1 && index < choice.options.length) {
    void handle.choose("Pick", index).catch(console.warn);
  }
});

function render(): void {
  const world = readWorld();
  const choiceId = world?.choice?.id;
  panels.show({
    phase: game.phase(),
    choice: choiceId === undefined ? undefined : game.choices?.open(),
    queued: world?.choiceQueue.length ?? 0,
    paused,
    menuWanted,
    result: world?.result ?? null,
  });
  if (pen === null) return;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  if (world === undefined || menuWanted) {
    drawBackdrop(pen, frame++);
    return;
  }
  const { camera, pain } = scene.draw(pen, world);
  drawHud(pen, world, camera, pain);
}

function required<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}
