// Examines one game: a run is recorded and played again in every way, and each way is a line of the report.

import type { DeterminismWarning, Divergence } from "@tickbridge/bridge/protocol";
import { hashEvery } from "@tickbridge/replay";
import { DriverError } from "../../errors.js";
import { type Localisation, localise } from "../../localise.js";
import type { Point } from "../../replay-drive.js";
import { closingVerdict } from "../../session-verdict.js";
import { suspectsUpTo } from "../../suspects.js";
import { within } from "../../time-limit.js";
import type { BaseRun } from "./base-run.js";
import { type Base, type Compared, compareWithBase, playBase } from "./comparison.js";
import {
  type Examination,
  freshAdvice,
  type Open,
  readDetails,
  selfCheckAdvice,
  timedDetails,
} from "./examinations.js";
import { partWords } from "./playing.js";
import type { Report } from "./report.js";
import { tripwireAdvice } from "./tripwire-advice.js";
import { straight } from "./ways.js";

/** A run that takes so much longer than the first one hangs. */
const hungMsMin = 60_000;
const hungFactor = 30;

export class Examiner<Opening extends object> {
  readonly #report: Report;
  readonly #open: Open<Opening>;
  readonly #run: BaseRun;
  readonly #told = new Set<string>();
  #warnings: readonly DeterminismWarning[] = [];

  constructor(report: Report, open: Open<Opening>, run: BaseRun) {
    this.#report = report;
    this.#open = open;
    this.#run = run;
  }

  /**
   * Compares a fresh game with the recording; undefined when they differ, and nothing else can be compared. `isShared`: all
   * games that are opened share their state, so that no two can be open at once.
   */
  async examineFresh(words: string, isShared: boolean): Promise<Base | undefined> {
    const { replay } = this.#run;
    this.#report.progress(`${words}: playing ${replay.ticks} ticks again`);
    const base = await this.#playBase(words);
    if (base === undefined) return undefined;
    this.#warnings = base.warnings;
    const parted = partsFromRecording(base);
    const details = { examination: "fresh", advice: freshAdvice };
    const hasHarm = this.#failsByWarning(words, base.warnings);
    if (parted !== undefined) {
      const message = `the run differs ${words} from the one that was recorded, ${parted}`;
      this.#report.fail(message, { ...details, ...(await this.#whereItParts(base, isShared)) });
      this.#report.note("the other examinations compare with this run, and wait until it repeats");
      return undefined;
    }
    if (!hasHarm) {
      this.#report.ok(`${words}: identical, ${base.points.length} hashes of the ${base.evidence}`, {
        examination: "fresh",
      });
    }
    return base;
  }

  /** Plays the run of `base` again as the examination says. */
  async examine(base: Base, examination: Examination<Opening>): Promise<void> {
    const { name, words, opening = {} as Opening, way = straight, advice, needs, apart = [] } = examination;
    if (needs !== undefined && this.#run.capabilities[needs] !== true) return;
    this.#report.progress(`examining: ${words}`);
    const compared = await this.#compare(base, examination, () =>
      compareWithBase(base, words, () => this.#open(opening), way),
    );
    if (compared === undefined) return;
    const { difference, warnings, hashesCompared } = compared;
    if (difference !== undefined && apart.length > 0) {
      const failures = this.#report.count("failed");
      for (const part of apart) await this.examine(base, part);
      if (this.#report.count("failed") > failures) return;
    }
    if (difference !== undefined) {
      this.#report.fail(`the run differs ${words}`, { examination: name, report: difference, advice });
    } else if (!this.#failsByWarning(words, warnings)) {
      this.#report.ok(`${words}: identical, ${hashesCompared} hashes`, { examination: name });
    }
  }

  /** Undefined for a game that can only be verified. */
  async #playBase(words: string): Promise<Base | undefined> {
    const open = () => this.#open({} as Opening);
    try {
      return await playBase(open, this.#run);
    } catch (thrown) {
      if (!(thrown instanceof DriverError) || thrown.code !== "BAD_GAME") throw thrown;
      this.#report.note(thrown.message);
      const { session } = await open();
      const { verdict, ...facts } = await closingVerdict(session, this.#run.replay, false);
      const message = `${words}, verified: ${verdict}`;
      if (verdict === "identical") this.#report.ok(message, { examination: "fresh" });
      else this.#report.fail(`${message}, ${facts.divergence?.message}`, { examination: "fresh", advice: freshAdvice });
      return undefined;
    }
  }

  /** Undefined, and told, when the game cannot be played there, or comes to no end. */
  async #compare(base: Base, { name, words, advice }: Examination<Opening>, compare: () => Promise<Compared>) {
    const limitMs = hungMsMin + hungFactor * base.durationMs;
    try {
      return await within(compare(), limitMs, () => {
        const seconds = Math.round(limitMs / 1000);
        return new DriverError(
          "TIMEOUT",
          `it came to no end in ${seconds} s: it waits for something that does not happen there`,
        );
      });
    } catch (thrown) {
      if (!(thrown instanceof DriverError)) throw thrown;
      this.#report.fail(`${words}: ${thrown.code}: ${thrown.message}`, { examination: name, advice });
      return undefined;
    }
  }

  /** What became of the self-check of `base`. */
  tellSelfCheck({ selfCheck: reply }: Base): void {
    if (reply === undefined) return;
    const { verdict, ticks, divergence } = reply as SelfChecked;
    const details = { examination: "self-check" };
    if (reply.ok && verdict === "identical") {
      this.#report.ok(`self-check: the last ${ticks} ticks simulated twice more: identical`, details);
      return;
    }
    const what = reply.ok ? wordsOf(divergence) : `${reply.error.message}${partWords(divergence ?? {})}`;
    this.#report.fail(`self-check: ${what}`, { ...details, advice: selfCheckAdvice });
  }

  /** What tripped while the run was played straight. */
  tellTripwires(): void {
    const tripped = this.#warnings.filter(({ code }) => code === "TRIPWIRE");
    if (tripped.length === 0 && !this.#run.audits.includes("determinism")) return;
    if (tripped.length === 0) this.#report.ok("no tripwire tripped", { examination: "tripwires" });
    for (const { api = "?", during = "tick", firstTick, lastTick, counts, sites } of suspectsUpTo(
      Number.POSITIVE_INFINITY,
      tripped,
      [],
    )) {
      const when = firstTick === lastTick ? `tick ${firstTick}` : `ticks ${firstTick} to ${lastTick}`;
      const where = sites.length === 0 ? "" : `, at ${sites.join(", ")}`;
      const often = counts[0] === 1 ? "once" : `${counts[0]} times`;
      const details = { examination: "tripwires", advice: tripwireAdvice(api) };
      this.#report.warn(`${api} in ${during}: ${often}, ${when}${where}`, details);
    }
  }

  /** Whether the bridge saw the state change although nothing was done; told once, first what a look has done. */
  #failsByWarning(words: string, warnings: readonly DeterminismWarning[]): boolean {
    const news = warnings.filter(({ code, path, reader }) => {
      const key = JSON.stringify([code, path, reader]);
      return code !== "TRIPWIRE" && !this.#told.has(key) && this.#told.add(key);
    });
    const harm = news.find(({ code }) => code === "READ_CHANGED_STATE") ?? news[0];
    if (harm === undefined) return false;
    const { code, message, path, before, after } = harm;
    const values = path === undefined ? "" : `, from ${before} to ${after}`;
    const details = code === "READ_CHANGED_STATE" ? readDetails : timedDetails;
    this.#report.fail(`${words}: ${code}: ${message}${values}`, details);
    return true;
  }

  /** The report on two fresh games that do not repeat the recorded run, where it can be had. */
  async #whereItParts(base: Base, isShared: boolean): Promise<{ readonly report?: Localisation }> {
    const onProgress = (words: string) => this.#report.progress(words);
    const open = async () => (await base.open()).session;
    const found = isShared
      ? undefined
      : await localise(this.#run.replay, { name: "a fresh game", open }, { onProgress });
    if (found !== undefined && found.kind !== "identical") return { report: found };
    // What ran before in this process may decide, so that every other run is the same.
    for (const name of ["the run after it", "the run after that"]) {
      const { difference } = await compareWithBase(base, name, base.open, straight);
      if (difference !== undefined) return { report: difference };
    }
    return {};
  }
}

/** Where the recording, made with long steps, and the run that was played tick by tick part; undefined when they do not. */
function partsFromRecording({ run, points }: Base): string | undefined {
  const { hashes, final, ticks } = run.replay;
  let lastEqual = -1;
  let last: Point | undefined;
  for (const [index, point] of points.entries()) {
    last = point;
    const isChoice = run.moves[index]?.kind === "choices";
    if (point.kind !== "hash" || isChoice || point.tick % hashEvery !== 0) continue;
    if (point.hash !== hashes.values[point.tick / hashEvery]) {
      return lastEqual < 0 ? "from the start" : `in ticks ${lastEqual + 1} to ${point.tick}`;
    }
    lastEqual = point.tick;
  }
  if (run.replay.fault !== undefined) return last?.kind === "stopped" ? undefined : `in tick ${ticks + 1}`;
  if (last?.kind === "stopped") return `in tick ${last.tick} (${last.code}: ${last.message})`;
  return last?.hash === final ? undefined : `in ticks ${lastEqual + 1} to ${ticks}`;
}

interface SelfChecked {
  readonly verdict?: string;
  readonly ticks?: number;
  readonly divergence?: Divergence;
}

function wordsOf(divergence: Divergence | undefined): string {
  if (divergence === undefined) return "diverged";
  return `diverged at tick ${divergence.tick}: ${divergence.message}${partWords(divergence)}`;
}
