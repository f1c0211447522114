// The games that the model is tried on, and the values that their commands take.

import type { JsonValue } from "@tickbridge/bridge";
import fc, { type Arbitrary } from "fast-check";
import { createCandyrush } from "../../examples/candyrush-mock/src/game.js";
import { createToyGame, type ToyParts } from "../fixtures/toy-game.js";
import type { AnyGame } from "./by-hand.js";

/** What a keyboard would give; a test may change it at any time. */
export interface Hardware {
  input: JsonValue;
}

export interface Subject {
  readonly name: string;
  createGame(hardware: Hardware): AnyGame;
  readonly inputs: Arbitrary<JsonValue>;
  readonly options: Arbitrary<JsonValue>;
  readonly cheats: Arbitrary<readonly [name: string, args: JsonValue]>;
  readonly stops: Arbitrary<string>;
  /** An action of a choice, with or without an index; not always one that can be taken. */
  readonly answers: Arbitrary<{ readonly action: string; readonly index?: number }>;
  /** Answers given beforehand; each could be taken in some moment. */
  readonly onChoice: Arbitrary<{ readonly [kind: string]: { readonly action: string; readonly index?: number } }>;
  /** Arguments that the game's schemas refuse, by command. */
  readonly wrong: readonly (readonly [cmd: string, ...args: JsonValue[]])[];
  /** Ticks that a step takes, mostly. */
  readonly ticks: Arbitrary<number>;
}

/** At 13 hit points each tick throws, in its midst; a cheat brings it there at once. */
const throwing: ToyParts = {
  duringTick(state) {
    if (state.hp !== 13) return;
    state.coins += 1000;
    throw new Error("thirteen");
  },
};

export const toyVariants: readonly { readonly name: string; readonly parts: ToyParts }[] = [
  { name: "the toy", parts: {} },
  { name: "the toy without load", parts: { withoutLoad: true } },
  { name: "the toy without save", parts: { withoutSave: true } },
  { name: "the toy that throws", parts: throwing },
  { name: "the toy that throws, without load", parts: { ...throwing, withoutLoad: true } },
];

const ticks = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 50, max: 70 }) },
);

export const toySubject: Omit<Subject, "name" | "createGame"> = {
  inputs: fc.constantFrom({ move: 1 }, { move: -1 }, { move: 0.5 }, { move: 0 }, { move: 0.25 }),
  options: fc.oneof(
    { weight: 1, arbitrary: fc.constant({}) },
    {
      weight: 6,
      arbitrary: fc.record({ asks: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 4, maxLength: 16 }) }),
    },
    { weight: 2, arbitrary: fc.record({ asks: fc.constantFrom([1], [1, 1, 1], [2, 2, 4, 60]) }) },
  ),
  cheats: fc.constantFrom(
    ["setHp", { hp: 13 }],
    ["setHp", { hp: 1 }],
    ["setHp", { hp: 40 }],
    ["setHp", { hp: -1 }],
    ["setHp", { hp: 0 }],
  ),
  stops: fc.constantFrom("hpBelow:99", "hpBelow:50", "hpBelow:2", "rich", "gameover", "gift"),
  answers: fc.constantFrom(
    { action: "Pick", index: 0 },
    { action: "Pick", index: 1 },
    { action: "Skip" },
    { action: "Reroll" },
    { action: "Pick", index: 2 },
    { action: "Pick" },
    { action: "Skip", index: 0 },
    { action: "Banish" },
  ),
  onChoice: fc.constantFrom(
    {},
    { gift: { action: "Pick", index: 1 } },
    { gift: { action: "Skip" } },
    { gift: { action: "Reroll" } },
    { gift: { action: "Pick", index: 5 } },
  ),
  wrong: [
    ["input", { move: 2 }],
    ["startRun", { asks: "now" }],
    ["cheat", "setHp", { hp: "all" }],
    ["cheat", "fly"],
    ["stepUntil", { maxTicks: 3, stopOn: ["hpbelow:3"] }],
    ["stepUntil", { maxTicks: 3, onChoice: { levelup: { action: "Pick", index: 0 } } }],
    ["stepUntil", { maxTicks: 3, onChoice: { gift: { action: "Skip", index: 0 } } }],
    ["sequence", [{ ticks: 1, input: { move: "left" } }]],
  ],
  ticks,
};

export function toy(parts: ToyParts): Subject["createGame"] {
  return (hardware) => ({ ...(createToyGame(parts) as AnyGame), sampleHardware: () => hardware.input });
}

const halves = fc.constantFrom(-1, -0.5, 0, 0.5, 1);

export const candyrushSubject: Subject = {
  name: "the example",
  createGame: (hardware) => createCandyrush({ sampleHardware: () => hardware.input as never }) as AnyGame,
  inputs: fc.record({ moveX: halves, moveY: halves }),
  options: fc.record({ characterId: fc.integer({ min: 0, max: 2 }), arcId: fc.integer({ min: 0, max: 1 }) }),
  cheats: fc.constantFrom(
    ["setHp", { hp: 1 }],
    ["setHp", { hp: 30 }],
    ["giveXp", { amount: 40 }],
    ["levelUp", { levels: 2 }],
    ["spawnEnemies", { type: "gumdrop", count: 30 }],
    ["spawnEnemies", { type: "spitter", count: 3 }],
    ["killAll", {}],
    ["spawnBoss", {}],
    ["setInvulnerable", { on: true }],
    ["completeQuota", {}],
    ["teleport", { x: 200, y: 200 }],
  ),
  stops: fc.constantFrom("hpBelow:90", "hpBelow:20", "levelReached:3", "bossSpawned", "quotaMet", "gateUnlocked"),
  answers: fc.constantFrom(
    { action: "Pick", index: 0 },
    { action: "Pick", index: 2 },
    { action: "Skip" },
    { action: "Reroll" },
    { action: "Banish", index: 0 },
  ),
  onChoice: fc.constantFrom(
    {},
    { startingWeapon: { action: "Pick", index: 0 } },
    { startingWeapon: { action: "Reroll" }, levelup: { action: "Banish", index: 1 } },
    { startingWeapon: { action: "Pick", index: 1 }, levelup: { action: "Skip" } },
    { levelup: { action: "Pick", index: 2 } },
  ),
  wrong: [
    ["input", { moveX: 2, moveY: 0 }],
    ["startRun", { characterId: 99 }],
    ["cheat", "setHp", {}],
    ["stepUntil", { maxTicks: 3, stopOn: ["levelReached"] }],
  ],
  ticks: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 6 }) }, { weight: 1, arbitrary: fc.constant(58) }),
};
