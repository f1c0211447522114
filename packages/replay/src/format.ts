// The replay: the one place that defines what the format holds.

import type { JsonValue } from "./canonical.js";
import type { StateHash } from "./state-hash.js";

export const replayFormat = "tickbridge-replay";
export const replayVersion = 1;
/** Ticks between two recorded hashes. */
export const hashEvery = 60;

/** What the hashes cover: the whole state (`save`), or only the unlimited snapshot. */
export type Evidence = "state" | "snapshot";

/** A recorded run: what makes it run again, and the hashes that it must then meet. */
export interface Replay {
  readonly format: typeof replayFormat;
  readonly version: number;
  readonly game: { readonly id: string; readonly build: string };
  /** At least 1. */
  readonly ticksPerSecond: number;
  /** The id of the maths that the game uses. */
  readonly math: string;
  readonly seed: number;
  /** The start options. */
  readonly options: JsonValue;
  readonly ticks: number;
  /** Whether `cheats` or `fault.cheats` has any. */
  readonly cheated: boolean;
  readonly evidence: Evidence;
  /** Strictly rising, 1..ticks, changes only. */
  readonly inputs: readonly (readonly [tick: number, input: JsonValue])[];
  /** In order, 1..ticks. */
  readonly cheats: readonly (readonly [tick: number, name: string, args: JsonValue])[];
  /** In order, 0..ticks; `index` is null for an action that takes none. */
  readonly choices: readonly (readonly [tick: number, action: string, index: number | null])[];
  /** The hashes at ticks 0, 60, 120, …: exactly floor(ticks / 60) + 1. */
  readonly hashes: { readonly every: typeof hashEvery; readonly values: readonly StateHash[] };
  /** The hash at export, after the choices at boundary `ticks`. */
  readonly final: StateHash;
  /** Set when the tick after `ticks` threw: verification must see it throw again. `tick` is `ticks + 1`. */
  readonly fault?: {
    readonly tick: number;
    readonly input: JsonValue;
    readonly cheats: readonly (readonly [name: string, args: JsonValue])[];
    readonly message: string;
  };
  /** Who made it and when: free, left out of the content hash. */
  readonly provenance?: { readonly [key: string]: JsonValue };
}
