// Who is told of what happens in a session.

import type { Reply, Verdict } from "../protocol.js";
import type { Run } from "./run.js";

/** Told what happens, in order. All are optional. */
export interface SessionListener {
  /** After each reply. */
  replied?(reply: Reply): void;
  /** A tick of wall time has run. */
  ticked?(run: Run): void;
  /** A run has ended. */
  runEnded?(run: Run): void;
  /** A watched replay has come to its end, or was stopped. */
  replayEnded?(verdict: Verdict): void;
  /** The game threw while wall time drove it. */
  realTimeFault?(error: Error): void;
}
