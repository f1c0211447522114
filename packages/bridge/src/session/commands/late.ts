// All that stands in the chunk of its own; see late.ts.

import { recover } from "../recovery.js";
import { audits } from "./audits.js";
import { cheats } from "./cheats.js";
import type { Handlers, LateCommand } from "./index.js";
import { replays } from "./replays.js";
import { sequence } from "./sequence.js";
import { travel } from "./travel.js";

export { encodeState, hashParts } from "@tickbridge/replay";
export { ChoiceAnswers } from "../choice-answers.js";
export { exchange } from "../exchange.js";
export { fitted } from "../fitted.js";
export { checkFields, viewOf } from "../snapshot-view.js";
export { parseConditions } from "../stop-words.js";
export { putBack, restoreBoundary } from "../time-travel.js";

export const lateHandlers: Handlers<LateCommand> = {
  ...audits,
  ...cheats,
  ...replays,
  ...sequence,
  ...travel,
  recover,
};
