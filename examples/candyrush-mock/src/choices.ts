// The questions the game stops for: the starting weapon in tick 1, and level-ups, which queue. The state keeps item
// ids only; what a card says is read from the catalogue.

import { type Choice, type ChoicePort, drawInteger, type JsonValue } from "@tickbridge/bridge";
import {
  type ItemId,
  isTreatId,
  isWeaponId,
  snackHealFraction,
  snackId,
  startingWeaponIds,
  type TreatId,
  treatIds,
  treatLevelMax,
  treats,
  weaponIds,
  weaponLevelMax,
  weaponSlotsMax,
  weapons,
} from "./catalogue/items.js";
import { healPlayer } from "./systems/damage.js";
import type { OpenChoice, World } from "./world.js";

const optionsOffered = 3;
const startingActions = ["Pick", "Reroll"] as const;
const levelUpActions = ["Pick", "Skip", "Reroll", "Banish"] as const;
const skipHealFraction = 0.1;

/** Opens the next queued choice if none is open. */
export function openNextChoice(world: World): void {
  if (world.choice !== null || world.result !== null) return;
  const kind = world.choiceQueue.shift();
  if (kind === undefined) return;
  const pool = kind === "startingWeapon" ? [...startingWeaponIds] : upgradePool(world);
  world.choice = { id: world.nextChoiceId++, kind, options: drawOptions(world, pool) };
}

function upgradePool(world: World): ItemId[] {
  const pool: ItemId[] = [];
  for (const id of weaponIds) {
    const slot = world.weapons.find((weapon) => weapon.id === id);
    const open = slot === undefined ? world.weapons.length < weaponSlotsMax : slot.level < weaponLevelMax;
    if (open && !world.banished.includes(id)) pool.push(id);
  }
  for (const id of treatIds) {
    const slot = world.treats.find((treat) => treat.id === id);
    if ((slot === undefined || slot.level < treatLevelMax) && !world.banished.includes(id)) pool.push(id);
  }
  return pool;
}

/** Draws without putting back; a snack stands in when nothing is left. */
function drawOptions(world: World, pool: ItemId[]): ItemId[] {
  const options: ItemId[] = [];
  while (options.length < optionsOffered && pool.length > 0) {
    const [id] = pool.splice(drawInteger(world.stream, 0, pool.length - 1), 1);
    if (id !== undefined) options.push(id);
  }
  if (options.length === 0) options.push(snackId);
  return options;
}

function itemLevel(world: World, id: ItemId): number {
  return world.weapons.find((slot) => slot.id === id)?.level ?? world.treats.find((slot) => slot.id === id)?.level ?? 0;
}

function describeOption(world: World, id: ItemId): JsonValue {
  if (id === snackId) return { id, kind: "snack", name: "Snack", description: "Heal 30 % of your health." };
  const kind = isWeaponId(id) ? "weapon" : "treat";
  const { name, description } = isWeaponId(id) ? weapons[id] : treats[id];
  return { id, kind, name, description, nextLevel: itemLevel(world, id) + 1 };
}

function describeChoice(world: World, choice: OpenChoice): Choice {
  const starting = choice.kind === "startingWeapon";
  return {
    id: choice.id,
    kind: choice.kind,
    actions: starting ? startingActions : levelUpActions,
    options: choice.options.map((id) => describeOption(world, id)),
    charges: starting ? { Reroll: world.rerollCharges } : { Reroll: world.rerollCharges, Banish: world.banishCharges },
  };
}

/** Resolves the open choice, or says why nothing changed. */
function resolveChoice(world: World, action: string, index: number | undefined): string | undefined {
  const { choice } = world;
  if (choice === null) return "no choice is open";
  const option = choice.options[index ?? -1];
  switch (action) {
    case "Pick":
      if (option === undefined) return "no such option";
      takeItem(world, option);
      return closeChoice(world);
    case "Skip":
      healPlayer(world, world.player.maxHp * skipHealFraction);
      return closeChoice(world);
    case "Reroll":
      return rerollChoice(world, choice);
    case "Banish":
      return option === undefined ? "no such option" : banishOption(world, choice, option);
    default:
      return `no action ${action}`;
  }
}

function closeChoice(world: World): undefined {
  world.choice = null;
  openNextChoice(world);
}

function rerollChoice(world: World, choice: OpenChoice): string | undefined {
  if (world.rerollCharges === 0) return "no reroll charges left";
  const pool = choice.kind === "startingWeapon" ? [...startingWeaponIds] : upgradePool(world);
  if (pool.length === 0) return "there is nothing else to offer";
  world.rerollCharges--;
  world.choice = { id: world.nextChoiceId++, kind: choice.kind, options: drawOptions(world, pool) };
  return undefined;
}

/** The banished item is never offered again in this run; another takes its place. */
function banishOption(world: World, choice: OpenChoice, option: ItemId): string | undefined {
  if (world.banishCharges === 0) return "no banish charges left";
  if (option === snackId) return "a snack cannot be banished";
  world.banishCharges--;
  world.banished.push(option);
  const kept = choice.options.filter((id) => id !== option);
  const pool = upgradePool(world).filter((id) => !kept.includes(id));
  const [drawn] = pool.splice(pool.length === 0 ? 0 : drawInteger(world.stream, 0, pool.length - 1), 1);
  if (drawn !== undefined) kept.push(drawn);
  if (kept.length === 0) kept.push(snackId);
  world.choice = { id: world.nextChoiceId++, kind: choice.kind, options: kept };
  return undefined;
}

function takeItem(world: World, id: ItemId): void {
  if (id === snackId) {
    healPlayer(world, world.player.maxHp * snackHealFraction);
    return;
  }
  if (isWeaponId(id)) {
    const slot = world.weapons.find((weapon) => weapon.id === id);
    if (slot === undefined) world.weapons.push({ id, level: 1, readyTick: world.tick + 1 });
    else slot.level++;
    return;
  }
  if (!isTreatId(id)) throw new Error(`no item ${String(id)}`);
  const slot = world.treats.find((treat) => treat.id === id);
  if (slot === undefined) world.treats.push({ id, level: 1 });
  else slot.level++;
  eatTreat(world, id);
}

function eatTreat(world: World, id: TreatId): void {
  const { player } = world;
  switch (id) {
    case "sugarBoots":
      player.speed *= 1.06;
      return;
    case "thickIcing":
      player.maxHp += 20;
      player.hp += 20;
      player.toughness += 1;
      return;
    case "popRocks":
      player.cooldownFactor *= 0.92;
      return;
    case "sourPower":
      player.damageFactor += 0.15;
      return;
    case "magnetMint":
      player.magnetRadius *= 1.3;
      return;
    case "honeyHeart":
      player.regenPerTick += 0.01;
  }
}

export function choicePort(live: () => World | undefined): ChoicePort {
  return {
    kinds: ["startingWeapon", "levelup"],
    actions: {
      Pick: { index: true, description: "Take the option." },
      Skip: { index: false, description: "Take nothing and heal 10 % of your health." },
      Reroll: { index: false, description: "Draw other options, for one reroll charge." },
      Banish: { index: true, description: "Never offer the option again in this run, for one banish charge." },
    },
    open() {
      const world = live();
      return world === undefined || world.choice === null ? undefined : describeChoice(world, world.choice);
    },
    queued: () => live()?.choiceQueue.length ?? 0,
    resolve(action, index) {
      const world = live();
      const reason = world === undefined ? "no run" : resolveChoice(world, action, index);
      if (reason !== undefined) return { noEffect: reason };
    },
  };
}
