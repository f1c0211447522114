// All saboteurs of the tiny game, as one table.

import { betweenTicks } from "./between-ticks.js";
import { clocksAndChance } from "./clocks-and-chance.js";
import { goingBack } from "./going-back.js";
import { leftovers } from "./leftovers.js";
import type { Saboteur } from "./saboteur.js";

export const saboteurs: readonly Saboteur[] = [...clocksAndChance, ...betweenTicks, ...goingBack, ...leftovers];
