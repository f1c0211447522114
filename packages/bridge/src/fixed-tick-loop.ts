// The loop of human play: wall time in, whole ticks out. Agents and replays step the same game without it.

/** Who plays the ticks: the bare game, or a session that records them. */
export interface RealTimePlay {
  /** How fast wall time runs: 1, or more while a replay is watched. */
  readonly speed: number;
  /** Whether a tick may run now. */
  readonly runsInRealTime: boolean;
  realTimeTick(): void;
}

export class FixedTickLoop {
  readonly #ticksPerSecond: number;
  readonly #catchUpTicksMax: number;
  #lastMs: number | undefined;
  #owedTicks = 0;

  /** `catchUpTicksMax`: how many ticks one call may run at most; what is owed beyond them is forgiven. */
  constructor(ticksPerSecond: number, catchUpTicksMax = Math.ceil(ticksPerSecond / 4)) {
    this.#ticksPerSecond = ticksPerSecond;
    this.#catchUpTicksMax = catchUpTicksMax;
  }

  /** Runs the ticks that are due at `nowMs`, a monotonic time in milliseconds. Time that nobody may run is not owed. */
  advance(nowMs: number, play: RealTimePlay): void {
    // A clock that goes back, or is none, owes nothing.
    const elapsedMs = Math.max(0, nowMs - (this.#lastMs ?? nowMs)) || 0;
    this.#lastMs = nowMs;
    if (!play.runsInRealTime) {
      this.#owedTicks = 0;
      return;
    }
    const limitTicks = this.#catchUpTicksMax * Math.max(1, play.speed);
    this.#owedTicks = Math.min(this.#owedTicks + (elapsedMs * play.speed * this.#ticksPerSecond) / 1000, limitTicks);
    while (this.#owedTicks >= 1 && play.runsInRealTime) {
      this.#owedTicks--;
      play.realTimeTick();
    }
  }
}
