// Candy Rush as a game for the SDK. Each call makes a game with a world of its own; the page adds its parts (scene
// load, hardware, pause menu) through `view`, and Node leaves them out.

import { defineGame, type GameDefinition, type JsonValue } from "@tickbridge/bridge";
import { z } from "zod";
import { buildId } from "./build-id.js";
import { arcs } from "./catalogue/arcs.js";
import { characters } from "./catalogue/characters.js";
import { sceneEffects } from "./catalogue/effects.js";
import { bindCheats } from "./cheats.js";
import { choicePort } from "./choices.js";
import { loadWorld, type SavedWorld, saveWorld } from "./save.js";
import { snapshotMenu, snapshotWorld } from "./snapshot.js";
import { snapshotSchema } from "./snapshot-schema.js";
import { bindStops } from "./stops.js";
import { newCaches } from "./systems/caches.js";
import type { Input } from "./systems/player.js";
import { scoreOf } from "./systems/result.js";
import { enterSegment } from "./systems/segments.js";
import { stepWorld } from "./systems/step.js";
import { arena, newWorld, type StartOptions, type World } from "./world.js";

export type { Input } from "./systems/player.js";
export type { StartOptions } from "./world.js";
export type Candyrush = GameDefinition<Input, StartOptions, SavedWorld>;

/** What a page adds. None of it can reach the simulation, but for the hardware's input. */
export interface GameView {
  /** Hands over a way to read the live world; it must never be written to. */
  attach?(read: () => World | undefined): void;
  /** Builds the scene's effects; the run begins when it is done. */
  onSceneLoad?(options: StartOptions): void | Promise<void>;
  sampleHardware?(): Input;
  pauses?(): readonly string[];
  afterLoad?(): void;
  effects?(): JsonValue;
}

const inputSchema = z.strictObject({
  moveX: z.number().min(-1).max(1).describe("-1 is full left, 1 is full right"),
  moveY: z.number().min(-1).max(1).describe("-1 is full up, 1 is full down"),
});

const optionsSchema = z.strictObject({
  characterId: z.number().int().min(0).max(characters.length - 1).default(0),
  arcId: z.number().int().min(0).max(arcs.length - 1).default(0),
});

export function createCandyrush(view: GameView = {}): Candyrush {
  let world: World | undefined;
  let loads = 0;
  let loading = false;
  const caches = newCaches();
  const live = (): World | undefined => world;
  view.attach?.(live);

  const begin = (seed: number, options: StartOptions): void => {
    world = newWorld(seed, options);
    enterSegment(world, 0, 0);
    loading = false;
  };

  const start = (seed: number, options: StartOptions): void | Promise<void> => {
    const load = ++loads;
    const before = world;
    world = undefined;
    loading = true;
    const scene = view.onSceneLoad?.(options);
    if (scene === undefined) return begin(seed, options);
    return scene.then(
      () => {
        if (load === loads) begin(seed, options);
      },
      (failure: unknown) => {
        if (load === loads) {
          world = before;
          loading = false;
        }
        throw failure;
      },
    );
  };

  return defineGame<Input, StartOptions, SavedWorld>({
    id: "candyrush-mock",
    build: buildId,
    ticksPerSecond: 60,
    input: inputSchema,
    neutralInput: { moveX: 0, moveY: 0 },
    options: optionsSchema,
    start,
    tick(input) {
      const ignored = stepWorld(running(world), caches, input);
      if (ignored !== undefined) return { ignored };
    },
    phase() {
      if (loading) return "loading";
      if (world === undefined) return "menu";
      return world.result === null ? "running" : "over";
    },
    snapshot(wanted) {
      if (world !== undefined) return snapshotWorld(world, wanted);
      return loading ? {} : snapshotMenu();
    },
    snapshotSchema,
    world: {
      unit: "px",
      axes: { x: "right", y: "down" },
      bounds: { left: 0, top: 0, right: arena.width, bottom: arena.height },
    },
    save: () => saveWorld(running(world)),
    load(saved) {
      loads++;
      world = loadWorld(saved);
      loading = false;
    },
    pauses: () => view.pauses?.() ?? [],
    afterLoad: () => view.afterLoad?.(),
    choices: choicePort(live),
    cheats: bindCheats(live, caches),
    stops: bindStops(live),
    evaluate: () => evaluate(world),
    availableActions: () => availableActions(world),
    audits: { vfx: () => view.effects?.() ?? { effects: sceneEffects.map(({ path, active }) => ({ path, active })) } },
    ...(view.sampleHardware === undefined ? {} : { sampleHardware: view.sampleHardware }),
  });
}

function running(world: World | undefined): World {
  if (world === undefined) throw new Error("no run has begun");
  return world;
}

function evaluate(world: World | undefined): ReturnType<NonNullable<Candyrush["evaluate"]>> {
  if (world === undefined) return { done: false, success: false, failed: false, score: 0 };
  const { result } = world;
  if (result === null) return { done: false, success: false, failed: false, score: scoreOf(world) };
  const success = result.outcome === "victory";
  return { done: true, success, failed: !success, score: result.score, reason: result.cause };
}

function availableActions(world: World | undefined): JsonValue {
  const begin = {
    characterIds: characters.map((character) => character.id),
    arcIds: arcs.map((arc) => arc.id),
  };
  if (world === undefined || world.result !== null) return { startRun: begin };
  if (world.choice === null) return { input: { moveX: [-1, 1], moveY: [-1, 1] } };
  return { choose: { kind: world.choice.kind, options: world.choice.options.length } };
}
