// SPEC section 6 by hand: plays recorded streams into a fresh game, one tick after another, and shares no code with the
// session that it judges. What a run is, is what comes out here.

import type { Choice, GameDefinition, JsonValue } from "@tickbridge/bridge";
import { hashEvery, hashState, type Replay } from "@tickbridge/replay";

/** A game whose types do not matter to who plays it. */
export type AnyGame = GameDefinition<unknown, unknown, unknown>;

/** A recorded run up to `ticks`. */
export type Recorded = Pick<Replay, "seed" | "options" | "ticks" | "inputs" | "cheats" | "choices">;

/** The streams cannot be played on: the game does not answer as it did when they were recorded. */
export class PartedWays extends Error {
  readonly tick: number;
  constructor(tick: number, why: string) {
    super(`boundary ${tick}: ${why}`);
    this.tick = tick;
  }
}

/** The hash of the whole state, or of the unlimited snapshot of a game without `save`. */
export function hashByHand(game: AnyGame): string {
  return hashState(
    game.save === undefined ? game.snapshot({ maxEntities: Number.POSITIVE_INFINITY, since: 0 }) : game.save(),
  );
}

export function openChoice(game: AnyGame): Choice | undefined {
  return game.choices?.open();
}

/** Answers the open choice; the reason when nothing changed. */
export function resolveByHand(game: AnyGame, action: string, index: number | null): string | undefined {
  const outcome = game.choices?.resolve(action, index ?? undefined);
  return (outcome as { readonly noEffect: string } | undefined)?.noEffect;
}

/** Applies a cheat; the reason when the game refused it. */
export function cheatByHand(game: AnyGame, name: string, args: JsonValue): string | undefined {
  const cheats = game.cheats ?? {};
  if (!Object.hasOwn(cheats, name)) return "no such cheat";
  return (cheats[name]?.apply(args) as { readonly refused: string } | undefined)?.refused;
}

/** Runs one tick; the reason when the game ignored the input. */
export function tickByHand(game: AnyGame, input: JsonValue): string | undefined {
  return (game.tick(input) as { readonly ignored: string } | undefined)?.ignored;
}

/** The input in force in a tick. */
export function inputAt({ inputs }: Pick<Recorded, "inputs">, tick: number, neutral: JsonValue): JsonValue {
  return inputs.findLast(([from]) => from <= tick)?.[1] ?? neutral;
}

/**
 * Plays `recorded` from boundary 0 to its end, the choices at its last boundary included, and tells `atBoundary` of each
 * boundary before the choices made there. Throws PartedWays, or what the game throws.
 */
export async function playByHand(
  game: AnyGame,
  recorded: Recorded,
  atBoundary: (tick: number) => void = () => undefined,
): Promise<void> {
  await game.start(recorded.seed, recorded.options);
  for (let tick = 0; ; tick++) {
    atBoundary(tick);
    for (const [, action, index] of recorded.choices.filter(([at]) => at === tick)) {
      answer(game, tick, action, index);
    }
    if (tick >= recorded.ticks) return;
    if (openChoice(game) !== undefined) throw new PartedWays(tick, "a choice is open and none was answered");
    if (game.phase() !== "running") throw new PartedWays(tick, "the run is over");
    for (const [, name, args] of recorded.cheats.filter(([at]) => at === tick + 1)) {
      const refused = cheatByHand(game, name, args);
      if (refused !== undefined) throw new PartedWays(tick, `the cheat ${name} was refused: ${refused}`);
    }
    tickByHand(game, inputAt(recorded, tick + 1, game.neutralInput as JsonValue));
  }
}

function answer(game: AnyGame, tick: number, action: string, index: number | null): void {
  const open = openChoice(game);
  if (open === undefined) throw new PartedWays(tick, "no choice is open");
  if (!open.actions.includes(action)) throw new PartedWays(tick, `${action} is not open`);
  if (index !== null && index >= open.options.length) throw new PartedWays(tick, `there is no option ${index}`);
  const noEffect = resolveByHand(game, action, index);
  if (noEffect !== undefined) throw new PartedWays(tick, noEffect);
}

/** What an honest verdict on `replay` is, and how many hashes were equal on the way. */
export async function judgeByHand(game: AnyGame, replay: Replay): Promise<{ identical: boolean; compared: number }> {
  let compared = 0;
  const compare = (expected: string | undefined, tick: number) => {
    if (hashByHand(game) !== expected) throw new PartedWays(tick, "another hash");
    compared++;
  };
  try {
    await playByHand(game, replay, (tick) => {
      if (tick % replay.hashes.every === 0) compare(replay.hashes.values[tick / replay.hashes.every], tick);
    });
    compare(replay.final, replay.ticks);
  } catch {
    // Whatever the reason: it is not the run that was recorded.
    return { identical: false, compared };
  }
  return { identical: replay.fault === undefined || throwsAgain(game, replay.fault), compared };
}

function throwsAgain(game: AnyGame, fault: NonNullable<Replay["fault"]>): boolean {
  try {
    for (const [name, args] of fault.cheats) cheatByHand(game, name, args);
    tickByHand(game, fault.input);
    if (fault.tick % hashEvery === 0) hashByHand(game);
  } catch {
    return true;
  }
  return false;
}
