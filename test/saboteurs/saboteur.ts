// What a row of the table of saboteurs holds.

import type { Harm, TinyWorld } from "./tiny-game.js";

/** Each is general: none knows of any saboteur. */
export type DetectorName = "tripwire" | "async" | "read" | "selfCheck" | "localise" | "doctor" | "refused" | "threw";

/** What must be found of a saboteur. */
export interface Expected {
  readonly name: string;
  /** What it does wrong, in a few words. */
  readonly what: string;
  /** The detector that must catch it. */
  readonly detector: DetectorName;
  /** The tick, or the boundary, that the detector must give. */
  readonly tick: number;
  /** What the report must hold: a path of the state, or what was called. */
  readonly named: string;
}

/** A saboteur of the tiny game. */
export interface Saboteur extends Expected {
  readonly harm: Harm;
  /** For a page: what it does when a frame is drawn. */
  readonly render?: (world: TinyWorld) => void;
}
