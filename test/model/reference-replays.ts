// What a reference run is after a part of a replay.

import type { JsonValue } from "@tickbridge/bridge";
import type { Replay } from "@tickbridge/replay";
import { type AnyGame, inputAt } from "./by-hand.js";
import { ReferenceRun } from "./reference-run.js";

/** A replay's run at boundary `tick`, before the choices made there; without a tick, at its end. */
export async function runOf(makeGame: () => AnyGame, replay: Replay, tick?: number): Promise<ReferenceRun> {
  const run = await ReferenceRun.start(makeGame, replay.seed, replay.options);
  while (run.tick < (tick ?? replay.ticks)) await playOn(run, replay);
  if (tick === undefined) playChoices(run, replay);
  return run;
}

/** The choices at this boundary and the tick after it, as recorded. */
export async function playOn(run: ReferenceRun, replay: Replay): Promise<void> {
  playChoices(run, replay);
  const tick = run.tick + 1;
  run.waitingCheats = replay.cheats.filter(([at]) => at === tick).map(([, name, args]) => ({ seq: 0, name, args }));
  await run.runTick(inputAt(replay, tick, run.game.neutralInput as JsonValue));
  run.receipts = [];
}

/** The choices recorded at this boundary. */
export function playChoices(run: ReferenceRun, replay: Replay): void {
  for (const [, action, index] of replay.choices.filter(([at]) => at === run.tick)) {
    run.resolve(action, index ?? undefined);
  }
}
