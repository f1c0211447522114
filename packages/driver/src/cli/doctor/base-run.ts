// The run that a game is examined by: played once by the random policy, at full speed, and recorded.

import { drawInteger, type JsonValue, randomStream } from "@tickbridge/bridge";
import type { OkReply } from "@tickbridge/bridge/protocol";
import type { Replay } from "@tickbridge/replay";
import type { Description, GameSession } from "../../game-session.js";
import { type Move, movesOf } from "../../replay-drive.js";
import { play } from "../policy/play.js";
import { randomPolicy } from "../policy/policy.js";

export interface RunSettings {
  readonly ticks: number;
  readonly seed: number;
  readonly startOptions: { readonly [name: string]: JsonValue };
}

export interface BaseRun {
  readonly description: Description;
  /** What the game has, as `describe` names it. */
  readonly capabilities: { readonly [capability: string]: boolean };
  readonly audits: readonly string[];
  readonly replay: Replay;
  readonly moves: readonly Move[];
  /** What the game threw, which ended the run. */
  readonly threw: string | undefined;
}

/** Plays and records a run in `game`, with long steps wherever the policy holds an input. */
export async function recordRun(
  game: GameSession<never>,
  { ticks, seed, startOptions }: RunSettings,
): Promise<BaseRun> {
  const description = await game.describe();
  await game.pinSeed(seed);
  await game.startRun(startOptions);
  const { threw } = await play(game, randomPolicy(description, seed), description, ticks, () => undefined);
  const { replies } = await game.batch([{ cmd: "exportReplay" }, { cmd: "pinSeed", args: [null] }]);
  const replay = (replies[0] as OkReply).replay as Replay;
  return {
    description,
    capabilities: description.capabilities as BaseRun["capabilities"],
    audits: (description.audits as BaseRun["audits"] | undefined) ?? [],
    replay,
    moves: [...movesOf(replay)],
    threw: threw?.error.message,
  };
}

/** About `count` boundaries of a run from `least` on, rising, one from each stretch of it; the same for the same name. */
export function drawBoundaries({ replay }: BaseRun, name: string, count: number, least: number): readonly number[] {
  const stream = randomStream(replay.seed, name);
  const span = Math.max(0, replay.ticks - least + 1);
  const stretch = span / count;
  const drawn = Array.from({ length: count }, (_, place) => {
    const from = least + Math.floor(place * stretch);
    return drawInteger(stream, from, Math.max(from, least + Math.ceil((place + 1) * stretch) - 1));
  });
  return [...new Set(drawn)].filter((boundary) => boundary <= replay.ticks);
}
