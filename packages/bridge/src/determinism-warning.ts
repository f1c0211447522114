// What breaks determinism, as replies, verdicts and the audit `determinism` tell it.

/** What tripwires do: tell of a call, let it throw, or nothing at all. */
export type TripwireMode = "report" | "throw" | "off";

/** How tripwires came into the page: before all of its code, by the loader, or with the bridge. */
export type TripwireInstallation = "init-script" | "loader" | "with-bridge";

/** Something that breaks determinism, seen while the game ran. */
export interface DeterminismWarning {
  readonly code: "TRIPWIRE" | "ASYNC_STATE_CHANGE" | "READ_CHANGED_STATE";
  /** TRIPWIRE: the tick in which it was (0: start); the other two: the boundary after which it was seen. */
  readonly tick: number;
  /** One sentence for people. */
  readonly message: string;
  /** TRIPWIRE: what was called, such as `Math.random`, `new Date` or `Array.prototype.sort`. */
  readonly api?: string;
  /** TRIPWIRE: which part of the port called it. */
  readonly during?: "start" | "choice" | "cheat" | "tick" | "save" | "load";
  /** TRIPWIRE: how many calls there were in that tick. */
  readonly count?: number;
  /**
   * TRIPWIRE: the newest tick of later calls that have no row of their own (a row for each of an api's first 8 ticks), and
   * how many calls there were from `tick` through `lastTick`. In a reply as it was when the row was told.
   */
  readonly lastTick?: number;
  readonly total?: number;
  /** TRIPWIRE: the place of the first call outside the bridge, `address:line:column`; the driver maps it to the source. */
  readonly site?: string;
  /** The place in the script that ran, where `site` was found from it. */
  readonly scriptSite?: string;
  /** TRIPWIRE: the stack of the first call. */
  readonly stack?: string;
  /** The other two: JSON pointer of the first part that differs, with its value before and after, as text. */
  readonly path?: string;
  readonly before?: string;
  readonly after?: string;
  /** READ_CHANGED_STATE: who was asked, such as `snapshot`, `render`, or `audit vfx`. */
  readonly reader?: string;
}

/** What the audit `determinism` reports of the current run. */
export interface DeterminismReport {
  readonly tripwires: TripwireMode;
  /** Left out where no tripwires are installed. */
  readonly installed?: TripwireInstallation;
  readonly warnings: readonly DeterminismWarning[];
  /** How many times something had no row of its own: a call in one more tick, a change at one more boundary. */
  readonly dropped: number;
  /** What these watches cannot see, in words. */
  readonly limits: readonly string[];
}
