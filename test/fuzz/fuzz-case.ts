// One fuzzed replay, given to a session with a run in full swing. What comes out must be a coded refusal or the verdict
// that a run by hand gives, and the run beside it must be as it was.

import type { Reply, Verdict } from "@tickbridge/bridge/protocol";
import { createSession, type Session } from "@tickbridge/bridge/session";
import { parseReplay, type Replay, stringifyReplay } from "@tickbridge/replay";
import { type AnyGame, hashByHand, judgeByHand } from "../model/by-hand.js";
import { ask, exported, nodeHost } from "../support/toy-session.js";
import { diceOf, type Mutation, mutate } from "./mutations.js";
import type { Original } from "./originals.js";

/** What became of a case: `refused CODE`, `identical`, `diverged`, `unverifiable`. */
export interface Outcome {
  readonly kind: string;
  readonly outcome: string;
}

const refusalCodes = ["BAD_ARGS", "BAD_REPLAY", "REPLAY_TOO_NEW", "REPLAY_TOO_LARGE", "WRONG_GAME"];
/** No replay here may run more ticks than it says, once to verify, and once more where the run is simulated again. */
const ticksMax = 5000;

/** A session whose run must survive all that is given to it. */
export class RunBeside {
  readonly original: Original;
  readonly #game: AnyGame;
  readonly #session: Session;
  #ticksRun = 0;
  #verdicts: Verdict[] = [];

  constructor(original: Original) {
    this.original = original;
    this.#game = original.createGame(() => this.#ticksRun++);
    this.#session = createSession(this.#game, nodeHost, { replayEnded: (verdict) => this.#verdicts.push(verdict) });
  }

  /** Plays into full swing: with an input and a cheat that wait for the next tick. */
  async begin(): Promise<void> {
    await this.original.play(this.#session);
    await ask(this.#session, "input", this.#game.neutralInput, { ticks: 3 });
    await ask(this.#session, "cheat", "setHp", { hp: 77 });
  }

  /** All that a refused or verified replay must leave alone. */
  async fingerprint(): Promise<string> {
    const { pauseOwners, choice = null, choicesQueued = 0, runState, tick = -1, seed = -1 } = this.#session.state;
    const hash = await ask(this.#session, "hash");
    const streams = stringifyReplay(await exported(this.#session));
    const live = hashByHand(this.#game);
    return JSON.stringify({
      pauseOwners,
      choice,
      choicesQueued,
      runState,
      tick,
      seed,
      hash: { ...hash, seq: 0 },
      live,
      streams,
    });
  }

  /** What the run goes on to be: its next ticks, with the input and the cheat that wait. */
  async future(): Promise<unknown> {
    const { seq: _seq, receipts, ...reply } = await ask(this.#session, "step", 30);
    const outcomes = receipts?.map(({ tick, outcome }) => [tick, outcome]);
    return { reply, outcomes, replay: stringifyReplay(await exported(this.#session)) };
  }

  async verify({ given, harmless }: Mutation): Promise<string> {
    const before = await this.fingerprint();
    this.#ticksRun = 0;
    const reply = await ask(this.#session, "loadReplay", given);
    const ticksRun = this.#ticksRun;
    const after = await this.fingerprint();
    if (after !== before) throw new Error(`the run beside was changed: ${before} became ${after}`);
    if (!reply.ok) return this.#refused(reply, harmless);
    if (reply.restored !== true) throw new Error(`the run beside was not put back: ${JSON.stringify(reply)}`);
    const replay = parseReplay(given);
    if (ticksRun > Math.max(ticksMax, replay.ticks)) throw new Error(`${ticksRun} ticks were run`);
    return this.#judged(reply as unknown as Verdict, replay, harmless);
  }

  /** Watches it to its end. A refusal must change nothing; a replay that plays replaces the run. */
  async watch({ given, harmless }: Mutation): Promise<string> {
    const before = await this.fingerprint();
    const reply = await ask(this.#session, "loadReplay", given, { mode: "watch" });
    if (!reply.ok) {
      if ((await this.fingerprint()) !== before) throw new Error("the run beside was changed by a refusal");
      return this.#refused(reply, harmless);
    }
    const replay = parseReplay(given);
    for (let ticks = 0; this.#session.runsInRealTime; ticks++) {
      if (ticks > replay.ticks + 1) throw new Error(`it goes on after tick ${replay.ticks}`);
      this.#session.realTimeTick();
    }
    const verdict = this.#verdicts.splice(0);
    if (verdict.length !== 1) throw new Error(`${verdict.length} verdicts at the end of a watched replay`);
    // Queued behind the way back from a throw, if the replay ended with one.
    const ended = await ask(this.#session, "hash");
    if (!ended.ok && ended.error.code !== "RUN_FAULTED") throw new Error(`after its end: ${JSON.stringify(ended)}`);
    return this.#judged(verdict[0] as Verdict, replay, harmless);
  }

  #refused(reply: Reply & { ok: false }, harmless: boolean): string {
    const { code, message } = reply.error;
    if (!refusalCodes.includes(code)) throw new Error(`refused with ${code}: ${message}`);
    if (harmless) throw new Error(`a replay of the same run was refused: ${message}`);
    return `refused ${code}`;
  }

  async #judged(verdict: Verdict, replay: Replay, harmless: boolean): Promise<string> {
    if (verdict.cheated !== replay.cheated) throw new Error("the verdict is wrong about cheats");
    if (harmless && verdict.verdict !== "identical") throw new Error(`the same run came out ${verdict.verdict}`);
    if (verdict.verdict === "unverifiable") return "unverifiable";
    const honest = await judgeByHand(
      this.original.createGame(() => undefined),
      replay,
    );
    if ((verdict.verdict === "identical") !== honest.identical) {
      throw new Error(`the verdict is ${JSON.stringify(verdict)}, by hand ${JSON.stringify(honest)}`);
    }
    const compared = replay.hashes.values.length + 1;
    if (honest.identical && (verdict.hashesCompared !== compared || verdict.ticks !== replay.ticks)) {
      throw new Error(`identical after ${verdict.hashesCompared} of ${compared} hashes`);
    }
    if (!honest.identical && verdict.divergence === undefined) throw new Error("a divergence that is not told");
    return verdict.verdict;
  }
}

/** The case of an index: which replay it is made from, and what is done to it. */
export function caseOf(originals: readonly Original[], seed: number, index: number): Mutation & { original: Original } {
  const dice = diceOf(seed, index);
  const original = dice.pick(originals.flatMap((each) => Array.from({ length: each.share }, () => each)));
  return { original, ...mutate(original.replay, dice) };
}

/** The runs beside, one a game; each must go on at the end as one that nothing was given to. */
export class FuzzSessions {
  readonly #originals: readonly Original[];
  readonly #beside = new Map<Original, RunBeside>();

  constructor(originals: readonly Original[]) {
    this.#originals = originals;
  }

  async run(seed: number, index: number): Promise<Outcome> {
    const { original, ...mutation } = caseOf(this.#originals, seed, index);
    const watched = index % 10 === 0;
    const beside = watched ? await fresh(original) : (this.#beside.get(original) ?? (await fresh(original)));
    if (!watched) this.#beside.set(original, beside);
    const outcome = await (watched ? beside.watch(mutation) : beside.verify(mutation));
    if (({} as { polluted?: unknown }).polluted !== undefined) throw new Error("a prototype was polluted");
    return { kind: `${mutation.kind}${watched ? ", watched" : ""}`, outcome };
  }

  async checkFutures(): Promise<void> {
    for (const [original, beside] of this.#beside) {
      const [future, untouched] = [await beside.future(), await (await fresh(original)).future()];
      if (JSON.stringify(future) !== JSON.stringify(untouched)) {
        throw new Error(`${original.name} goes on as ${JSON.stringify(future)}, not as ${JSON.stringify(untouched)}`);
      }
    }
    this.#beside.clear();
  }
}

async function fresh(original: Original): Promise<RunBeside> {
  const beside = new RunBeside(original);
  await beside.begin();
  return beside;
}
