// The catalogues fit together.

import { describe, expect, it } from "vitest";
import { arcs } from "./arcs.js";
import { inactiveEffectCount, sceneEffects, sceneLoadErrorCount } from "./effects.js";
import { kindIndexOf } from "./enemies.js";

describe("the catalogue", () => {
  it("names only known enemies in the pools", () => {
    for (const segment of arcs.flatMap((arc) => arc.stages.flat())) {
      expect(segment.pool.length).toBeGreaterThan(0);
      for (const { type } of segment.pool) expect(kindIndexOf(type)).not.toBe(-1);
    }
  });

  it("ends each arc with one boss segment", () => {
    for (const { stages } of arcs) {
      expect(stages.at(-1)?.map((segment) => segment.archetype)).toEqual(["boss"]);
    }
  });

  it("has as many missing textures as a scene load prints errors, all in inactive effects", () => {
    const inactive = sceneEffects.filter((effect) => !effect.active);
    expect(inactive.length).toBe(inactiveEffectCount);
    expect(inactive.reduce((sum, effect) => sum + effect.missingTextures, 0)).toBe(sceneLoadErrorCount);
    expect(sceneEffects.filter((effect) => effect.active && effect.missingTextures > 0)).toEqual([]);
  });
});
