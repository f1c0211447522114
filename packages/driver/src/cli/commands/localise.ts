// `tickbridge localise`: where a replay and a game, or two live games, part ways.

import { stat } from "node:fs/promises";
import { DriverError } from "../../errors.js";
import { type Localisation, localise, type Side } from "../../localise.js";
import { defineCommand, type ExitCode, type OptionValues } from "../command.js";
import { readReplay } from "../files.js";
import { printLocalisation } from "../localisation-report.js";
import { isBrowserName, type Place, placeOptions, readLaunchOptions, readPlace } from "../place.js";

const options = {
  url: { kind: "text", value: "URL", summary: "the game's address" },
  against: {
    kind: "text",
    value: "WHAT",
    summary: "compare with another live game: an address, a module, browser, node, or the name of a browser",
  },
  ...placeOptions,
  "allow-build": { kind: "flag", summary: "go on when the replay is of another build" },
  json: { kind: "flag", summary: "the result as one JSON object" },
} as const;

export const localiseCommand = defineCommand({
  name: "localise",
  summary: "says at which tick and where in the state a replay and a game, or two games, part",
  usage: "<replay>",
  words: { min: 1, max: 1 },
  options,
  examples: [
    "run.json --url http://127.0.0.1:8080/",
    "run.json --url http://127.0.0.1:8080/ --against http://127.0.0.1:9090/",
    "run.json --url http://127.0.0.1:8080/ --game dist/game.mjs --against node",
    "run.json --url http://127.0.0.1:8080/ --against firefox --json",
    "run.json --game dist/game.mjs --against yesterday/game.mjs",
  ],
  notes:
    "Verifies the replay; when it diverges, runs it twice more. Runs that differ from each other: the tick, the path, both\n" +
    "values, and the inputs around. Runs that agree: recording-differs (another build, engine or environment), or\n" +
    "timing-differs (something changes the state between two ticks). With --against two live games are compared after every\n" +
    "tick: node is the module of --game, browser the page of --url; their builds may differ. Exit code 0: identical, or both\n" +
    "sides agree; 1: they differ. The first difference is not always the cause: suspects are what broke determinism before it.",
  async run([file = ""], given, terminal) {
    const replay = await readReplay(file);
    const { side, against } = await readSides(given);
    const found = await localise(replay, side, {
      allowBuild: given["allow-build"] === true,
      onProgress: terminal.progress,
      ...(against === undefined ? {} : { against }),
    });
    if (given.json === true) terminal.print(JSON.stringify(found, undefined, 2));
    else printLocalisation(found, terminal);
    return exitCodes[found.kind];
  },
});

const exitCodes: { readonly [kind in Localisation["kind"]]: ExitCode } = {
  identical: 0,
  "sides-agree": 0,
  "sides-differ": 1,
  "recording-differs": 1,
  "timing-differs": 1,
  unverifiable: 3,
};

type Values = OptionValues<typeof options>;

/** The side that is asked about, and the one that it is compared with. */
async function readSides(given: Values): Promise<{ readonly side: Side; readonly against?: Side }> {
  const { url, game, against } = given;
  const page = url === undefined ? undefined : sideOf(await readPlace(url, {}), given);
  const module = game === undefined ? undefined : sideOf(await readPlace(undefined, { game }), given);
  if (against === undefined) {
    if (page !== undefined && module !== undefined)
      throw new DriverError("USAGE", "--url and --game together need --against node or --against browser");
    // Says that one of them is missing.
    return { side: page ?? module ?? sideOf(await readPlace(undefined, {}), given) };
  }
  const other = await readAgainst(against, page, module, given);
  const side = against === "browser" ? (module ?? page) : (page ?? module);
  if (side === undefined)
    throw new DriverError("USAGE", `--against ${against} needs --url or --game for the other side`);
  return { side, against: other };
}

async function readAgainst(
  against: string,
  page: Side | undefined,
  module: Side | undefined,
  given: Values,
): Promise<Side> {
  if (against === "node") {
    if (module === undefined) throw new DriverError("USAGE", "--against node needs --game with the game's module");
    return module;
  }
  if (against !== "browser" && !isBrowserName(against)) {
    const isModule = !against.includes("://") && (await stat(against).catch(() => undefined))?.isFile() === true;
    return sideOf(await (isModule ? readPlace(undefined, { game: against }) : readPlace(against, {})), given);
  }
  if (page === undefined || given.url === undefined)
    throw new DriverError("USAGE", `--against ${against} needs --url with the page's address`);
  if (against === "browser") return page;
  const other = sideOf(await readPlace(given.url, {}), { ...given, browser: against });
  return { ...other, name: `${given.url} in ${against}` };
}

function sideOf(place: Place, given: Values): Side {
  if (!place.separate) {
    throw new DriverError(
      "USAGE",
      `${place.name} exports one game, and two are needed at once: export a function createGame that returns one`,
    );
  }
  // No journal: nobody brings these runs back, and they would push out those of others.
  const launchOptions = { ...readLaunchOptions(given), journal: false as const };
  return {
    name: place.name,
    async open() {
      // Here and not above: what opens browsers takes most of a second to load, and --help should not wait for it.
      const { launch } = await import("../../launch.js");
      return launch<never>(place.open() as never, launchOptions);
    },
  };
}
