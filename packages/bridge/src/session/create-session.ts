// Where a session begins, in a page or in Node.

import type { GameDefinition } from "../game.js";
import type { Host } from "./host.js";
import type { Sentinel } from "./sentinel.js";
import { Session } from "./session.js";
import type { SessionListener } from "./session-listener.js";

/**
 * A session over `game`. Without a sentinel nothing looks out for what breaks determinism. Throws RegistrationError when
 * the game object does not keep the port's contract.
 */
export function sessionOf<Input, Options, State>(
  game: GameDefinition<Input, Options, State>,
  host: Host,
  listener: SessionListener,
  sentinel: Sentinel | undefined,
): Session {
  // The session hands the game only what the game's own schemas have put out.
  return new Session(game as GameDefinition<never, never, never> as GameDefinition, host, listener, sentinel);
}
