// `tickbridge doctor`: whether this machine and this game are fit to be driven.

import type { JsonValue } from "@tickbridge/bridge";
import { withGateOn } from "../../address.js";
import { DriverError } from "../../errors.js";
import type { GameSession } from "../../game-session.js";
import type { LaunchOptions } from "../../launch.js";
import { defineCommand } from "../command.js";
import { advise, describeGame } from "../doctor/advice.js";
import { checkRepeat, compare, type Trace } from "../doctor/check-repeat.js";
import { Report } from "../doctor/report.js";
import { placeOptions, readLaunchOptions, readPlace, readStartOptions, startOptions } from "../place.js";

const ticksDefault = 600;

/** What is wrong with the game and not with the way to it: a check that fails. */
const gameFaults: readonly string[] = ["NO_BRIDGE", "PROTOCOL_TOO_NEW", "BAD_GAME"];

export const doctor = defineCommand({
  name: "doctor",
  summary: "finds browsers, and checks a game: gate, bridge, and one run repeated and compared",
  usage: "[url]",
  words: { min: 0, max: 1 },
  options: {
    ticks: { kind: "count", value: "N", summary: `how long the repeated run is; ${ticksDefault} unless named` },
    ...startOptions,
    ...placeOptions,
  },
  examples: ["", "http://127.0.0.1:8080/", "http://127.0.0.1:8080/ --game dist/game.mjs --ticks 3600"],
  notes:
    "With an address and --game, the run in the page and the run in Node are compared too. Exit code 1: a check failed.",
  async run([url], given, terminal) {
    // Here and not above: what opens browsers takes most of a second to load, and --help should not wait for it.
    const { launch } = await import("../../launch.js");
    const { checkBrowsers } = await import("../doctor/check-browsers.js");
    const report = new Report(terminal);
    const options = {
      ticks: given.ticks ?? ticksDefault,
      startOptions: readStartOptions(given.options),
      launchOptions: { ...readLaunchOptions(given), onProgress: terminal.progress },
    };
    if (url !== undefined) withGateOn(url);
    const module = given.game === undefined ? undefined : await readPlace(undefined, given);
    await checkBrowsers(report, options.launchOptions.browser ?? "chromium", url !== undefined || module === undefined);
    const inPage = url === undefined ? undefined : await checkPage(report, url, options);
    if (module !== undefined) {
      report.heading(`game ${module.name}, in Node`);
      const open = () => launch<never>(module.open() as never, { ...options.launchOptions, journal: false });
      const words = { where: "registered", again: "again in the same session", anew: "in a fresh session" };
      const inNode = await checkGame(report, words, open, options);
      if (inPage !== undefined && inNode !== undefined) compare(report, "in Node as in the page", inPage, inNode);
    }
    return report.failures > 0 ? 1 : 0;
  },
});

interface Options {
  readonly ticks: number;
  readonly startOptions: { readonly [name: string]: JsonValue };
  readonly launchOptions: LaunchOptions;
}

async function checkPage(report: Report, url: string, options: Options): Promise<Trace | undefined> {
  report.heading(`page ${url}`);
  const { launch } = await import("../../launch.js");
  const { checkGateOff } = await import("../doctor/check-gate.js");
  await checkGateOff(report, url, options.launchOptions);
  const words = { where: "gate on", again: "again on the same page", anew: "on a fresh page" };
  return checkGame(report, words, () => launch<never>({ url }, { ...options.launchOptions, journal: false }), options);
}

/** The run that was played; undefined when the game cannot be opened. */
async function checkGame(
  report: Report,
  words: { readonly where: string; readonly again: string; readonly anew: string },
  open: () => Promise<GameSession<never>>,
  { ticks, startOptions: startWith }: Options,
): Promise<Trace | undefined> {
  let game: GameSession<never>;
  try {
    game = await open();
  } catch (thrown) {
    if (!(thrown instanceof DriverError) || !gameFaults.includes(thrown.code)) throw thrown;
    report.fail(`${words.where}: ${thrown.code}: ${thrown.message}`);
    return undefined;
  }
  try {
    const description = await game.describe();
    describeGame(report, words.where, description);
    const trace = await checkRepeat(report, game, words, { ticks, startOptions: startWith, open });
    advise(report, description);
    return trace;
  } finally {
    await game.close();
  }
}
