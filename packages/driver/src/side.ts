// A side of a comparison: a game that can be opened again and again.

import type { Replay } from "@tickbridge/replay";
import { DriverError } from "./errors.js";
import type { GameSession } from "./game-session.js";

/** A game that can be opened again and again, each time where nothing has run before. */
export interface Side {
  /** For people. */
  readonly name: string;
  open(): Promise<GameSession<never>>;
}

/** @throws {DriverError} BAD_GAME when it is not the game of the replay. */
export async function buildOf(game: GameSession<never>, replay: Replay): Promise<string> {
  const { id, build } = (await game.describe()).game as Replay["game"];
  if (id === replay.game.id) return build;
  throw new DriverError("BAD_GAME", `the replay is of "${replay.game.id}", this game is "${id}": give that game`);
}
