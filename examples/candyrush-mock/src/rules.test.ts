// The rules that agents rely on: choices and their charges, cheats and their refusals, stops, segments and gates.

import { describe, expect, it } from "vitest";
import type { Candyrush } from "./game.js";
import { sabotage, saboteurNames } from "./saboteurs.js";
import { begin, pickFirst, show } from "./testing/play.js";

const neutral = { moveX: 0, moveY: 0 };

/** Applies a cheat as the SDK would: judged by its schema, at the head of the tick that follows. */
function cheat(game: Candyrush, name: string, args: unknown = {}): string {
  const port = game.cheats?.[name];
  const schema = port?.args as { parse(value: unknown): never } | undefined;
  const outcome = port?.apply(schema === undefined ? (undefined as never) : schema.parse(args));
  game.tick(neutral);
  return typeof outcome === "object" ? outcome.refused : "applied";
}

function started(seed = 1, options = { characterId: 0, arcId: 0 }): Candyrush {
  const game = begin(seed, options);
  game.tick(neutral);
  pickFirst(game);
  return game;
}

const stopHolds = (game: Candyrush, name: string, argument = 0): boolean | undefined =>
  game.stops?.find((stop) => stop.name === name)?.holds(argument);

describe("choices", () => {
  it("open with the starting weapon in tick 1", () => {
    const game = begin(1);
    expect(game.choices?.open()).toBeUndefined();
    game.tick(neutral);
    expect(game.choices?.open()).toMatchObject({ kind: "startingWeapon", actions: ["Pick", "Reroll"] });
    expect(game.choices?.open()?.options.length).toBe(3);
  });

  it("queue when several levels are gained at once, and open one after the other", () => {
    const game = started();
    expect(cheat(game, "giveXp", { amount: 60 })).toBe("applied");
    const waiting = game.choices?.queued?.() ?? 0;
    expect(waiting).toBeGreaterThan(1);
    const ids = new Set();
    for (let left = waiting; left >= 0; left--) {
      expect(game.choices?.open()?.kind).toBe("levelup");
      expect(game.choices?.queued?.()).toBe(left);
      ids.add(game.choices?.open()?.id);
      expect(game.choices?.resolve("Pick", 0)).toBeUndefined();
    }
    expect(game.choices?.open()).toBeUndefined();
    expect(ids.size).toBe(waiting + 1);
  });

  it("spend a charge a reroll, and say so when none is left", () => {
    const game = started();
    cheat(game, "levelUp");
    for (let left = 3; left > 0; left--) {
      const before = game.choices?.open();
      expect(before?.charges?.Reroll).toBe(left);
      expect(game.choices?.resolve("Reroll", undefined)).toBeUndefined();
      expect(game.choices?.open()?.id).not.toBe(before?.id);
    }
    const state = game.save?.();
    expect(game.choices?.resolve("Reroll", undefined)).toHaveProperty("noEffect");
    expect(game.save?.()).toEqual(state);
  });

  it("never offer a banished item again", () => {
    const game = started(2, { characterId: 3, arcId: 0 });
    cheat(game, "levelUp", { levels: 30 });
    const [, option] = game.choices?.open()?.options ?? [];
    const banished = (option as { id: string }).id;
    expect(game.choices?.resolve("Banish", 1)).toBeUndefined();
    expect(game.choices?.open()?.kind).toBe("levelup");
    for (let choice = game.choices?.open(); choice !== undefined; choice = game.choices?.open()) {
      expect(choice.options.map((option) => (option as { id: string }).id)).not.toContain(banished);
      game.choices?.resolve("Pick", 0);
    }
  });

  it("run out of upgrades without getting stuck", () => {
    const game = started();
    for (let round = 0; round < 3; round++) {
      cheat(game, "levelUp", { levels: 40 });
      pickFirst(game);
    }
    expect(game.choices?.open()).toBeUndefined();
  });
});

describe("cheats", () => {
  it("are nine", () => {
    expect(Object.keys(begin(1).cheats ?? {}).length).toBe(9);
  });

  it("setHp clamps from 1 to the maximum, and refuses to change nothing", () => {
    const game = started();
    expect(cheat(game, "setHp", { hp: -50 })).toBe("applied");
    expect(Math.floor(show(game).player.hp)).toBe(1);
    expect(game.phase()).toBe("running");
    expect(cheat(game, "setHp", { hp: 1e9 })).toBe("applied");
    expect(show(game).player.hp).toBe(120);
    expect(cheat(game, "setHp", { hp: 500 })).toContain("already");
  });

  it("spawnEnemies refuses a type without a pool here, and spawns one with", () => {
    const game = started();
    const before = show(game).enemiesTotal;
    expect(cheat(game, "spawnEnemies", { type: "toffeeSlug", count: 5 })).toContain("no pool");
    expect(show(game).enemiesTotal).toBe(before);
    expect(cheat(game, "spawnEnemies", { type: "gumdrop", count: 300 })).toBe("applied");
    expect(show(game).enemiesTotal).toBeGreaterThanOrEqual(before + 300);
    expect(cheat(game, "spawnEnemies", { type: "gumdrop", count: 500 })).toContain("room");
  });

  it("killAll counts the kills", () => {
    const game = started();
    const before = show(game);
    expect(cheat(game, "killAll")).toBe("applied");
    const { killsThisRun } = show(game).player;
    expect(killsThisRun).toBe(before.player.killsThisRun + before.enemiesTotal);
  });

  it("teleport refuses a point outside", () => {
    const game = started();
    expect(cheat(game, "teleport", { x: -10, y: 100 })).toContain("outside");
    expect(cheat(game, "teleport", { x: 1300, y: 1000 })).toBe("applied");
    expect(show(game).player).toMatchObject({ x: 1300, y: 1000 });
  });

  it("setInvulnerable shows, and keeps the player whole", () => {
    const game = started();
    expect(cheat(game, "setInvulnerable")).toBe("applied");
    expect(show(game).player.invulnerable).toBe(true);
    for (let tick = 0; tick < 1500; tick++) {
      pickFirst(game);
      game.tick(neutral);
    }
    expect(show(game).player.hp).toBe(show(game).player.maxHp);
  });
});

describe("segments", () => {
  it("go from quota to gates to the next segment, each with its stop, up to the boss and victory", () => {
    const game = started();
    cheat(game, "setInvulnerable");
    for (let segment = 0; segment < 3; segment++) {
      expect(show(game).run.segmentIndex).toBe(segment);
      expect(cheat(game, "completeQuota")).toBe("applied");
      expect(stopHolds(game, "quotaMet")).toBe(true);
      expect(show(game).run.gates[0]?.lockState).toBe("opening");
      tickUntil(game, "gateUnlocked");
      const gate = show(game).run.gates[0];
      expect(gate?.lockState).toBe("unlocked");
      cheat(game, "teleport", { x: gate?.x, y: gate?.y });
      expect(stopHolds(game, "segmentChanged")).toBe(true);
      game.tick(neutral);
      expect(stopHolds(game, "segmentChanged")).toBe(false);
    }
    expect(show(game).run.archetype).toBe("boss");
    expect(show(game).boss).toBeDefined();
    expect(cheat(game, "completeQuota")).toContain("boss");
    expect(cheat(game, "killAll")).toBe("applied");
    expect(game.phase()).toBe("over");
    expect(show(game).result).toMatchObject({ outcome: "victory", stars: 3 });
    expect(game.evaluate?.()).toMatchObject({ done: true, success: true });
  });

  it("meet a boss by cheat, with its stop, once", () => {
    const game = started();
    expect(cheat(game, "spawnBoss")).toBe("applied");
    expect(stopHolds(game, "bossSpawned")).toBe(true);
    expect(cheat(game, "spawnBoss")).toContain("already");
    expect(stopHolds(game, "bossSpawned")).toBe(false);
  });

  it("stop on hit points and level", () => {
    const game = started();
    expect(stopHolds(game, "hpBelow", 120)).toBe(false);
    expect(stopHolds(game, "hpBelow", 121)).toBe(true);
    expect(stopHolds(game, "levelReached", 2)).toBe(false);
    cheat(game, "levelUp");
    expect(stopHolds(game, "levelReached", 2)).toBe(true);
  });

  it("order the stops as they win", () => {
    const names = begin(1).stops?.map((stop) => stop.name);
    expect(names).toEqual(["hpBelow", "levelReached", "segmentChanged", "gateUnlocked", "bossSpawned", "quotaMet"]);
  });
});

describe("a toffee slug", () => {
  it("roots the player, whose input is then ignored", () => {
    const game = started(1, { characterId: 1, arcId: 1 });
    cheat(game, "setInvulnerable");
    cheat(game, "completeQuota");
    tickUntil(game, "gateUnlocked");
    const gate = show(game).run.gates[0];
    cheat(game, "teleport", { x: gate?.x, y: gate?.y });
    cheat(game, "spawnEnemies", { type: "toffeeSlug", count: 60 });
    for (let tick = 0; tick < 4000; tick++) {
      pickFirst(game);
      const rooted = (show(game).player.rootedTicks ?? 0) > 0;
      const outcome = game.tick({ moveX: 1, moveY: 0 });
      if (!rooted) continue;
      expect(outcome).toEqual({ ignored: "rooted" });
      return;
    }
    expect.unreachable("no slug came near");
  });
});

describe("saboteurs", () => {
  it.each(saboteurNames)("%s still plays", (name) => {
    const game = sabotage(begin(1), name);
    for (let tick = 0; tick < 120; tick++) {
      pickFirst(game);
      game.tick(neutral);
    }
    expect(game.phase()).toBe("running");
  });
});

function tickUntil(game: Candyrush, stop: string): void {
  for (let tick = 0; tick < 200; tick++) {
    pickFirst(game);
    game.tick(neutral);
    if (stopHolds(game, stop) === true) return;
  }
  expect.unreachable(`${stop} never held`);
}
