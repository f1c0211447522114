// Opens the games of an examination in this process.

import type { LaunchOptions } from "../../launch.js";
import type { Place } from "../place.js";
import type { ModuleOpening, Open } from "./examinations.js";
import type { PlayBefore } from "./opening-page.js";

/** @throws {DriverError} BAD_GAME. */
export function moduleOpener(place: Place, options: LaunchOptions, playBefore: PlayBefore): Open<ModuleOpening> {
  return async ({ after, timezone }) => {
    const { launch } = await import("../../launch.js");
    const session = await launch<never>(place.open() as never, { ...options, journal: false });
    if (after === "run") await playBefore(session);
    const restore = timezone === undefined ? () => undefined : moveTo(timezone);
    return {
      session,
      async close() {
        restore();
        await session.close();
      },
    };
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
