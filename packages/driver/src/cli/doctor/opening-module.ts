// Opens the games of an examination in this process.

import type { LaunchOptions } from "../../launch.js";
import type { Place } from "../place.js";
import type { ModuleOpening, Open } from "./examinations.js";
import type { PlayBefore } from "./opening-page.js";

/** @throws {DriverError} BAD_GAME. */
export function moduleOpener(place: Place, options: LaunchOptions, playBefore: PlayBefore): Open<ModuleOpening> {
  let comeBack: () => void = () => undefined;
  return async ({ after, timezone }) => {
    const { launch } = await import("../../launch.js");
    // A game that came to no end was never closed.
    comeBack();
    const restore = timezone === undefined ? () => undefined : moveTo(timezone);
    comeBack = restore;
    try {
      // A module may ask for the time zone once, when it is imported.
      const there = timezone === undefined ? place : ((await place.importAgain?.()) ?? place);
      const session = await launch<never>(there.open() as never, { ...options, journal: false });
      if (after === "run") await playBefore(session);
      return {
        session,
        async close() {
          restore();
          await session.close();
        },
      };
    } catch (thrown) {
      restore();
      throw thrown;
    }
  };
}

/** Node follows this variable at once; one process has one time zone, so that one game at a time can be elsewhere. */
function moveTo(timezone: string): () => void {
  const { TZ } = process.env;
  process.env.TZ = timezone;
  return () => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  };
}
