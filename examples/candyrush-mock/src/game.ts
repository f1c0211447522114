// Candy Rush as a game for the SDK. Each call makes a game with a world of its own; the page adds its parts (scene
// load, hardware, pause menu) through `view`, and Node leaves them out.

import { defineGame, type GameDefinition, type JsonValue } from "@tickbridge/bridge";
import * as z from "zod";
import { buildId } from "./build-id.js";
import { arcs } from "./catalogue/arcs.js";
import { characters } from "./catalogue/characters.js";
import { sceneEffects } from "./catalogue/effects.js";
import { bindCheats } from "./cheats.js";
import { choicePort } from "./choices.js";
import { createLiveRun } from "./live-run.js";
import { type SavedWorld, saveWorld } from "./save.js";
import { snapshotMenu, snapshotWorld } from "./snapshot.js";
import { snapshotSchema } from "./snapshot-schema.js";
import { bindStops } from "./stops.js";
import { newCaches } from "./systems/caches.js";
import type { Input } from "./systems/player.js";
import { scoreOf } from "./systems/result.js";
import { stepWorld } from "./systems/step.js";
import { arena, type StartOptions, type World } from "./world.js";

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
  characterId: z
    .number()
    .int()
    .min(0)
    .max(characters.length - 1)
    .default(0),
  arcId: z
    .number()
    .int()
    .min(0)
    .max(arcs.length - 1)
    .default(0),
});

export function createCandyrush(view: GameView = {}): Candyrush {
  const run = createLiveRun(view.onSceneLoad === undefined ? undefined : (options) => view.onSceneLoad?.(options));
  const caches = newCaches();
  view.attach?.(run.world);
  return defineGame<Input, StartOptions, SavedWorld>({
    id: "candyrush-mock",
    build: buildId,
    ticksPerSecond: 60,
    input: inputSchema,
    neutralInput: { moveX: 0, moveY: 0 },
    options: optionsSchema,
    start: run.start,
    tick(input) {
      const ignored = stepWorld(run.begun(), caches, input);
      if (ignored !== undefined) return { ignored };
    },
    phase: run.phase,
    snapshot(wanted) {
      const world = run.world();
      if (world !== undefined) return snapshotWorld(world, wanted);
      return run.phase() === "menu" ? snapshotMenu() : {};
    },
    snapshotSchema,
    world: {
      unit: "px",
      axes: { x: "right", y: "down" },
      bounds: { left: 0, top: 0, right: arena.width, bottom: arena.height },
    },
    save: () => saveWorld(run.begun()),
    load: run.load,
    pauses: () => view.pauses?.() ?? [],
    afterLoad: () => view.afterLoad?.(),
    choices: choicePort(run.world),
    cheats: bindCheats(run.world, caches),
    stops: bindStops(run.world),
    evaluate: () => evaluate(run.world()),
    availableActions: () => availableActions(run.world()),
    audits: { vfx: () => view.effects?.() ?? { effects: sceneEffects.map(({ path, active }) => ({ path, active })) } },
    ...(view.sampleHardware === undefined ? {} : { sampleHardware: view.sampleHardware }),
  });
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
