// The ways in which a run is played again.

import { drawInteger, randomStream } from "@tickbridge/bridge";
import type { Command } from "@tickbridge/bridge/protocol";
import { drawBoundaries } from "./base-run.js";
import type { Met, Playing, Way } from "./playing.js";

const disturbancesMax = 12;
/** Longer than the distance of two keyframes, so that states are loaded and simulated on. */
const rewindTicksMax = 90;
const framesEveryTicks = 5;

/** From the start to the end, in long batches. */
export const straight: Way = (playing) => playing.play(0);

/** At each of the boundaries that `at` names, `disturb` gets its turn. */
function disturbed(
  at: (playing: Playing) => readonly number[],
  disturb: (playing: Playing, index: number, boundary: number) => AsyncGenerator<Met>,
): Way {
  return async function* (playing) {
    let next = 0;
    for (const boundary of at(playing)) {
      const last = playing.lastMoveAt(boundary);
      yield* playing.play(next, last + 1);
      next = Math.max(next, last + 1);
      yield* disturb(playing, last, boundary);
    }
    yield* playing.play(next);
  };
}

/** After every tick everything that waits has its turn, before the next one begins. */
export const tickByTick: Way = disturbed(everyTicks(1), async function* (playing, index) {
  await playing.turn();
  yield* playing.look(index);
});

/** The page draws, again and again. */
export const withFrames: Way = disturbed(everyTicks(framesEveryTicks), async function* (playing, index) {
  await playing.frame();
  yield* playing.look(index);
});

/** Everything that only reads is asked. */
export const withReads: Way = disturbed(
  ({ run }) => drawBoundaries(run, "reads", disturbancesMax, 0),
  (playing, index) => playing.disturb(index, readsOf(playing)),
);

/** The state is saved and loaded at once. */
export const withLoads: Way = disturbed(
  ({ run }) => drawBoundaries(run, "loads", disturbancesMax, 0),
  (playing, index) =>
    playing.disturb(
      index,
      [
        { cmd: "save", args: ["doctor"] },
        { cmd: "restore", args: ["doctor"] },
      ],
      true,
    ),
);

/** The run goes back at random ticks, and on from there. */
export const withRewinds: Way = disturbed(
  ({ run }) => drawBoundaries(run, "rewinds", disturbancesMax, 1),
  async function* (playing, index, boundary) {
    const stream = randomStream(boundary, "rewind");
    const k = drawInteger(stream, 1, Math.min(boundary, rewindTicksMax));
    const back = playing.firstMoveAt(boundary - k);
    yield* playing.disturb(back, [{ cmd: "rewind", args: [k] }], true);
    yield* playing.play(back + 1, index + 1);
  },
);

function everyTicks(ticks: number): (playing: Playing) => readonly number[] {
  return ({ run }) => Array.from({ length: Math.floor(run.replay.ticks / ticks) + 1 }, (_, place) => place * ticks);
}

function readsOf({ run: { capabilities, audits } }: Playing): readonly Command[] {
  return [
    { cmd: "dump" },
    { cmd: "dump", args: [{ maxEntities: 0 }] },
    { cmd: "describe" },
    ...(capabilities.actions === true ? [{ cmd: "actions" } as const] : []),
    ...(capabilities.evaluate === true ? [{ cmd: "evaluate" } as const] : []),
    ...audits.map((name) => ({ cmd: "audit", args: [name] }) as const),
    { cmd: "exportReplay" },
  ];
}
