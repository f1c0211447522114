// The visual effects of the scene. The pooled ones wait for a season and stay inactive; their emitters name textures
// that do not ship, which the scene load reports, all in one burst: the subject of the audit tutorial.

export interface EffectSpec {
  readonly path: string;
  readonly active: boolean;
  /** How many of its emitters name a texture that is missing. */
  readonly missingTextures: number;
}

const living = [
  "HitSpark",
  "KillBurst",
  "GemGlint",
  "LevelRing",
  "GateGlow",
  "BossAura",
  "ZapArc",
  "TrapBurst",
  "SherbetFizz",
];
const pooled = ["SugarBurst", "FrostingRing", "CaramelSplash"];
const copiesEach = 10;
const missingEach = 9;

/** Errors that one scene load in a page prints with console.error. */
export const sceneLoadErrorCount = 277;
export const inactiveEffectCount = pooled.length * copiesEach;

const remainder = sceneLoadErrorCount - inactiveEffectCount * missingEach;

export const sceneEffects: readonly EffectSpec[] = [
  ...living.map((name) => ({ path: `Scene/Effects/${name}`, active: true, missingTextures: 0 })),
  ...Array.from({ length: inactiveEffectCount }, (_none, at) => ({
    path: `Scene/Effects/Pool/${pooled[Math.floor(at / copiesEach)]} (${(at % copiesEach) + 1})`,
    active: false,
    missingTextures: missingEach + (at < remainder ? 1 : 0),
  })),
];
