// Test-only: ways to break determinism, one at a time, for the tests of the detectors. Each wraps the game through its
// port and does its harm at `sabotageTick`, or as its description says.

import { drawFloat } from "@tickbridge/bridge";
import type { Candyrush, Input } from "./game.js";
import type { SavedWorld } from "./save.js";

export const sabotageTick = 90;

interface Saboteur {
  readonly description: string;
  readonly wrap: (game: Candyrush) => Candyrush;
}

/** Changes the live state through the port. */
function change(game: Candyrush, edit: (state: SavedWorld) => void): void {
  const state = stateOf(game);
  edit(state);
  game.load?.(state);
}

function stateOf(game: Candyrush): SavedWorld {
  const state = game.save?.();
  if (state === undefined) throw new Error("the game does not save");
  return state;
}

function addXp({ player }: SavedWorld, amount: number): void {
  player.xp += amount;
}

/** Runs `harm` after each tick that `when` names. */
function afterTick(
  game: Candyrush,
  harm: (state: SavedWorld) => void,
  when: (tick: number) => boolean = (tick) => tick === sabotageTick,
): Candyrush {
  return {
    ...game,
    tick(input) {
      const outcome = game.tick(input);
      if (when(stateOf(game).tick)) change(game, harm);
      return outcome;
    },
  };
}

let startsInThisProcess = 0;

function orderByCounter(game: Candyrush): Candyrush {
  const harmed = afterTick(game, ({ enemies }) => {
    if (startsInThisProcess % 2 === 1 || enemies.count < 2) return;
    const first = enemies.x[0] as number;
    enemies.x[0] = enemies.x[1] as number;
    enemies.x[1] = first;
  });
  return {
    ...harmed,
    start(seed, options) {
      startsInThisProcess++;
      return game.start(seed, options);
    },
  };
}

function forgetField(game: Candyrush): Candyrush {
  let spawnDebt = 0;
  return {
    ...game,
    tick(input) {
      const outcome = game.tick(input);
      ({ spawnDebt } = stateOf(game).run);
      return outcome;
    },
    save() {
      const state = stateOf(game);
      return { ...state, run: { ...state.run, spawnDebt: 0 } };
    },
    load: (state) => game.load?.({ ...state, run: { ...state.run, spawnDebt } }),
  };
}

type WithCharms = SavedWorld & { charms?: Record<string, number> };

/** Keeps a record of its own whose first key matters, and lets a load sort it. */
function sortKeys(game: Candyrush): Candyrush {
  const fresh = (): Record<string, number> => ({ zest: 1, apple: 0 });
  let charms = fresh();
  const harmed = afterTick(
    game,
    ({ player }) => {
      for (const charm in charms) {
        player.gemsCollected += charms[charm] as number;
        break;
      }
    },
    (tick) => tick >= sabotageTick,
  );
  return {
    ...harmed,
    start(seed, options) {
      charms = fresh();
      return game.start(seed, options);
    },
    save: (): WithCharms => ({ ...stateOf(game), charms: { ...charms } }),
    load(state: WithCharms) {
      const { charms: saved = fresh(), ...rest } = state;
      charms = Object.fromEntries(Object.entries(saved).sort(([left], [right]) => (left < right ? -1 : 1)));
      game.load?.(rest);
    },
  };
}

function watchCamera(game: Candyrush): Candyrush {
  const page = globalThis as { readonly innerWidth?: number };
  return {
    ...game,
    save() {
      const state = stateOf(game);
      return state.tick < sabotageTick ? state : { ...state, cameraWidth: page.innerWidth ?? 0 };
    },
    load(state: SavedWorld & { cameraWidth?: number }) {
      const { cameraWidth: _width, ...rest } = state;
      game.load?.(rest);
    },
  };
}

function drawForShow(game: Candyrush): Candyrush {
  return {
    ...game,
    snapshot(view) {
      const running = game.phase() === "running" && stateOf(game).tick >= sabotageTick;
      if (running) change(game, ({ stream }) => void drawFloat(stream));
      return game.snapshot(view);
    },
  };
}

function keepInput(game: Candyrush): Candyrush {
  let kept: Input | undefined;
  let pending: Input | undefined;
  return {
    ...game,
    start(seed, options) {
      pending = kept;
      return game.start(seed, options);
    },
    tick(input) {
      const taken = pending ?? input;
      pending = undefined;
      if (input.moveX !== 0 || input.moveY !== 0) kept = input;
      return game.tick(taken);
    },
  };
}

function changeLater(game: Candyrush): Candyrush {
  return {
    ...game,
    tick(input) {
      const outcome = game.tick(input);
      if (stateOf(game).tick === sabotageTick) {
        void Promise.resolve().then(() => change(game, (state) => addXp(state, 0.5)));
      }
      return outcome;
    },
  };
}

const saboteurs = {
  mathRandom: {
    description: "uses Math.random in a tick",
    wrap: (game) => afterTick(game, (state) => addXp(state, Math.random())),
  },
  dateNow: {
    description: "uses the clock in a tick",
    wrap: (game) => afterTick(game, (state) => addXp(state, (Date.now() % 9973) / 9973)),
  },
  missingField: { description: "save leaves a field out; load keeps what was there", wrap: forgetField },
  cosmeticDraw: { description: "each snapshot from the tick on draws from the simulation's stream", wrap: drawForShow },
  moduleCounter: {
    description: "a counter of the process orders enemies differently in every second run",
    wrap: orderByCounter,
  },
  sortedKeys: {
    description: "from the tick on, the first key of a record matters, and a load sorts the record",
    wrap: sortKeys,
  },
  cameraState: { description: "from the tick on, the state holds the width of the window", wrap: watchCamera },
  nativeMath: {
    description: "from the tick on, aims with native atan2 and sin, floored to a very fine tile",
    wrap: (game) =>
      afterTick(
        game,
        (state) => {
          const angle = Math.atan2(state.player.y + state.tick, state.player.x) + Math.sin(state.tick);
          addXp(state, (Math.floor(angle * 1e15) % 1000) / 100_000);
        },
        (tick) => tick >= sabotageTick,
      ),
  },
  asyncMicrotask: { description: "a promise changes the state after the tick", wrap: changeLater },
  keptInput: { description: "start enqueues the last input of the run before for tick 1", wrap: keepInput },
} satisfies Readonly<Record<string, Saboteur>>;

export type SaboteurName = keyof typeof saboteurs;
export const saboteurNames = Object.keys(saboteurs) as readonly SaboteurName[];

export function isSaboteurName(name: string): name is SaboteurName {
  return Object.hasOwn(saboteurs, name);
}

/** The game, broken in one way. */
export function sabotage(game: Candyrush, name: SaboteurName): Candyrush {
  return saboteurs[name].wrap(game);
}
