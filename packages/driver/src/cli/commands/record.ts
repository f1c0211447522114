// `tickbridge record`: lets a policy play and writes the run as a replay.

import type { Command } from "@tickbridge/bridge/protocol";
import { type Replay, stringifyReplay } from "@tickbridge/replay";
import { DriverError } from "../../errors.js";
import type { Description, GameSession } from "../../game-session.js";
import { defineCommand, type ExitCode } from "../command.js";
import { openForResult, type ResultFile } from "../files.js";
import { placeOptions, readLaunchOptions, readPlace, readStartOptions, startOptions } from "../place.js";
import { play } from "../policy/play.js";
import { idlePolicy, randomPolicy } from "../policy/policy.js";
import { readScript, runScript } from "../policy/script.js";
import type { Terminal } from "../terminal.js";

const ticksDefault = 3600;

export const record = defineCommand({
  name: "record",
  summary: "plays a random or scripted run and writes it as a replay",
  usage: "<url>",
  words: { min: 0, max: 1 },
  options: {
    policy: {
      kind: "text",
      value: "WHO",
      summary: "random (unless named), idle, or a JSON file with a list of commands",
    },
    seed: {
      kind: "seed",
      value: "N",
      summary: "of the run; the game draws one unless named. The random policy follows it",
    },
    ticks: {
      kind: "count",
      value: "N",
      summary: `how far to play at most; ${ticksDefault} unless named. Not for a script`,
    },
    ...startOptions,
    out: {
      kind: "text",
      value: "FILE",
      summary: "where the replay goes; <game id>-<seed>.json unless named, and - is stdout",
    },
    force: { kind: "flag", summary: "write over a file that is there already" },
    ...placeOptions,
  },
  examples: [
    "http://127.0.0.1:8080/ --seed 777001 --out run.json",
    "http://127.0.0.1:8080/ --policy idle --ticks 1800 --out - > idle.json",
    "--game dist/game.mjs --policy commands.json --out run.json",
  ],
  notes:
    'A script is a list such as [{"cmd": "input", "args": [{"moveX": 1}]}, {"cmd": "step", "args": [600]}]; the run is started\n' +
    "for it unless it has a startRun of its own. Exit code 1: the game threw, and the replay records it; or a command of the\n" +
    "script was refused, and its reply is printed. A file that is there already is never written over without --force.",
  async run([url], given, terminal) {
    const { policy = "random", ticks, seed } = given;
    const place = await readPlace(url, given);
    const script = policy === "random" || policy === "idle" ? undefined : await readScript(policy);
    if (script !== undefined && ticks !== undefined) {
      throw new DriverError("USAGE", "--ticks does not go with a script, which says itself how far it goes");
    }
    const options = readStartOptions(given.options);
    const out = given.out === undefined ? undefined : await openOut(given.out, given);
    // Here and not above: what opens browsers takes most of a second to load, and --help should not wait for it.
    const { launch } = await import("../../launch.js");
    const game = await launch<never>(place.open() as never, {
      ...readLaunchOptions(given),
      onProgress: terminal.progress,
      // The replay is what is kept.
      journal: false,
    }).catch(async (thrown: unknown) => {
      await out?.close();
      throw thrown;
    });
    let file = out;
    try {
      if (seed !== undefined) await game.pinSeed(seed);
      const commands = script?.map(({ cmd }) => cmd) ?? [];
      const started = commands.includes("startRun") ? undefined : await game.startRun(options);
      // Known only at the end when the script pins or draws another.
      const runSeed = commands.includes("pinSeed") ? undefined : (started?.seed ?? seed);
      const path = given.out ?? (await defaultName(game, runSeed));
      file ??= path === undefined ? undefined : await openOut(path, given);
      const exitCode =
        script === undefined
          ? await playByPolicy(game, policy, runSeed ?? 0, ticks ?? ticksDefault, terminal)
          : await playScript(game, script, policy, terminal);
      if (exitCode === "refused") return 1;
      const replay = await game.exportReplay();
      const text = stringifyReplay(replay);
      const writtenTo = path ?? `${fileName(replay.game.id)}-${replay.seed}.json`;
      file ??= await openOut(writtenTo, given);
      if (writtenTo === "-") terminal.print(text.trimEnd());
      else await file.write(text);
      terminal.say(summary(replay, text.length, writtenTo));
      return exitCode;
    } finally {
      await file?.close();
      await game.close();
    }
  },
});

/** `-` is no file: what is written to it is printed. */
async function openOut(path: string, { force }: { readonly force?: true }): Promise<ResultFile> {
  if (path !== "-") return openForResult(path, force === true);
  return { write: async () => undefined, close: async () => undefined };
}

/** Undefined while the seed is not known. */
async function defaultName(game: GameSession<never>, seed: number | undefined): Promise<string | undefined> {
  const { id } = (await game.describe()).game as { readonly id: string };
  return seed === undefined ? undefined : `${fileName(id)}-${seed}.json`;
}

/** A game's id may hold what a file's name may not. */
function fileName(id: string): string {
  return id.replaceAll(/[^\w.-]/g, "-");
}

async function playScript(
  game: GameSession<never>,
  script: readonly Command[],
  path: string,
  terminal: Terminal,
): Promise<ExitCode | "refused"> {
  const refused = await runScript(game, script, (place) => terminal.progress(`command ${place} of ${script.length}`));
  if (refused === undefined) return 0;
  terminal.say(`${path}: command ${refused.place} of ${script.length} was refused, and no replay is written:`);
  terminal.print(JSON.stringify(refused.reply));
  return "refused";
}

async function playByPolicy(
  game: GameSession<never>,
  name: string,
  seed: number,
  ticks: number,
  terminal: Terminal,
): Promise<ExitCode> {
  const description: Description = await game.describe();
  const policy = name === "random" ? randomPolicy(description, seed) : idlePolicy;
  const { threw, inputsRefused } = await play(game, policy, description, ticks, (state) => {
    terminal.progress(`tick ${state.tick ?? 0} of ${ticks}`);
  });
  if (inputsRefused > 0) {
    terminal.say(
      `${inputsRefused} random inputs fit the JSON Schema of the input and were refused by the game: neutral stood in for them`,
    );
  }
  if (threw === undefined) return 0;
  terminal.say(`the game threw in tick ${threw.tick + 1}: ${threw.error.message}`);
  if (threw.error.stack !== undefined) terminal.say(threw.error.stack);
  return 1;
}

function summary(replay: Replay, characters: number, file: string): string {
  const facts = [
    `seed ${replay.seed}`,
    `${replay.ticks} ticks`,
    `${replay.inputs.length} inputs`,
    `${replay.choices.length} choices`,
    `${characters} bytes`,
    `final hash ${replay.final}`,
  ];
  return `recorded ${replay.game.id} ${replay.game.build}: ${facts.join(", ")}${file === "-" ? "" : `; written to ${file}`}`;
}
