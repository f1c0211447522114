// For tests: beginning a run, answering choices, a policy that flees, and a snapshot with its types.

import { type Candyrush, createCandyrush, type Input, type StartOptions } from "../game.js";
import { flee } from "./flee.js";

export interface Shown {
  readonly player: {
    readonly x: number;
    readonly y: number;
    readonly hp: number;
    readonly maxHp: number;
    readonly level: number;
    readonly killsThisRun: number;
    readonly rootedTicks?: number;
    readonly invulnerable?: boolean;
  };
  readonly enemiesTotal: number;
  readonly enemiesInContact: number;
  readonly incomingContactDps: number;
  readonly enemies: readonly {
    readonly id: number;
    readonly x: number;
    readonly y: number;
    readonly vx: number;
    readonly vy: number;
    readonly type: string;
    readonly contactDamage: number;
  }[];
  readonly gemsTotal: number;
  readonly run: {
    readonly segmentIndex: number;
    readonly archetype: string;
    readonly quotaProgress: number;
    readonly quotaTarget: number;
    readonly gates: readonly { readonly x: number; readonly y: number; readonly lockState: string }[];
  };
  readonly boss?: { readonly id: number; readonly hp: number };
  readonly result?: { readonly outcome: string };
}

export function begin(seed: number, options: StartOptions = { characterId: 0, arcId: 0 }): Candyrush {
  const game = createCandyrush();
  void game.start(seed, options);
  return game;
}

export function show(game: Candyrush, maxEntities = 15): Shown {
  return game.snapshot({ maxEntities, since: 0 }) as Shown;
}

export function pickFirst(game: Candyrush): void {
  while (game.choices?.open() !== undefined) game.choices.resolve("Pick", 0);
}

/** Runs from what is near, and keeps off the edges. */
export function autopilot(game: Candyrush): (tick: number) => Input {
  let input: Input = { moveX: 0, moveY: 0 };
  return (tick) => {
    if (tick % 6 === 0) input = flee(show(game));
    return input;
  };
}
