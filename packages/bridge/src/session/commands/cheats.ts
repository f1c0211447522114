// Debug actions. They wait for the head of the next tick.

import { badArgs, Refusal } from "../refusal.js";
import type { Handlers } from "./index.js";

export const cheats: Handlers<"cheat"> = {
  cheat(session, call, name, args = {}) {
    const run = session.requireRun();
    const schema = session.game.cheats.get(name);
    if (session.game.cheats.size === 0) throw new Refusal("NOT_SUPPORTED", "the game has no cheats");
    if (schema === undefined) {
      throw badArgs(
        "/0",
        `one of ${[...session.game.cheats.keys()].join(", ")}`,
        `no cheat is named ${JSON.stringify(name)}`,
      );
    }
    run.pendingCheats.push({ seq: call.seq, name, args: schema.parse(args, "/1") });
    return { scheduled: { tick: run.tick + 1 } };
  },
};
