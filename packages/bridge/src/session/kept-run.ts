// What is kept of a run so that it can be put back later.

import type { StateHash } from "@tickbridge/replay/core";
import type { RegisteredGame } from "./registered-game.js";
import type { Run } from "./run.js";
import type { Session } from "./session.js";

/** A state that the game gave away, with its hash. `state` is missing where the game cannot load. */
export interface KeptState {
  readonly hash: StateHash;
  state?: unknown;
}

/** A run and the state that it stood at; without a hash it is simulated again. */
export interface KeptRun extends Partial<KeptState> {
  readonly run: Run;
}

export function keepState(game: RegisteredGame): KeptState {
  const { hash, state } = game.hash();
  return game.capabilities.load ? { hash, state } : { hash };
}

/** The run as it stands, to be put back later; undefined when there is none that could be. Throws what the game throws. */
export function keepRun(session: Session): KeptRun | undefined {
  const { run, game } = session;
  if (run === undefined || run.faulted !== undefined || game.phase === "menu") return undefined;
  return { run, ...keepState(game) };
}

/** As `keepRun`, also when the game cannot give its state just now. */
export function keepSafely(session: Session): KeptRun | undefined {
  const { run } = session;
  try {
    return keepRun(session);
  } catch {
    return run && { run };
  }
}
