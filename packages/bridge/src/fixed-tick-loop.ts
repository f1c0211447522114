// The loop of human play: wall time in, whole ticks out. Agents and replays step the same game without it.

/** Who plays the ticks: the bare game, or a session that records them. */
export interface RealTimePlay {
  /** How fast wall time runs: 1, or more while a replay is watched. */
  readonly speed: number;
  /** Whether a tick may run now. */
  readonly runsInRealTime: boolean;
  realTimeTick(): void;
}

/** Sums of frame times miss whole ticks by rounding; a tick that is due but for this much runs. */
const roundingTicks = 1e-6;

export class FixedTickLoop {
  readonly #ticksPerSecond: number;
  readonly #catchUpTicksMax: number;
  /** When the last call was; undefined when no tick could run then. */
  #lastMs: number | undefined;
  #owedTicks = 0;

  /** `catchUpTicksMax`: how many ticks one call may run at most; what is owed beyond them is forgiven. */
  constructor(ticksPerSecond: number, catchUpTicksMax = Math.ceil(ticksPerSecond / 4)) {
    this.#ticksPerSecond = ticksPerSecond;
    this.#catchUpTicksMax = catchUpTicksMax;
  }

  /**
   * Where a picture drawn now stands between the two newest boundaries: 0 on the one before, 1 on the newest. It rests
   * while nobody may run, so that a pause neither jumps nor jumps back.
   */
  get alpha(): number {
    return Math.min(1, Math.max(0, this.#owedTicks));
  }

  /**
   * Runs the ticks that are due at `nowMs`, a monotonic time in milliseconds. Time that nobody may run is not owed.
   * True when what a person tapped before this call has had its tick, or comes from a time in which nobody might run.
   */
  advance(nowMs: number, play: RealTimePlay): boolean {
    const lastMs = this.#lastMs;
    this.#lastMs = play.runsInRealTime ? nowMs : undefined;
    if (lastMs === undefined || this.#lastMs === undefined) {
      // A tick that was due when play stopped is due still; no more than that.
      this.#owedTicks = Math.min(this.#owedTicks, 1);
      return true;
    }
    // A clock that goes back, or is none, owes nothing.
    const elapsedMs = Math.max(0, nowMs - lastMs) || 0;
    const limitTicks = this.#catchUpTicksMax * Math.max(1, play.speed);
    this.#owedTicks = Math.min(this.#owedTicks + (elapsedMs * play.speed * this.#ticksPerSecond) / 1000, limitTicks);
    let ticked = false;
    while (this.#owedTicks >= 1 - roundingTicks && play.runsInRealTime) {
      this.#owedTicks--;
      play.realTimeTick();
      ticked = true;
    }
    return ticked;
  }
}
