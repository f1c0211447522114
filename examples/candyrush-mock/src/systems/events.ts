// The newest happenings, summed by tick and kind, so that an agent that looks seldom still sees what went on.

import { capacity, type World } from "../world.js";

export const eventKinds = ["damageTaken", "kill", "pickup", "levelUp", "heal"] as const;
type EventKind = (typeof eventKinds)[number];

/** Notes `amount` of something in the current tick. The oldest entry makes room. */
export function noteEvent(world: World, kind: EventKind, amount: number): void {
  const { events, tick } = world;
  const code = eventKinds.indexOf(kind);
  for (let at = events.count - 1; at >= 0 && events.tick[at] === tick; at--) {
    if (events.kind[at] !== code) continue;
    events.amount[at] = (events.amount[at] as number) + amount;
    return;
  }
  if (events.count === capacity.events) {
    events.tick.copyWithin(0, 1);
    events.kind.copyWithin(0, 1);
    events.amount.copyWithin(0, 1);
    events.count--;
  }
  const at = events.count++;
  events.tick[at] = tick;
  events.kind[at] = code;
  events.amount[at] = amount;
}
