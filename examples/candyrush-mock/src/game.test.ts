// The simulation keeps its promises to the SDK: reproducible, saved whole, shown without being changed.

import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { type Candyrush, createCandyrush, type Input } from "./game.js";
import { autopilot, begin, pickFirst, type Shown, show } from "./testing/play.js";

const neutral: Input = { moveX: 0, moveY: 0 };

function playTo(game: Candyrush, ticks: number, inputAt: (tick: number) => Input = () => neutral): void {
  for (let tick = 0; tick < ticks && game.phase() === "running"; tick++) {
    pickFirst(game);
    game.tick(inputAt(tick));
  }
}

/** Eight directions, changed every second or so. */
function wander(tick: number): Input {
  const turn = Math.floor(tick / 50) % 8;
  return { moveX: [1, 1, 0, -1, -1, -1, 0, 1][turn] ?? 0, moveY: [0, 1, 1, 1, 0, -1, -1, -1][turn] ?? 0 };
}

describe("determinism", () => {
  it("gives the same states for the same seed, in two games of one process", () => {
    const [first, second] = [begin(777001), begin(777001)];
    for (let round = 0; round < 20; round++) {
      playTo(first, 60, wander);
      playTo(second, 60, wander);
      expect(isDeepStrictEqual(first.save?.(), second.save?.())).toBe(true);
    }
  });

  it("gives other states for another seed", () => {
    const [first, second] = [begin(1), begin(2)];
    playTo(first, 60);
    playTo(second, 60);
    expect(isDeepStrictEqual(first.save?.(), second.save?.())).toBe(false);
  });

  it.each([1, 7, 333, 900, 1713, 4600, 5200])("plays on from a save at tick %i exactly as it would have", (at) => {
    const straight = begin(5);
    const resumed = createCandyrush();
    const inputAt = autopilot(straight);
    playTo(straight, at, inputAt);
    resumed.load?.(structuredClone(straight.save?.()) as never);
    for (let tick = 0; tick < 400 && straight.phase() === "running"; tick++) {
      pickFirst(straight);
      pickFirst(resumed);
      const input = inputAt(at + tick);
      straight.tick(input);
      resumed.tick(input);
      expect(isDeepStrictEqual(straight.save?.(), resumed.save?.())).toBe(true);
    }
  });

  it("loads a state into the very game that saved it, over and over", () => {
    const game = begin(9);
    playTo(game, 700, wander);
    const kept = game.save?.();
    playTo(game, 300, wander);
    const after = game.save?.();
    game.load?.(structuredClone(kept) as never);
    playTo(game, 300, wander);
    expect(isDeepStrictEqual(game.save?.(), after)).toBe(true);
  });
});

describe("save and snapshot", () => {
  it("change nothing", () => {
    const game = begin(3);
    const twin = begin(3);
    for (let tick = 0; tick < 600; tick++) {
      pickFirst(game);
      pickFirst(twin);
      game.snapshot({ maxEntities: tick % 3 === 0 ? Number.POSITIVE_INFINITY : 5, since: 0 });
      game.save?.();
      game.evaluate?.();
      game.availableActions?.();
      game.choices?.open();
      game.tick(wander(tick));
      twin.tick(wander(tick));
    }
    expect(isDeepStrictEqual(game.save?.(), twin.save?.())).toBe(true);
  });

  it("share nothing with the live state", () => {
    const game = begin(3);
    playTo(game, 300);
    const saved = game.save?.();
    const copy = structuredClone(saved);
    playTo(game, 300);
    expect(isDeepStrictEqual(saved, copy)).toBe(true);
  });

  it("hold plain data only", () => {
    const game = begin(3);
    playTo(game, 900);
    const visit = (value: unknown, path: string): void => {
      if (typeof value === "number") expect(Number.isFinite(value), path).toBe(true);
      if (ArrayBuffer.isView(value) || typeof value !== "object" || value === null) {
        expect(["number", "string", "boolean", "object"], path).toContain(typeof value);
        return;
      }
      expect([Object.prototype, Array.prototype], path).toContain(Object.getPrototypeOf(value));
      for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`);
    };
    visit(game.save?.(), "");
    visit(game.snapshot({ maxEntities: Number.POSITIVE_INFINITY, since: 0 }), "");
  });
});

describe("the snapshot", () => {
  it("lists the nearest, nearest first, and totals everything", () => {
    const game = begin(4);
    playTo(game, 1500);
    const all = show(game, Number.POSITIVE_INFINITY);
    const few = show(game, 6);
    expect(all.enemies.length).toBe(all.enemiesTotal);
    expect(few.enemies).toEqual(all.enemies.slice(0, 6));
    expect(few.enemiesTotal).toBe(all.enemiesTotal);
    expect(few.enemiesInContact).toBe(all.enemiesInContact);
    const distances = all.enemies.map((enemy) => distanceOf(enemy, all.player));
    expect(distances).toEqual([...distances].sort((left, right) => left - right));
    expect(show(game, 0).enemies).toEqual([]);
  });

  it("gives each enemy an id of its own, at any time", () => {
    const game = begin(4);
    for (let round = 0; round < 20; round++) {
      playTo(game, 60, wander);
      const ids = show(game, Number.POSITIVE_INFINITY).enemies.map((enemy) => enemy.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("shows velocities as the way really gone in the last tick", () => {
    const game = begin(4);
    playTo(game, 900, wander);
    const before = new Map(show(game, Number.POSITIVE_INFINITY).enemies.map((enemy) => [enemy.id, enemy]));
    pickFirst(game);
    game.tick(neutral);
    for (const enemy of show(game, Number.POSITIVE_INFINITY).enemies) {
      const was = before.get(enemy.id);
      if (was === undefined) continue;
      expect(enemy.vx).toBe(enemy.x - was.x);
      expect(enemy.vy).toBe(enemy.y - was.y);
    }
  });

  it("rates contact damage per tick", () => {
    const game = begin(6);
    for (let tick = 0; tick < 3000 && game.phase() === "running"; tick++) {
      pickFirst(game);
      game.tick(neutral);
      const { incomingContactDps, enemiesInContact, enemies } = show(game, Number.POSITIVE_INFINITY);
      if (enemiesInContact === 0) {
        expect(incomingContactDps).toBe(0);
        continue;
      }
      const hardest = Math.max(...enemies.map((enemy) => enemy.contactDamage));
      expect(incomingContactDps).toBeGreaterThan(0);
      expect(incomingContactDps).toBeLessThanOrEqual((enemiesInContact * hardest) / 45);
    }
  });

  it("leaves out what does not apply", () => {
    expect(createCandyrush().snapshot({ maxEntities: 15, since: 0 })).toHaveProperty("characters");
    expect(createCandyrush().snapshot({ maxEntities: 15, since: 0 })).not.toHaveProperty("player");
    const snapshot = begin(1).snapshot({ maxEntities: 15, since: 0 });
    expect(snapshot).not.toHaveProperty("boss");
    expect(snapshot).not.toHaveProperty("result");
  });
});

describe("a run", () => {
  it("lives past tick 1800 with no input on seed 777001, and dies in the end", () => {
    const game = begin(777001);
    playTo(game, 1800);
    expect(game.phase()).toBe("running");
    playTo(game, 20_000);
    expect(game.phase()).toBe("over");
    const { result, player } = show(game, 0);
    expect(result).toMatchObject({ outcome: "death" });
    expect(player.hp).toBe(0);
    expect(game.evaluate?.()).toMatchObject({ done: true, failed: true, success: false });
  });

  it("starts in Node with every character and arc, and prints nothing", () => {
    for (let characterId = 0; characterId < 4; characterId++) {
      for (let arcId = 0; arcId < 3; arcId++) {
        const game = begin(8, { characterId, arcId });
        playTo(game, 120, wander);
        expect(game.phase()).toBe("running");
      }
    }
  });

  it("lists thirty inactive effects among those of the scene", () => {
    const audit = createCandyrush().audits?.vfx?.() ?? {};
    const { effects } = audit as { effects: { path: string; active: boolean }[] };
    expect(effects.filter((effect) => !effect.active).length).toBe(30);
    expect(new Set(effects.map((effect) => effect.path)).size).toBe(effects.length);
  });
});

function distanceOf(enemy: { x: number; y: number }, player: Shown["player"]): number {
  const dx = enemy.x - player.x;
  const dy = enemy.y - player.y;
  return dx * dx + dy * dy;
}
