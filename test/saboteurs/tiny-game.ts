// The game that every saboteur of this folder breaks in one way: a few lines that use all kinds of state, repeat exactly
// and save, load and read as they should.

import { drawFloat, type GameDefinition, type RandomStream, randomStream } from "@tickbridge/bridge";

export interface TinyWorld {
  tick: number;
  x: number;
  hp: number;
  stream: RandomStream;
  /** By id, in the order in which they came. */
  foes: Map<string, { x: number }>;
  charms: Record<string, number>;
  heights: Float64Array;
}

export interface TinyInput {
  readonly move: number;
}

type NoOptions = Record<string, never>;

export interface TinyGame extends GameDefinition<TinyInput, NoOptions, TinyWorld> {
  start(seed: number, options: NoOptions): void;
  save(): TinyWorld;
  load(state: TinyWorld): void;
}

/** Breaks a game through its port: what it returns stands in the place of the game's own parts. */
export type Harm = (game: TinyGame, live: () => TinyWorld) => Partial<TinyGame>;

/** The tick in which a saboteur does its harm, unless its nature is another. */
export const harmTick = 7;

function newWorld(seed: number): TinyWorld {
  return {
    tick: 0,
    x: 0,
    hp: 100,
    stream: randomStream(seed),
    foes: new Map([["wasp", { x: 5 }]]),
    charms: { zest: 1, apple: 2 },
    heights: new Float64Array(4),
  };
}

function advance(world: TinyWorld, move: number): void {
  world.tick++;
  world.x += move;
  world.heights[world.tick % 4] = drawFloat(world.stream);
  if (world.tick % 5 === 0) world.foes.set(`ant ${world.tick}`, { x: drawFloat(world.stream) * 10 });
  for (const foe of world.foes.values()) foe.x += (world.x - foe.x) / 16;
  for (const charm in world.charms) world.x += (world.charms[charm] as number) / 64;
  if (world.tick % 10 === 0) world.hp--;
}

/** A whole game; with `harm`, a broken one. */
export function createTinyGame(harm?: Harm): TinyGame {
  let world: TinyWorld | undefined;
  const live = (): TinyWorld => {
    if (world === undefined) throw new Error("no run");
    return world;
  };
  const game: TinyGame = {
    id: "tiny",
    build: "tiny-1",
    ticksPerSecond: 60,
    input: {
      jsonSchema: {
        type: "object",
        properties: { move: { type: "number" } },
        required: ["move"],
        additionalProperties: false,
      },
    },
    neutralInput: { move: 0 },
    start(seed) {
      world = newWorld(seed);
    },
    tick({ move }) {
      advance(live(), move);
    },
    phase: () => (world === undefined ? "menu" : world.hp > 0 ? "running" : "over"),
    snapshot: () => ({ x: world?.x ?? 0, foes: world?.foes.size ?? 0 }),
    save: () => structuredClone(live()),
    load: (saved) => {
      world = saved;
    },
    stops: [{ name: "hpBelow", argument: "number", holds: (hp) => live().hp < hp }],
    pauses: () => [],
    evaluate: () => ({ done: live().hp <= 0, success: false, failed: live().hp <= 0, score: live().x }),
    availableActions: () => ({ move: [-1, 1] }),
    audits: { foes: () => [...live().foes.keys()] },
  };
  return harm === undefined ? game : { ...game, ...harm(game, live) };
}

/** A harm with variables that live as long as one game, as those of a module do in a page. */
export function perGame(make: () => Harm): Harm {
  return (game, live) => make()(game, live);
}

/** Does `act` at the end of the tick of the harm. */
export function inTick(act: (world: TinyWorld) => void, tick = harmTick): Harm {
  return (game, live) => ({
    tick(input) {
      game.tick(input);
      if (live().tick === tick) act(live());
    },
  });
}
