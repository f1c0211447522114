// Saboteurs that go astray where a state is saved, loaded or gone back to.

import { drawFloat } from "@tickbridge/bridge";
import type { DetectorName, Saboteur } from "./saboteur.js";
import { type Harm, harmTick, inTick, type TinyWorld } from "./tiny-game.js";

type Row = readonly [name: string, what: string, detector: DetectorName, tick: number, named: string, harm: Harm];

/** Changes what save gives, or what load is given. */
const saves =
  (change: (state: TinyWorld) => TinyWorld): Harm =>
  (game) => ({
    save: () => change(game.save()),
  });
const loads =
  (change: (state: TinyWorld) => TinyWorld): Harm =>
  (game) => ({
    load: (state) => game.load(change(state)),
  });

const sorted = (charms: Record<string, number>) =>
  Object.fromEntries(Object.entries(charms).sort(([left], [right]) => (left < right ? -1 : 1)));

const rows: readonly Row[] = [
  ["missingField", "save leaves out what decides a later tick", "selfCheck", harmTick, "/hp", missingField()],
  ["unsavedStream", "a second stream of random numbers is not saved", "selfCheck", harmTick, "/hp", unsavedStream()],
  ["loadCounter", "counts how often it was loaded", "selfCheck", 1, "/hp", loadCounter()],
  [
    "sortedKeys",
    "load sorts the keys of a record",
    "selfCheck",
    0,
    "/charms",
    loads((state) => ({ ...state, charms: sorted(state.charms) })),
  ],
  [
    "sortedMap",
    "load sorts the entries of a Map",
    "selfCheck",
    5,
    "/foes",
    loads((state) => ({ ...state, foes: new Map([...state.foes].sort()) })),
  ],
  ["jsonState", "load goes through JSON, which loses -0", "selfCheck", harmTick, "/x", jsonState(-0)],
  ["jsonNan", "load goes through JSON, which loses NaN", "selfCheck", harmTick, "/x", jsonState(Number.NaN)],
  [
    "oldChecksum",
    "the state holds a checksum that was taken before the rewind",
    "selfCheck",
    harmTick,
    "/sum",
    oldChecksum(),
  ],
  [
    "keptKeyframe",
    "load goes back to a keyframe of its own, whatever it is given",
    "selfCheck",
    0,
    "/tick",
    keptKeyframe(),
  ],
  ["lateEvidence", "save gives the state of the tick before", "selfCheck", 1, "/tick", lateEvidence()],
  ["liveState", "save gives the live state away", "selfCheck", 0, "at its root", (_game, live) => ({ save: live })],
  [
    "livePart",
    "save gives a part of the live state away",
    "selfCheck",
    0,
    "/heights",
    (game, live) => ({ save: () => ({ ...game.save(), heights: live().heights }) }),
  ],
  ["drawingSave", "save draws from the simulation's stream", "read", 0, "save /stream/state/0", drawingSave()],
  [
    "firstKey",
    "the order of keys that a load has sorted decides, and save hides it",
    "doctor",
    harmTick,
    "loads /hp",
    firstKey(),
  ],
  ["staleCache", "a cache that decides is not rebuilt by load", "selfCheck", harmTick, "/hp", staleCache()],
  [
    "roundedState",
    "save rounds, to be small",
    "doctor",
    5,
    "loads /foes/wasp/x",
    saves((state) => ({ ...state, x: Math.round(state.x * 4) / 4 })),
  ],
];

function missingField(): Harm {
  let debt = 0;
  return (game, live) => ({
    start(seed, options) {
      debt = 0;
      return game.start(seed, options);
    },
    tick(input) {
      game.tick(input);
      debt++;
      if (live().tick === harmTick) live().hp -= debt;
    },
  });
}

function firstKey(): Harm {
  let order: Record<string, number> = {};
  return (game, live) => ({
    start(seed, options) {
      order = { zest: 3, apple: 1 };
      return game.start(seed, options);
    },
    tick(input) {
      game.tick(input);
      if (live().tick !== harmTick) return;
      for (const name in order) {
        live().hp -= order[name] as number;
        break;
      }
    },
    save: () => ({ ...game.save(), order: sorted(order) }),
    load(state) {
      const { order: saved, ...rest } = state as TinyWorld & { order: Record<string, number> };
      order = saved;
      game.load(rest);
    },
  });
}

function jsonState(value: number): Harm {
  return (game, live) => ({
    ...inTick((world) => {
      world.x = value;
    })(game, live),
    load: (state) => game.load({ ...state, x: JSON.parse(JSON.stringify([state.x]))[0] }),
  });
}

function staleCache(): Harm {
  let nearest: number | undefined;
  return (game, live) => ({
    start(seed, options) {
      nearest = undefined;
      return game.start(seed, options);
    },
    tick(input) {
      game.tick(input);
      nearest ??= live().x;
      if (live().tick !== harmTick) return;
      live().hp -= nearest;
      nearest = undefined;
    },
  });
}

function oldChecksum(): Harm {
  let checksum = 0;
  return (game, live) => ({
    tick(input) {
      game.tick(input);
      if (live().tick <= harmTick) checksum = live().x;
    },
    save: () => {
      const state = game.save();
      return state.tick < harmTick ? state : ({ ...state, sum: checksum } as TinyWorld);
    },
    load: (state) => {
      checksum += 0.5;
      const { sum: _sum, ...rest } = state as TinyWorld & { sum?: number };
      game.load(rest);
    },
  });
}

function keptKeyframe(): Harm {
  let kept: TinyWorld | undefined;
  return (game, live) => ({
    start(seed, options) {
      kept = undefined;
      return game.start(seed, options);
    },
    tick(input) {
      game.tick(input);
      if (live().tick === harmTick) kept = structuredClone(live());
    },
    load: (state) => game.load(structuredClone(kept ?? state)),
  });
}

function lateEvidence(): Harm {
  let before: TinyWorld | undefined;
  return (game, live) => ({
    start(seed, options) {
      before = undefined;
      return game.start(seed, options);
    },
    tick(input) {
      before = structuredClone(live());
      game.tick(input);
    },
    save: () => structuredClone(before ?? live()),
  });
}

function drawingSave(): Harm {
  return (game, live) => ({
    save() {
      drawFloat(live().stream);
      return game.save();
    },
  });
}

function unsavedStream(): Harm {
  let dice = 1;
  return (game, live) => ({
    start(seed, options) {
      dice = seed;
      return game.start(seed, options);
    },
    tick(input) {
      game.tick(input);
      dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0;
      if (live().tick === harmTick) live().hp -= dice % 97;
    },
  });
}

function loadCounter(): Harm {
  let loadCount = 0;
  return (game, live) => ({
    start(seed, options) {
      loadCount = 0;
      return game.start(seed, options);
    },
    tick(input) {
      game.tick(input);
      live().hp -= loadCount;
    },
    load(state) {
      loadCount++;
      game.load(state);
    },
  });
}

export const goingBack: readonly Saboteur[] = rows.map(([name, what, detector, tick, named, harm]) => ({
  name,
  what,
  detector,
  tick,
  named,
  harm,
}));
