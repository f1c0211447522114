// The sync test of GGRS, on demand: the newest ticks simulated twice more, every tick's hash compared.

import { estimateBytes } from "@tickbridge/replay";
import type { Body, Call } from "./commands/index.js";
import { type KeptRun, type KeptState, keepState } from "./kept-run.js";
import { present } from "./present.js";
import { isGamesFault, Refusal } from "./refusal.js";
import { playThrough, Replayer } from "./replayer.js";
import { Run } from "./run.js";
import type { Session } from "./session.js";
import { differenceOf } from "./state-difference.js";
import { bringBack, loadKept, putBack, scriptOf, simulateTo } from "./time-travel.js";

/** The states of the first simulation are kept up to this size, so that the one that differs is at hand. */
const keptBytesMax = 64 * 1024 * 1024;

interface Mismatch {
  readonly tick: number;
  readonly path?: string | undefined;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly message: string;
}

/** Simulates the last `k` ticks of `run` twice more. The run is put back, whatever comes out. */
export async function selfCheck(session: Session, call: Call, run: Run, k: number): Promise<Body> {
  const live = session.game.hash();
  const kept: KeptRun = session.game.capabilities.load ? { run, ...live } : { run, hash: live.hash };
  const check = new SelfCheck(session, call, run, run.tick - k);
  let mismatch: Mismatch | undefined;
  try {
    mismatch = await check.compare(live);
  } catch (thrown) {
    const restored = await putBack(session, kept);
    if (!isGamesFault(thrown)) throw thrown;
    throw (thrown instanceof Refusal ? thrown : thrown.toRefusal()).with({ restored });
  }
  const changed = await bringBack(session, kept);
  const restored = run.faulted === undefined;
  // A load that loses something may only show now: the simulations began from another boundary.
  if (mismatch === undefined && changed !== undefined) {
    const { tick, path, expected, actual, message } = changed;
    mismatch = { tick, path, expected, actual, message };
  }
  return present({
    verdict: mismatch === undefined ? "identical" : "diverged",
    evidence: session.game.evidence,
    ticks: k,
    hashesCompared: check.hashesCompared,
    divergence: mismatch && present(mismatch),
    restored,
  });
}

class SelfCheck {
  readonly #session: Session;
  readonly #call: Call;
  readonly #run: Run;
  readonly #fromTick: number;
  #start: KeptState | undefined;
  hashesCompared = 0;

  constructor(session: Session, call: Call, run: Run, fromTick: number) {
    this.#session = session;
    this.#call = call;
    this.#run = run;
    this.#fromTick = fromTick;
  }

  /** What differs first: between the run's own end and the simulations', or between the two of them. */
  async compare(live: KeptState): Promise<Mismatch | undefined> {
    const { game } = this.#session;
    const first: KeptState[] = [];
    let keptBytes = 0;
    const stopped = await this.#simulate(({ hash, state }) => {
      keptBytes += estimateBytes(state);
      return first.push(keptBytes > keptBytesMax ? { hash } : { hash, state }) === 0;
    });
    if (stopped !== undefined) return stopped;
    const end = game.hash();
    let found: Mismatch | undefined;
    const again = await this.#simulate(({ hash, state }, tick) => {
      this.hashesCompared++;
      const before = first[tick - this.#fromTick];
      if (hash === before?.hash) return false;
      found = {
        tick,
        message: `two simulations of tick ${tick} from equal states differ`,
        expected: before?.state,
        actual: state,
      };
      return true;
    });
    if (found !== undefined) return this.#withPath(found);
    this.hashesCompared++;
    if (again !== undefined || end.hash === live.hash) return again;
    const words = "simulated again, the end of these ticks differs from the run's own state";
    return { ...differenceOf(live.state, end.state), tick: this.#run.tick, message: words };
  }

  /** Where the first simulation's state is not at hand, a third stands for it: it equals the first, the second or neither. */
  async #withPath({ tick, message, expected: first, actual }: Mismatch): Promise<Mismatch> {
    let expected = first;
    if (expected === undefined) {
      await this.#simulate(({ state }, at) => {
        if (at === tick) expected = state;
        return at === tick;
      });
    }
    return { tick, message, ...differenceOf(expected, actual) };
  }

  /** From the first boundary to the run's own; `look` sees each boundary's hash, choices not yet made, and may end it. */
  async #simulate(look: (hashed: KeptState, tick: number) => boolean): Promise<Mismatch | undefined> {
    const { game, host } = this.#session;
    const record = this.#run.recordUpTo(this.#fromTick);
    const again = new Run(game, this.#run.seed, this.#run.options);
    await this.#goToStart(record);
    again.become(record);
    let isEnded = look(game.hash(), again.tick);
    const replayer = new Replayer(again, scriptOf(this.#run));
    const outcome = await playThrough(
      replayer,
      host,
      () => this.#call.abortRequested(),
      () => {
        isEnded ||= look(game.hash(), again.tick);
        return isEnded;
      },
    );
    if (outcome === "aborted") throw new Refusal("ABORTED", "aborted before all ticks were compared");
    return outcome && { tick: outcome.tick, message: outcome.message };
  }

  async #goToStart(record: ReturnType<Run["recordUpTo"]>): Promise<void> {
    const { game } = this.#session;
    if (this.#start?.state === undefined) {
      const outcome = await simulateTo(this.#session, this.#run, record, () => this.#call.abortRequested());
      if (outcome === "aborted") throw new Refusal("ABORTED", "aborted before all ticks were compared");
      if (outcome !== undefined) throw new Refusal("DIVERGED", outcome.message).with({ divergence: outcome });
      this.#start = keepState(game);
    } else {
      const { hash, state } = this.#start;
      const changed = loadKept(game, this.#fromTick, { hash, state }, (renewed) => {
        if (this.#start !== undefined) this.#start.state = renewed;
      });
      if (changed !== undefined) throw new Refusal("DIVERGED", changed.message).with({ divergence: changed });
    }
  }
}
