// What a tick derives from the state and may keep between ticks only where it is a pure function of the state:
// never saved, dropped after a load.

import { arena, capacity } from "../world.js";

const cells = arena.columns * arena.rows;

export interface Caches {
  /** The obstacle list that `blocked` was made of; another array means that it is stale. */
  blockedOf: Int32Array | null;
  /** 1 where an obstacle stands. */
  readonly blocked: Uint8Array;
  /** The player's cell that the flow field leads to; -1 when stale. */
  flowCell: number;
  /** Steps to the player's cell; -1 where there is no way. */
  readonly distance: Int16Array;
  /** 1 where a straight line to the player's cell meets no obstacle. */
  readonly clear: Uint8Array;
  readonly frontier: Int16Array;
  /** Enemies by cell, as linked lists: first of a cell, next of an enemy; -1 ends a list. */
  readonly firstInCell: Int16Array;
  readonly nextInCell: Int16Array;
  readonly cellOf: Int16Array;
  /** Where each enemy was when the tick began, and where it wants to go. */
  readonly fromX: Float64Array;
  readonly fromY: Float64Array;
  readonly wishX: Float64Array;
  readonly wishY: Float64Array;
  readonly pushX: Float64Array;
  readonly pushY: Float64Array;
  /** Indices of enemies found by a query. */
  readonly found: Int16Array;
}

export function newCaches(): Caches {
  const column = () => new Float64Array(capacity.enemies);
  return {
    blockedOf: null,
    blocked: new Uint8Array(cells),
    flowCell: -1,
    distance: new Int16Array(cells),
    clear: new Uint8Array(cells),
    frontier: new Int16Array(cells),
    firstInCell: new Int16Array(cells),
    nextInCell: new Int16Array(capacity.enemies),
    cellOf: new Int16Array(capacity.enemies),
    fromX: column(),
    fromY: column(),
    wishX: column(),
    wishY: column(),
    pushX: column(),
    pushY: column(),
    found: new Int16Array(capacity.enemies),
  };
}
