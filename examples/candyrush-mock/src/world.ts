// The whole state of a run as plain data, and how a new run begins. Tables keep one typed array a field; only the
// first `count` entries mean anything. Absolute ticks are used where a countdown would have to be written each tick.

import { type RandomStream, randomStream } from "@tickbridge/bridge";
import type { AbilityName } from "./catalogue/characters.js";
import { abilities, characterOf } from "./catalogue/characters.js";
import type { ItemId, TreatId, WeaponId } from "./catalogue/items.js";

export const arena = { width: 2560, height: 1920, cell: 40, columns: 64, rows: 48 } as const;
export const capacity = { enemies: 640, shots: 256, gems: 384, events: 48 } as const;
export const playerRadius = 13;
/** No tick: for a pulse that has not happened yet. */
export const never = -1;

export interface EnemyTable {
  count: number;
  id: Int32Array;
  kind: Uint8Array;
  x: Float64Array;
  y: Float64Array;
  /** The displacement that really happened in the last tick. */
  vx: Float64Array;
  vy: Float64Array;
  hp: Float64Array;
  damageReadyTick: Int32Array;
  markedUntilTick: Int32Array;
  /** What a behaviour is doing (see systems/steering.ts), until when, and where it aims. */
  mode: Uint8Array;
  modeEndTick: Int32Array;
  aimX: Float64Array;
  aimY: Float64Array;
}

export const shotKind = { gumball: 0, jaw: 1, trap: 2, hostile: 3 } as const;

export interface ShotTable {
  count: number;
  id: Int32Array;
  kind: Uint8Array;
  x: Float64Array;
  y: Float64Array;
  vx: Float64Array;
  vy: Float64Array;
  damage: Float64Array;
  /** Enemies it may still go through. */
  pierce: Int32Array;
  endTick: Int32Array;
  lastHitId: Int32Array;
}

export interface GemTable {
  count: number;
  id: Int32Array;
  x: Float64Array;
  y: Float64Array;
  value: Int32Array;
}

/** The newest happenings, one entry a tick and kind. */
export interface EventTable {
  count: number;
  tick: Int32Array;
  kind: Uint8Array;
  amount: Float64Array;
}

export interface Player {
  x: number;
  y: number;
  hp: number;
  maxHp: number;
  level: number;
  xp: number;
  xpToNext: number;
  kills: number;
  gemsCollected: number;
  damageTaken: number;
  damageDealtLastTick: number;
  rootedUntilTick: number;
  /** Grows while the player stands still: sweets that smell a player long enough bite harder. */
  scentTicks: number;
  /** The type of enemy that hurt last, or nobody. */
  lastHurtBy: string;
  invulnerable: boolean;
  speed: number;
  magnetRadius: number;
  damageFactor: number;
  cooldownFactor: number;
  regenPerTick: number;
  toughness: number;
}

export interface WeaponSlot {
  id: WeaponId;
  level: number;
  readyTick: number;
}

interface TreatSlot {
  id: TreatId;
  level: number;
}

interface AbilitySlot {
  name: AbilityName;
  readyTick: number;
}

type ChoiceKind = "startingWeapon" | "levelup";

export interface OpenChoice {
  id: number;
  kind: ChoiceKind;
  options: ItemId[];
}

interface Gate {
  id: number;
  x: number;
  y: number;
  lockState: "locked" | "opening" | "unlocked";
  /** Which segment of the next stage it leads to. */
  variant: number;
}

export interface Run {
  stage: number;
  variant: number;
  quotaProgress: number;
  quotaTarget: number;
  gates: Gate[];
  gatesOpenTick: number;
  segmentChangedTick: number;
  gateUnlockedTick: number;
  bossSpawnedTick: number;
  quotaMetTick: number;
  /** The living boss's enemy id, or 0. */
  bossId: number;
  bossMaxHp: number;
  bossesSlain: number;
  nextBossTick: number;
  spawnDebt: number;
}

export interface Result {
  outcome: "victory" | "death";
  stars: number;
  score: number;
  ticks: number;
  kills: number;
  level: number;
  segmentIndex: number;
  cause: string;
}

export interface World {
  tick: number;
  characterId: number;
  arcId: number;
  stream: RandomStream;
  nextId: number;
  nextChoiceId: number;
  player: Player;
  weapons: WeaponSlot[];
  treats: TreatSlot[];
  abilities: AbilitySlot[];
  banished: string[];
  rerollCharges: number;
  banishCharges: number;
  choice: OpenChoice | null;
  choiceQueue: ChoiceKind[];
  run: Run;
  /** Four numbers an obstacle, in cells: column, row, width, height. */
  obstacles: Int32Array;
  enemies: EnemyTable;
  shots: ShotTable;
  gems: GemTable;
  events: EventTable;
  result: Result | null;
}

export interface StartOptions {
  readonly characterId: number;
  readonly arcId: number;
}

/** A world at boundary 0, before its first segment is laid out (see systems/segments.ts). */
export function newWorld(seed: number, options: StartOptions): World {
  const character = characterOf(options.characterId);
  return {
    tick: 0,
    characterId: options.characterId,
    arcId: options.arcId,
    stream: randomStream(seed, "candyrush"),
    nextId: 1,
    nextChoiceId: 1,
    player: newPlayer(options.characterId),
    weapons: [],
    treats: [],
    abilities: character.abilities.map((name) => ({ name, readyTick: Math.floor(abilities[name].cooldownTicks / 2) })),
    banished: [],
    rerollCharges: character.rerollCharges,
    banishCharges: character.banishCharges,
    choice: null,
    choiceQueue: ["startingWeapon"],
    run: newRun(),
    obstacles: new Int32Array(0),
    enemies: newEnemyTable(capacity.enemies),
    shots: newShotTable(capacity.shots),
    gems: newGemTable(capacity.gems),
    events: newEventTable(capacity.events),
    result: null,
  };
}

function newPlayer(characterId: number): Player {
  const character = characterOf(characterId);
  return {
    x: arena.width / 2,
    y: arena.height / 2,
    hp: character.maxHp,
    maxHp: character.maxHp,
    level: 1,
    xp: 0,
    xpToNext: xpForLevel(1),
    kills: 0,
    gemsCollected: 0,
    damageTaken: 0,
    damageDealtLastTick: 0,
    rootedUntilTick: 0,
    scentTicks: 0,
    lastHurtBy: "nobody",
    invulnerable: false,
    speed: character.speed,
    magnetRadius: character.magnetRadius,
    damageFactor: character.damageFactor,
    cooldownFactor: 1,
    regenPerTick: 0.004,
    toughness: 0,
  };
}

function newRun(): Run {
  return {
    stage: 0,
    variant: 0,
    quotaProgress: 0,
    quotaTarget: 0,
    gates: [],
    gatesOpenTick: never,
    segmentChangedTick: never,
    gateUnlockedTick: never,
    bossSpawnedTick: never,
    quotaMetTick: never,
    bossId: 0,
    bossMaxHp: 0,
    bossesSlain: 0,
    nextBossTick: 4500,
    spawnDebt: 0,
  };
}

/** XP from `level` to the next. */
export function xpForLevel(level: number): number {
  return 2 + 3 * level + Math.floor((level * level) / 4);
}

export function newEnemyTable(size: number): EnemyTable {
  return {
    count: 0,
    id: new Int32Array(size),
    kind: new Uint8Array(size),
    x: new Float64Array(size),
    y: new Float64Array(size),
    vx: new Float64Array(size),
    vy: new Float64Array(size),
    hp: new Float64Array(size),
    damageReadyTick: new Int32Array(size),
    markedUntilTick: new Int32Array(size),
    mode: new Uint8Array(size),
    modeEndTick: new Int32Array(size),
    aimX: new Float64Array(size),
    aimY: new Float64Array(size),
  };
}

export function newShotTable(size: number): ShotTable {
  return {
    count: 0,
    id: new Int32Array(size),
    kind: new Uint8Array(size),
    x: new Float64Array(size),
    y: new Float64Array(size),
    vx: new Float64Array(size),
    vy: new Float64Array(size),
    damage: new Float64Array(size),
    pierce: new Int32Array(size),
    endTick: new Int32Array(size),
    lastHitId: new Int32Array(size),
  };
}

export function newGemTable(size: number): GemTable {
  return {
    count: 0,
    id: new Int32Array(size),
    x: new Float64Array(size),
    y: new Float64Array(size),
    value: new Int32Array(size),
  };
}

export function newEventTable(size: number): EventTable {
  return { count: 0, tick: new Int32Array(size), kind: new Uint8Array(size), amount: new Float64Array(size) };
}
