// The JSON Schema of what `snapshot` returns, with units in its descriptions.

import type { JsonSchema } from "@tickbridge/bridge";
import { enemyKinds } from "./catalogue/enemies.js";
import { eventKinds } from "./systems/events.js";

const number = (description: string): JsonSchema => ({ type: "number", description });
const integer = (description: string): JsonSchema => ({ type: "integer", description });
const flag = (description: string): JsonSchema => ({ type: "boolean", description });
const text = (description: string): JsonSchema => ({ type: "string", description });
const oneOf = (values: readonly string[], description: string): JsonSchema => ({
  type: "string",
  enum: values,
  description,
});

/** An object whose properties are all present, but for those named. */
function record(properties: { readonly [name: string]: JsonSchema }, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required };
}

const list = (items: JsonSchema, description: string): JsonSchema => ({ type: "array", items, description });

const x = number("px from the left edge; grows to the right");
const y = number("px from the top edge; grows downwards");
const vx = number("px moved to the right in the last tick, after steering, separation and collisions");
const vy = number("px moved down in the last tick, after steering, separation and collisions");
const id = integer("unique in the run");

const ability = record({
  name: text("the ability; it fires by itself when it is ready and of use"),
  cooldownRemainingTicks: integer("ticks until it is ready"),
  ready: flag("whether it can fire"),
});

const item = record({ id: text("the item"), level: integer("its level, from 1") });

const player = record(
  {
    x,
    y,
    hp: number("hit points"),
    maxHp: number("hit points at most"),
    level: integer("level, from 1"),
    xp: integer("experience since the last level-up"),
    xpToNext: integer("experience that the next level-up takes"),
    killsThisRun: integer("enemies killed in this run"),
    gemsThisRun: integer("gems collected in this run"),
    damageTakenThisRun: number("hit points lost to hits in this run"),
    damageDealtLastTick: number("hit points taken from enemies in the last tick"),
    speed: number("px a tick at full input"),
    scentTicks: integer(
      "grows by 1 a tick while the player stands still, falls while it moves; 1200 double all damage",
    ),
    rootedTicks: integer("ticks for which movement is ignored; left out when free"),
    invulnerable: flag("left out unless a cheat made it true"),
    abilities: list(ability, "abilities of the character"),
    weapons: list(item, "weapons; they attack by themselves"),
    treats: list(item, "treats eaten"),
  },
  ["rootedTicks", "invulnerable"],
);

const enemy = record({
  id,
  x,
  y,
  vx,
  vy,
  type: oneOf(
    enemyKinds.map((kind) => kind.type),
    "the kind of enemy",
  ),
  hp: number("hit points"),
  contactDamage: number("hit points that one contact costs the player now"),
  damageReadyInTicks: integer("ticks until its contact can hurt again"),
  marked: flag("whether it takes 50 % more damage"),
  behavior: oneOf([...new Set(enemyKinds.map((kind) => kind.behaviour))], "how it moves"),
});

const gem = record({ id, x, y, value: integer("experience") });

const hostileShot = record({ id, x, y, vx, vy, damage: number("hit points that it costs the player") });

const gate = record({
  id,
  x,
  y,
  lockState: oneOf(["locked", "opening", "unlocked"], "walk within 44 px of an unlocked gate to go through"),
  leadsTo: text("name of the segment behind it"),
});

const run = record({
  segmentIndex: integer("segments passed, from 0"),
  segmentName: text("the segment"),
  archetype: oneOf(["hunt", "gather", "endure", "boss"], "what the quota counts: kills, gems, ticks, the boss"),
  quotaProgress: integer("kills, gems or ticks so far"),
  quotaTarget: integer("kills, gems or ticks to reach"),
  gates: list(gate, "gates to the next segment; none in the last"),
});

const boss = record({
  id,
  type: text("the kind of enemy"),
  x,
  y,
  vx,
  vy,
  hp: number("hit points"),
  maxHp: number("hit points when it came"),
  winding: flag("whether it is about to fire a ring of shots"),
});

const obstacle = record({
  id,
  x: number("px, left edge"),
  y: number("px, top edge"),
  width: number("px"),
  height: number("px"),
});

const event = record({
  tick: integer("when"),
  kind: oneOf(eventKinds, "what"),
  amount: number("hit points, enemies, gems or levels: the sum of that tick"),
});

const result = record({
  outcome: oneOf(["victory", "death"], "how the run ended"),
  stars: integer("1 to 3"),
  score: integer("points"),
  ticks: integer("length of the run"),
  kills: integer("enemies killed"),
  level: integer("level reached"),
  segmentIndex: integer("segments passed"),
  cause: text("in words"),
});

const entry = record({ id: integer("for the start options"), name: text("title"), tagline: text("in words") });

export const snapshotSchema: JsonSchema = {
  type: "object",
  properties: {
    characters: list(entry, "in the menu only"),
    arcs: list(entry, "in the menu only"),
    player,
    enemiesTotal: integer("all enemies alive"),
    enemiesInContact: integer("all enemies that touch the player"),
    incomingContactDps: number("hit points a tick (not a second) lost to the enemies in contact, on average"),
    enemies: list(enemy, "the nearest, nearest first"),
    gemsTotal: integer("all gems lying about"),
    gems: list(gem, "the nearest, nearest first"),
    hostileShotsTotal: integer("all shots that can hurt the player"),
    hostileShots: list(hostileShot, "the nearest, nearest first"),
    run,
    boss,
    obstacles: list(obstacle, "the nearest; nothing but the boss walks through them"),
    events: list(event, "since the previous look, the newest 48, oldest first, one for each tick and kind"),
    result,
  },
};
