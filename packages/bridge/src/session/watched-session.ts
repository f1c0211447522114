// Where a session begins outside a page, where all its code is at hand.

import type { GameDefinition } from "../game.js";
import type { TripwireMode } from "../protocol.js";
import { sessionOf } from "./create-session.js";
import type { Host } from "./host.js";
import { createSentinel } from "./sentinel.js";
import type { Session } from "./session.js";
import type { SessionListener } from "./session-listener.js";

/**
 * A session over `game`, with tripwires in this realm (`report` unless named). Throws RegistrationError when the game
 * object does not keep the port's contract.
 */
export function createSession<Input, Options, State>(
  game: GameDefinition<Input, Options, State>,
  host: Host,
  listener: SessionListener = {},
  options: { readonly tripwires?: TripwireMode | undefined } = {},
): Session {
  return sessionOf(game, host, listener, createSentinel(options.tripwires ?? "report", host.now));
}
