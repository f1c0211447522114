// What was given to a run around a tick, by its replay.

import type { Replay } from "@tickbridge/replay";

/** The rows of the streams around a tick, and the input in force in it. */
export interface Around {
  /** Missing while it is still the neutral one. */
  readonly inputInForce?: unknown;
  readonly inputs: Replay["inputs"];
  readonly choices: Replay["choices"];
  readonly cheats: Replay["cheats"];
}

const aroundTicks = 10;

export function aroundOf({ inputs, choices, cheats }: Replay, tick: number): Around {
  const isNear = ([at]: readonly [number, ...unknown[]]) => Math.abs(at - tick) <= aroundTicks;
  const inForce = inputs.findLast(([at]) => at <= tick);
  return {
    ...(inForce === undefined ? {} : { inputInForce: inForce[1] }),
    inputs: inputs.filter(isNear),
    choices: choices.filter(isNear),
    cheats: cheats.filter(isNear),
  };
}
