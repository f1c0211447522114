// Examines one game: a run is recorded and played again in every way, and each way is a line of the report.

import type { DeterminismReport, DeterminismWarning, Divergence } from "@tickbridge/bridge/protocol";
import { DriverError } from "../../errors.js";
import { type Localisation, localise } from "../../localise.js";
import { closingVerdict } from "../../session-verdict.js";
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
import { partsFromRecording } from "./recorded-points.js";
import type { Report } from "./report.js";
import { tellTripwires } from "./tripwire-lines.js";
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
  #determinism: DeterminismReport | undefined;

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
    this.#determinism = base.determinism;
    const parted = partsFromRecording(base);
    const details = { examination: "fresh", advice: freshAdvice };
    const hasHarm = this.#failsByWarning(words, base.warnings);
    if (parted !== undefined) {
      const message = `the run differs ${words} from the one that was recorded, ${parted}`;
      this.#report.fail(message, { ...details, ...(await this.#whereItParts(base, isShared).catch(() => ({}))) });
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
    if (needs !== undefined && this.#run.capabilities[needs] !== true) {
      this.#report.note(`${words}: not examined, the game has no ${needs}`, { examination: name });
      return;
    }
    this.#report.progress(`examining: ${words}`);
    const compared = await this.#compare(base, examination, () =>
      compareWithBase(base, words, () => this.#open(opening), way),
    );
    if (compared === undefined) return;
    const { difference, warnings, hashesCompared, disturbances, neverTaken } = compared;
    if (difference !== undefined && apart.length > 0) {
      const failures = this.#report.count("failed");
      for (const part of apart) await this.examine(base, part);
      if (this.#report.count("failed") > failures) return;
    }
    if (difference !== undefined) {
      this.#report.fail(`the run differs ${words}`, { examination: name, report: difference, advice });
    } else if (!this.#failsByWarning(words, warnings)) {
      if (way !== straight && disturbances === 0) {
        this.#report.note(`${words}: not examined, there was nothing to do in this run`, { examination: name });
      } else this.#report.ok(`${words}: identical, ${hashesCompared} hashes`, { examination: name });
    }
    for (const refusal of neverTaken) this.#report.note(`${words}: never taken, ${refusal}`, { examination: name });
  }

  /** Undefined for a game that can only be verified. */
  async #playBase(words: string): Promise<Base | undefined> {
    const open = () => this.#open({} as Opening);
    try {
      return await playBase(open, this.#run);
    } catch (thrown) {
      if (!(thrown instanceof DriverError) || thrown.code !== "BAD_GAME") {
        this.#report.fail(`${words}: ${errorWords(thrown)}`, { examination: "fresh", advice: freshAdvice });
        return undefined;
      }
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
      this.#report.fail(`${words}: ${errorWords(thrown)}`, { examination: name, advice });
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

  /** What tripped while the run was played straight, as far as anything was trapped. */
  tellTripwires(): void {
    if (this.#determinism !== undefined) tellTripwires(this.#report, this.#warnings, this.#determinism);
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

/** What an error is called, and what it says, whoever threw it. */
export function errorWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return `${"code" in thrown ? thrown.code : thrown.name}: ${thrown.message}`;
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
