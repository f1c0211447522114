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
  readonly #msPerTick: number;
  readonly #catchUpTicksMax: number;
  #lastMs: number | undefined;
  #owedMs = 0;

  /** `catchUpTicksMax`: how many ticks one call may run at most; what is owed beyond them is forgiven. */
  constructor(ticksPerSecond: number, catchUpTicksMax = Math.ceil(ticksPerSecond / 4)) {
    this.#msPerTick = 1000 / ticksPerSecond;
    this.#catchUpTicksMax = catchUpTicksMax;
  }

  /** Runs the ticks that are due at `nowMs`, a monotonic time in milliseconds. Time that nobody may run is not owed. */
  advance(nowMs: number, play: RealTimePlay): void {
    const elapsedMs = nowMs - (this.#lastMs ?? nowMs);
    this.#lastMs = nowMs;
    if (!play.runsInRealTime) {
      this.#owedMs = 0;
      return;
    }
    const limitMs = this.#catchUpTicksMax * this.#msPerTick * Math.max(1, play.speed);
    this.#owedMs = Math.min(this.#owedMs + elapsedMs * play.speed, limitMs);
    while (this.#owedMs >= this.#msPerTick && play.runsInRealTime) {
      this.#owedMs -= this.#msPerTick;
      play.realTimeTick();
    }
  }
}
