// `tickbridge localise`: where a replay and a game, or two live games, part ways.

import { type Localisation, localise } from "../../localise.js";
import { defineCommand, type ExitCode } from "../command.js";
import { readReplay } from "../files.js";
import { printLocalisation } from "../localisation-report.js";
import { readSides, sideOptions } from "../sides.js";

const options = {
  ...sideOptions,
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
