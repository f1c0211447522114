// The games that a command compares: the one of --url or --game, and the one of --against.

import { stat } from "node:fs/promises";
import { DriverError } from "../errors.js";
import type { Side } from "../side.js";
import type { OptionValues } from "./command.js";
import { isBrowserName, type Place, placeOptions, readLaunchOptions, readPlace } from "./place.js";

/** The options of every command that may compare two games. */
export const sideOptions = {
  url: { kind: "text", value: "URL", summary: "the game's address" },
  against: {
    kind: "text",
    value: "WHAT",
    summary: "another live game: an address, a module, browser, node, or the name of a browser",
  },
  ...placeOptions,
} as const;

type Values = OptionValues<typeof sideOptions>;

/** The side that is asked about, and the one that it is compared with. @throws {DriverError} USAGE. */
export async function readSides(given: Values): Promise<{ readonly side: Side; readonly against?: Side }> {
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
      const { launch } = await import("../launch.js");
      return launch<never>(place.open() as never, launchOptions);
    },
  };
}
