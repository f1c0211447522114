// Each saboteur does break what it says, so that a detector that stays silent is at fault.

import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { type Candyrush, createCandyrush } from "./game.js";
import { type SaboteurName, sabotage, sabotageTick } from "./saboteurs.js";
import { pickFirst } from "./testing/play.js";

const neutral = { moveX: 0, moveY: 0 };
const right = { moveX: 1, moveY: 0 };

function broken(name: SaboteurName): Candyrush {
  return sabotage(createCandyrush(), name);
}

function run(game: Candyrush, ticks: number, input = neutral): unknown {
  void game.start(7, { characterId: 0, arcId: 0 });
  advance(game, ticks, input);
  return game.save?.();
}

function advance(game: Candyrush, ticks: number, input = neutral): void {
  for (let tick = 0; tick < ticks; tick++) {
    pickFirst(game);
    game.tick(input);
  }
}

const same = (left: unknown, other: unknown): boolean => isDeepStrictEqual(left, other);

/** Saves, plays on, goes back and plays on again. */
function staysEqualAfterLoad(game: Candyrush): boolean {
  run(game, 400);
  const saved = structuredClone(game.save?.());
  advance(game, 150);
  const straight = game.save?.();
  game.load?.(saved as never);
  advance(game, 150);
  return same(game.save?.(), straight);
}

describe("the saboteur", () => {
  it.each(["mathRandom", "moduleCounter"] as const)("%s makes two runs of one process differ", (name) => {
    expect(same(run(broken(name), sabotageTick - 1), run(broken(name), sabotageTick - 1))).toBe(true);
    expect(same(run(broken(name), sabotageTick), run(broken(name), sabotageTick))).toBe(false);
  });

  it("dateNow puts the clock into the state", () => {
    const { player } = run(broken("dateNow"), sabotageTick) as { player: { xp: number } };
    expect(Number.isInteger(player.xp)).toBe(false);
  });

  it.each(["missingField", "sortedKeys"] as const)("%s makes a load go astray", (name) => {
    expect(staysEqualAfterLoad(broken(name))).toBe(false);
  });

  it("none of them: a load stays on the way", () => {
    expect(staysEqualAfterLoad(createCandyrush())).toBe(true);
  });

  it("cosmeticDraw makes looking change the state", () => {
    const game = broken("cosmeticDraw");
    const before = run(game, sabotageTick);
    game.snapshot({ maxEntities: 15, since: 0 });
    expect(same(game.save?.(), before)).toBe(false);
  });

  it("cameraState puts the window into the state", () => {
    expect(run(broken("cameraState"), sabotageTick)).toHaveProperty("cameraWidth");
  });

  it("nativeMath changes the state", () => {
    expect(same(run(broken("nativeMath"), sabotageTick), run(createCandyrush(), sabotageTick))).toBe(false);
  });

  it("asyncMicrotask changes the state between two ticks", async () => {
    const game = broken("asyncMicrotask");
    const before = run(game, sabotageTick);
    await Promise.resolve();
    expect(same(game.save?.(), before)).toBe(false);
  });

  it("keptInput carries an input into the next run", () => {
    const game = broken("keptInput");
    const first = run(game, 5);
    run(game, 5, right);
    expect(same(run(game, 5), first)).toBe(false);
  });
});
