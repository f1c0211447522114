// What must be found of the example's own saboteurs.

import { type SaboteurName, sabotageTick } from "../../examples/candyrush-mock/src/saboteurs.js";
import type { Expected } from "./saboteur.js";

type Row = readonly [name: SaboteurName, what: string, detector: Expected["detector"], tick: number, named: string];

const rows: readonly Row[] = [
  ["mathRandom", "uses Math.random in a tick", "tripwire", sabotageTick, "Math.random"],
  ["dateNow", "uses the clock in a tick", "tripwire", sabotageTick, "Date.now"],
  ["nativeMath", "aims with native atan2 and sin, floored to a very fine tile", "tripwire", sabotageTick, "Math.atan2"],
  ["asyncMicrotask", "a promise changes the state after the tick", "async", sabotageTick, "/player/xp"],
  ["cosmeticDraw", "snapshots draw from the simulation's stream", "read", sabotageTick, "snapshot /stream/state/0"],
  ["missingField", "save leaves a field out; the draw that it decides parts first", "selfCheck", 4, "/stream/state/0"],
  ["sortedKeys", "load sorts the keys of a record", "selfCheck", 0, "/charms"],
  ["moduleCounter", "a counter of the process orders enemies", "doctor", sabotageTick, "/enemies/x/0"],
  ["keptInput", "start enqueues the last input of the run before", "doctor", 1, "again /player/x"],
];

export const exampleSaboteurs: readonly (Expected & { readonly name: SaboteurName })[] = rows.map(
  ([name, what, detector, tick, named]) => ({ name, what, detector, tick, named }),
);
