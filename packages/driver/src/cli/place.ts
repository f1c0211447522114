// Where the game of a command is: an address, or a module that gives the game object.

import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { GameDefinition, JsonValue } from "@tickbridge/bridge";
import { installTripwires } from "@tickbridge/bridge/session";
import type { BrowserName } from "../browser.js";
import { DriverError } from "../errors.js";
import type { GamePlace, LaunchOptions } from "../launch.js";
import type { OptionValues } from "./command.js";

/** The options of every command that opens a browser. */
export const browserOptions = {
  browser: { kind: "text", value: "NAME", summary: "chromium (unless named), firefox or webkit" },
  headed: { kind: "flag", summary: "show the browser" },
} as const;

/** The options of every command that opens a game, in a browser or without. */
export const placeOptions = {
  game: { kind: "text", value: "MODULE", summary: "the game as an ES module, run in Node with no browser" },
  ...browserOptions,
} as const;

/** The option of every command that starts runs. */
export const startOptions = {
  options: { kind: "text", value: "JSON", summary: "start options of the run" },
} as const;

type PlaceValues = OptionValues<typeof placeOptions>;

/** A place to launch again and again. Each call gives a game of its own where the module has a `create…` function. */
export interface Place {
  /** For people. */
  readonly name: string;
  /** Whether two games at once do not share their state. */
  readonly separate: boolean;
  open(): GamePlace<unknown>;
  /** The same module, its code run once more; what it imports is not. Missing for an address. */
  importAgain?(): Promise<Place>;
}

/** @throws {DriverError} USAGE unless exactly one is given; what is wrong with the module. */
export async function readPlace(url: string | undefined, { game }: PlaceValues): Promise<Place> {
  if ((url === undefined) === (game === undefined)) {
    throw new DriverError(
      "USAGE",
      "give either the game's address or --game with its module (verify takes the address as --url)",
    );
  }
  if (game !== undefined) return loadGame(game);
  return { name: url as string, separate: true, open: () => ({ url: url as string }) };
}

/** What `launch` needs of the same options. */
export function readLaunchOptions({ browser, headed }: OptionValues<typeof browserOptions>): LaunchOptions {
  if (browser !== undefined && !isBrowserName(browser)) {
    throw new DriverError("USAGE", `--browser ${browser}: expected chromium, firefox or webkit`);
  }
  return { browser, headless: headed !== true };
}

/** @throws {DriverError} USAGE. */
export function readStartOptions(text: string | undefined): { readonly [name: string]: JsonValue } {
  try {
    const options: unknown = JSON.parse(text ?? "{}");
    if (typeof options === "object" && options !== null && !Array.isArray(options))
      return options as { [name: string]: JsonValue };
  } catch {
    // Told below.
  }
  throw new DriverError("USAGE", `--options ${text}: expected a JSON object such as '{"characterId": 0}'`);
}

export function isBrowserName(name: string): name is BrowserName {
  return name === "chromium" || name === "firefox" || name === "webkit";
}

let importCount = 0;

async function loadGame(path: string, query = ""): Promise<Place> {
  const file = resolve(path);
  if ((await stat(file).catch(() => undefined))?.isFile() !== true) {
    throw new DriverError("BAD_FILE", `${path}: no such file (--game names an ES module that exports the game)`);
  }
  // Before the game's own code, so that no reference is taken that is not trapped.
  installTripwires("loader");
  let exports: { readonly [name: string]: unknown };
  try {
    exports = await import(pathToFileURL(file).href + query);
  } catch (thrown) {
    const words = thrown instanceof Error ? thrown.message : String(thrown);
    throw new DriverError("BAD_GAME", `${path} cannot be imported (${words}): build it as an ES module for Node`, {
      cause: thrown,
    });
  }
  const importAgain = () => loadGame(path, `?again=${++importCount}`);
  const creator = Object.keys(exports).find((name) => name.startsWith("create") && isGame(tryCall(exports[name])));
  if (creator !== undefined) {
    const open = () => ({ game: tryCall(exports[creator]) as GameDefinition });
    return { name: path, separate: true, open, importAgain };
  }
  const { game } = exports;
  if (isGame(game)) return { name: path, separate: false, open: () => ({ game }), importAgain };
  throw new DriverError(
    "BAD_GAME",
    `${path} exports no game: export one as \`game\`, or a function \`createGame\` that returns one`,
  );
}

function tryCall(creator: unknown): unknown {
  try {
    return typeof creator === "function" ? (creator as () => unknown)() : undefined;
  } catch {
    // Some other function whose name begins so.
    return undefined;
  }
}

/** Enough to know what it is meant to be; the session checks the rest. */
function isGame(value: unknown): value is GameDefinition {
  return typeof value === "object" && value !== null && "id" in value && "tick" in value && "start" in value;
}
