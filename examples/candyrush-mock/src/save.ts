// A hand-written copy of the state, fast enough to be taken at every tick, and the way back. Tables are saved only
// as far as they are filled, so what lies behind never counts as state.

import type { EnemyTable, EventTable, GemTable, Player, Run, ShotTable, World } from "./world.js";
import { capacity, newEnemyTable, newEventTable, newGemTable, newShotTable } from "./world.js";

/** What `save` gives: a world whose tables are exactly as long as they are filled. */
export type SavedWorld = World;

export function saveWorld(world: World): SavedWorld {
  return copyWith(
    world,
    saveEnemies(world.enemies),
    saveShots(world.shots),
    saveGems(world.gems),
    saveEvents(world.events),
  );
}

/** A live world, with room in its tables, that goes on exactly as the saved one would have. */
export function loadWorld(saved: SavedWorld): World {
  const enemies = fill(newEnemyTable(capacity.enemies), saved.enemies);
  const shots = fill(newShotTable(capacity.shots), saved.shots);
  const gems = fill(newGemTable(capacity.gems), saved.gems);
  const events = fill(newEventTable(capacity.events), saved.events);
  return copyWith(saved, enemies, shots, gems, events);
}

function copyWith(world: World, enemies: EnemyTable, shots: ShotTable, gems: GemTable, events: EventTable): World {
  const { choice, result } = world;
  return {
    tick: world.tick,
    characterId: world.characterId,
    arcId: world.arcId,
    stream: { state: world.stream.state.slice(), draws: world.stream.draws },
    nextId: world.nextId,
    nextChoiceId: world.nextChoiceId,
    player: copyPlayer(world.player),
    weapons: world.weapons.map((slot) => ({ id: slot.id, level: slot.level, readyTick: slot.readyTick })),
    treats: world.treats.map((slot) => ({ id: slot.id, level: slot.level })),
    abilities: world.abilities.map((slot) => ({ name: slot.name, readyTick: slot.readyTick })),
    banished: world.banished.slice(),
    rerollCharges: world.rerollCharges,
    banishCharges: world.banishCharges,
    choice: choice === null ? null : { id: choice.id, kind: choice.kind, options: choice.options.slice() },
    choiceQueue: world.choiceQueue.slice(),
    run: copyRun(world.run),
    obstacles: world.obstacles.slice(),
    enemies,
    shots,
    gems,
    events,
    result: result === null ? null : { ...result },
  };
}

function copyPlayer(player: Player): Player {
  return { ...player };
}

function copyRun(run: Run): Run {
  return {
    ...run,
    gates: run.gates.map((gate) => ({
      id: gate.id,
      x: gate.x,
      y: gate.y,
      lockState: gate.lockState,
      variant: gate.variant,
    })),
  };
}

function saveEnemies(table: EnemyTable): EnemyTable {
  const { count } = table;
  return {
    count,
    id: table.id.slice(0, count),
    kind: table.kind.slice(0, count),
    x: table.x.slice(0, count),
    y: table.y.slice(0, count),
    vx: table.vx.slice(0, count),
    vy: table.vy.slice(0, count),
    hp: table.hp.slice(0, count),
    damageReadyTick: table.damageReadyTick.slice(0, count),
    markedUntilTick: table.markedUntilTick.slice(0, count),
    mode: table.mode.slice(0, count),
    modeEndTick: table.modeEndTick.slice(0, count),
    aimX: table.aimX.slice(0, count),
    aimY: table.aimY.slice(0, count),
  };
}

function saveShots(table: ShotTable): ShotTable {
  const { count } = table;
  return {
    count,
    id: table.id.slice(0, count),
    kind: table.kind.slice(0, count),
    x: table.x.slice(0, count),
    y: table.y.slice(0, count),
    vx: table.vx.slice(0, count),
    vy: table.vy.slice(0, count),
    damage: table.damage.slice(0, count),
    pierce: table.pierce.slice(0, count),
    endTick: table.endTick.slice(0, count),
    lastHitId: table.lastHitId.slice(0, count),
  };
}

function saveGems(table: GemTable): GemTable {
  const { count } = table;
  return {
    count,
    id: table.id.slice(0, count),
    x: table.x.slice(0, count),
    y: table.y.slice(0, count),
    value: table.value.slice(0, count),
  };
}

function saveEvents(table: EventTable): EventTable {
  const { count } = table;
  return {
    count,
    tick: table.tick.slice(0, count),
    kind: table.kind.slice(0, count),
    amount: table.amount.slice(0, count),
  };
}

type Column = Int32Array | Uint8Array | Float64Array;

/** Fills an empty table with the columns of a saved one. */
function fill<Table extends { count: number }>(table: Table, saved: Table): Table {
  for (const key of Object.keys(table) as (keyof Table)[]) {
    if (key === "count") continue;
    (table[key] as Column).set(saved[key] as Column);
  }
  table.count = saved.count;
  return table;
}
