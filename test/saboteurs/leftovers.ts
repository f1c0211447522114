// Saboteurs in which one run leaves something to the next, and such as a replay or the state check meets.

import type { Saboteur } from "./saboteur.js";
import { type Harm, harmTick, inTick, perGame, type TinyInput } from "./tiny-game.js";

const again = (name: string, what: string, tick: number, named: string, harm: Harm): Saboteur => ({
  name,
  what,
  detector: "doctor",
  tick,
  named,
  harm,
});

const refused = (name: string, what: string, named: string, value: () => unknown): Saboteur => ({
  name,
  what,
  detector: "refused",
  tick: harmTick,
  named,
  harm: (game) => ({
    save: () => {
      const { tick, ...state } = game.save();
      return Object.assign({ tick, ...state }, tick < harmTick ? {} : { part: [value()] });
    },
  }),
});

export const leftovers: readonly Saboteur[] = [
  again(
    "moduleCounter",
    "a counter of the module names what comes",
    harmTick,
    "again /foes/fly 0",
    perGame(moduleCounter),
  ),
  again("keptInput", "start enqueues the last input of the run before", 1, "again /x", perGame(keptInput)),
  again(
    "oldObject",
    "an object of a pool keeps what the run before left in it",
    harmTick,
    "again /foes/fly/x",
    perGame(pooled),
  ),
  again("grownList", "a list of the module grows from run to run", harmTick, "again /hp", perGame(grownList)),
  again(
    "patchedGlobal",
    "a library replaces a global function for good",
    harmTick,
    "again /hp",
    perGame(patchedGlobal),
  ),
  again(
    "sharedDefaults",
    "a run begins with an object that the run before has changed",
    0,
    "again /hp",
    perGame(sharedDefaults),
  ),
  {
    name: "surroundings",
    what: "takes an environment variable, or the time zone, into the state",
    detector: "doctor",
    tick: harmTick,
    named: "time-zone /hp",
    harm: inTick((world) => {
      world.hp += zoneFromBefore.call(new Date(0));
    }),
  },
  refused("dateInState", "keeps a Date in the state", "/part/0", () => new Date(0)),
  refused("functionInState", "keeps a function in the state", "/part/0", () => () => 1),
  refused("classInState", "keeps an instance of a class in the state", "/part/0", () => new (class Foe {})()),
  refused("getterInState", "keeps a getter in the state", "/part/0/now", () => ({
    get now() {
      return 1;
    },
  })),
  refused("holesInState", "keeps a list with holes in the state", "/part/0", () => new Array(2)),
  refused("symbolInState", "keeps a symbol in the state", "/part/0", () => Symbol("foe")),
  {
    name: "changedInput",
    what: "writes into its input",
    detector: "threw",
    tick: harmTick,
    named: "read only",
    harm: (game, live) => ({
      tick(input) {
        if (live().tick + 1 === harmTick) (input as { move: number }).move = 1;
        game.tick(input);
      },
    }),
  },
];

const zoneFromBefore = Date.prototype.getTimezoneOffset;

function moduleCounter(): Harm {
  let count = 0;
  return inTick((world) => void world.foes.set(`fly ${count++}`, { x: 0 }));
}

function keptInput(): Harm {
  let kept: TinyInput | undefined;
  let pending: TinyInput | undefined;
  return (game) => ({
    start(seed, options) {
      pending = kept;
      return game.start(seed, options);
    },
    tick(input) {
      const taken = pending ?? input;
      pending = undefined;
      if (input.move !== 0) kept = input;
      game.tick(taken);
    },
  });
}

function pooled(): Harm {
  const fly = { x: 0 };
  return inTick((world) => {
    fly.x += world.x + 1;
    world.foes.set("fly", fly);
  });
}

function grownList(): Harm {
  const seen: number[] = [];
  return inTick((world) => {
    world.hp -= seen.push(world.x);
  });
}

function patchedGlobal(): Harm {
  const library: { round: (value: number) => number } = { round: Math.floor };
  return inTick((world) => {
    world.hp -= library.round(1.5);
    library.round = Math.ceil;
  });
}

function sharedDefaults(): Harm {
  const defaults = { hp: 100 };
  return (game, live) => ({
    start(seed, options) {
      game.start(seed, options);
      live().hp = defaults.hp;
    },
    tick(input) {
      game.tick(input);
      if (live().tick === harmTick) defaults.hp--;
    },
  });
}
