// Whether one run comes out the same when it is repeated, on the same page and on a fresh one.

import type { JsonValue } from "@tickbridge/bridge";
import type { Snapshot } from "@tickbridge/bridge/protocol";
import { firstDifference, hashEvery, type Replay, stringifyReplay } from "@tickbridge/replay";
import type { Description, GameSession } from "../../game-session.js";
import { play } from "../policy/play.js";
import { randomPolicy } from "../policy/policy.js";
import type { Report } from "./report.js";

const seed = 777001;

/** A run, with what its snapshots said on the way. */
export interface Trace {
  readonly states: readonly Snapshot[];
  readonly replay: Replay;
  readonly threw: string | undefined;
}

export interface RepeatOptions {
  readonly ticks: number;
  readonly startOptions: { readonly [name: string]: JsonValue };
  /** Opens the game anew. */
  open(): Promise<GameSession<never>>;
}

/** Plays the same run twice in `game` and once in a fresh one (`fresh`, in words), and compares all three; gives the first. */
export async function checkRepeat(
  report: Report,
  game: GameSession<never>,
  fresh: { readonly again: string; readonly anew: string },
  options: RepeatOptions,
): Promise<Trace> {
  const description = await game.describe();
  report.progress(`playing ${options.ticks} ticks`);
  const first = await playOnce(game, description, options);
  if (first.threw !== undefined) report.fail(`the game threw: ${first.threw}`);
  report.progress("playing them again");
  compare(report, fresh.again, first, await playOnce(game, description, options));
  report.progress(`playing them ${fresh.anew}`);
  const other = await options.open();
  try {
    compare(report, fresh.anew, first, await playOnce(other, description, options));
  } finally {
    await other.close();
  }
  return first;
}

async function playOnce(
  game: GameSession<never>,
  description: Description,
  { ticks, startOptions }: RepeatOptions,
): Promise<Trace> {
  await game.pinSeed(seed);
  await game.startRun(startOptions);
  const states: Snapshot[] = [];
  const { threw } = await play(game, randomPolicy(description, seed), description, ticks, (state) => {
    // The number of a snapshot counts looks, not ticks.
    states.push({ ...state, snap: 0 });
  });
  const replay = await game.exportReplay();
  await game.pinSeed(null);
  return { states, replay, threw: threw?.error.message };
}

/** Reports whether `second`, which was played `where`, is the same as `first`. */
export function compare(report: Report, where: string, first: Trace, second: Trace): void {
  const shown = firstShown(first.states, second.states);
  const { ticks, inputs, final } = first.replay;
  if (shown === undefined && stringifyReplay(first.replay) === stringifyReplay(second.replay)) {
    report.ok(
      `${ticks} ticks with ${inputs.length} random inputs are the same ${where}, byte for byte (final hash ${final})`,
    );
    return;
  }
  const hash = first.replay.hashes.values.findIndex((value, index) => value !== second.replay.hashes.values[index]);
  const parts = [
    shown ?? "no snapshot shows it, so a part of the state that snapshots leave out differs",
    hash < 0 ? undefined : `the recorded hashes part ${intervalOf(hash)}`,
  ];
  report.fail(
    `the same run differs ${where}: ${parts.filter((part) => part !== undefined).join("; ")} ` +
      "(docs/embedding.md, Common mistakes, says what it may be)",
  );
}

/** Between which ticks the first differing of the recorded hashes says that the runs part. */
function intervalOf(hash: number): string {
  return hash === 0
    ? "at tick 0, before the first tick"
    : `in ticks ${(hash - 1) * hashEvery + 1} to ${hash * hashEvery}`;
}

/** The first snapshot that differs, in words. */
function firstShown(first: readonly Snapshot[], second: readonly Snapshot[]): string | undefined {
  for (const [place, state] of first.entries()) {
    const other = second[place];
    const difference = firstDifference(state, other);
    if (difference === undefined) continue;
    const { path, left, right } = difference;
    return `first seen at tick ${state.tick}, ${path || "the whole snapshot"}: ${JSON.stringify(left)} and ${JSON.stringify(right)}`;
  }
  return undefined;
}
