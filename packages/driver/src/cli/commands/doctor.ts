// `tickbridge doctor`: whether this machine and this game are fit to be driven, and whether the game repeats its runs
// wherever and however they are played.

import { withGateOn } from "../../address.js";
import { CommandError, DriverError } from "../../errors.js";
import type { GameSession } from "../../game-session.js";
import type { LaunchOptions } from "../../launch.js";
import { defineCommand } from "../command.js";
import { advise, describeGame } from "../doctor/advice.js";
import { type BaseRun, type RunSettings, recordRun } from "../doctor/base-run.js";
import type { Base } from "../doctor/comparison.js";
import {
  type Examination,
  moduleExaminations,
  nodeAdvice,
  type Open,
  pageExaminations,
} from "../doctor/examinations.js";
import { Examiner, errorWords } from "../doctor/examiner.js";
import { moduleOpener } from "../doctor/opening-module.js";
import type { PageOpener } from "../doctor/opening-page.js";
import { Report } from "../doctor/report.js";
import { type Place, placeOptions, readLaunchOptions, readPlace, readStartOptions, startOptions } from "../place.js";

const ticksDefault = 600;
const seedDefault = 777001;
/** How long the run is that is played before the examined one, where one is. */
const ticksBefore = 120;

/** What is wrong with the game and not with the way to it: a check that fails. */
const gameFaults: readonly string[] = ["NO_BRIDGE", "PROTOCOL_TOO_NEW", "BAD_GAME"];

export const doctor = defineCommand({
  name: "doctor",
  summary: "finds browsers, and examines a game: gate, bridge, and whether its runs repeat",
  usage: "[url]",
  words: { min: 0, max: 1 },
  options: {
    ticks: { kind: "count", value: "N", summary: `how long the examined run is; ${ticksDefault} unless named` },
    seed: { kind: "seed", value: "N", summary: `of the run and of the random policy; ${seedDefault} unless named` },
    ...startOptions,
    ...placeOptions,
    json: { kind: "flag", summary: "the findings as one JSON object" },
  },
  examples: ["", "http://127.0.0.1:8080/", "http://127.0.0.1:8080/ --game dist/game.mjs --ticks 3600"],
  notes:
    "A random policy plays a run, which is then played again in every way that must make no difference: on a fresh page and on\n" +
    "a used one, after a reload, with rewinds, with and without frames, read between ticks, in other time zones, locales and\n" +
    "windows, and with --game in Node. A line each; where runs part, the tick, the path and both values. Exit code 1: a check\n" +
    "failed. Warnings (a tripwire that told of native maths, a clock) do not fail by themselves.",
  async run([url], given, terminal) {
    const report = new Report(terminal, given.json === true);
    const settings = {
      ticks: given.ticks ?? ticksDefault,
      seed: given.seed ?? seedDefault,
      startOptions: readStartOptions(given.options),
    };
    if (url !== undefined) withGateOn(url);
    // Whatever the game says; only who examines it may say otherwise, in the address.
    const isSaid = url !== undefined && new URL(url).searchParams.has("tripwires");
    const launchOptions: LaunchOptions = {
      ...readLaunchOptions(given),
      ...(isSaid ? {} : { tripwires: "report" }),
      onProgress: terminal.progress,
    };
    const module = given.game === undefined ? undefined : await readPlace(undefined, given);
    // Here and not above: what opens browsers takes most of a second to load, and --help should not wait for it.
    const { checkBrowsers } = await import("../doctor/check-browsers.js");
    if (url !== undefined || module === undefined)
      await checkBrowsers(report, launchOptions.browser ?? "chromium", true);
    const doctor = new Doctor(report, settings, launchOptions);
    try {
      const inPage = url === undefined ? undefined : await doctor.examinePage(url);
      if (module !== undefined) await doctor.examineModule(module, inPage);
    } finally {
      await doctor.close();
    }
    const failures = report.count("failed");
    if (given.json === true)
      terminal.print(JSON.stringify({ ok: failures === 0, findings: report.findings }, undefined, 2));
    return failures > 0 ? 1 : 0;
  },
});

class Doctor {
  readonly #report: Report;
  readonly #settings: RunSettings;
  readonly #launchOptions: LaunchOptions;
  /** Open until the end: what differs in Node is looked up in a page. */
  #pages: PageOpener | undefined;

  constructor(report: Report, settings: RunSettings, launchOptions: LaunchOptions) {
    this.#report = report;
    this.#settings = settings;
    this.#launchOptions = launchOptions;
  }

  async examinePage(url: string): Promise<Base | undefined> {
    this.#report.heading(`page ${url}`);
    const { checkGateOff } = await import("../doctor/check-gate.js");
    await checkGateOff(this.#report, url, this.#launchOptions);
    const { PageOpener } = await import("../doctor/opening-page.js");
    const pages = await PageOpener.start(url, this.#launchOptions, (session) => this.#playBefore(session));
    this.#pages = pages;
    const run = await this.#record("gate on", pages.open);
    return run && this.#examine(pages.open, run, pageExaminations, "on a fresh page", false);
  }

  async examineModule(module: Place, inPage: Base | undefined): Promise<void> {
    this.#report.heading(`game ${module.name}, in Node`);
    const open = moduleOpener(module, this.#launchOptions, (session) => this.#playBefore(session));
    const run = await this.#record("registered", open);
    if (run === undefined) return;
    await this.#examine(open, run, moduleExaminations, "in a fresh session", !module.separate);
    if (inPage === undefined) return;
    const examiner = new Examiner(this.#report, open, inPage.run);
    await examiner.examine(inPage, { name: "node", words: "in Node as in the page", advice: nodeAdvice });
  }

  async close(): Promise<void> {
    await this.#pages?.close();
  }

  /** Undefined when the game cannot be opened. */
  async #record<Opening extends object>(where: string, open: Open<Opening>): Promise<BaseRun | undefined> {
    const { ticks, seed } = this.#settings;
    let game: Awaited<ReturnType<typeof open>>;
    try {
      game = await open({} as Opening);
    } catch (thrown) {
      if (!(thrown instanceof DriverError) || !gameFaults.includes(thrown.code)) throw thrown;
      this.#report.fail(`${where}: ${thrown.code}: ${thrown.message}`);
      return undefined;
    }
    try {
      describeGame(this.#report, where, await game.session.describe());
      this.#report.progress(`playing ${ticks} ticks`);
      const run = await recordRun(game.session, this.#settings);
      const { inputs, choices } = run.replay;
      this.#report.heading(
        `one run (seed ${seed}, ${run.replay.ticks} ticks, ${inputs.length} random inputs, ${choices.length} choices), played again in every way`,
      );
      if (run.threw !== undefined) this.#report.fail(`the game threw: ${run.threw}`, { examination: "throws" });
      return run;
    } catch (thrown) {
      // What was given to the game is the caller's.
      if (thrown instanceof CommandError && thrown.code === "BAD_ARGS") throw thrown;
      this.#report.fail(`${where}: the game cannot be played: ${errorWords(thrown)}`);
      return undefined;
    } finally {
      await game.close();
    }
  }

  async #examine<Opening extends object>(
    open: Open<Opening>,
    run: BaseRun,
    examinations: readonly Examination<Opening>[],
    fresh: string,
    isShared: boolean,
  ): Promise<Base | undefined> {
    const examiner = new Examiner(this.#report, open, run);
    const base = await examiner.examineFresh(fresh, isShared);
    if (base !== undefined) {
      for (const examination of examinations) await examiner.examine(base, examination);
      examiner.tellSelfCheck(base);
    }
    examiner.tellTripwires();
    advise(this.#report, run.description);
    return base;
  }

  /** Leaves in a game what a run leaves. */
  async #playBefore(session: GameSession<never>): Promise<void> {
    const { ticks, seed, startOptions } = this.#settings;
    await recordRun(session, { ticks: Math.min(ticks, ticksBefore), seed: (seed + 1) % 2 ** 32, startOptions });
  }
}
