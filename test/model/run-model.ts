// Runs random sequences of commands against the reference; what fails is told with the line that runs it again.

import type { JsonValue } from "@tickbridge/bridge";
import type { Replay } from "@tickbridge/replay";
import fc, { type Arbitrary } from "fast-check";
import type { AnyGame } from "./by-hand.js";
import { Given, type Plan, simulateAgain } from "./given.js";
import type { Real } from "./real.js";
import { Reference } from "./reference.js";
import type { Hardware } from "./subjects.js";

export interface ModelRun {
  /** How the test that runs it is named on a command line. */
  readonly file: string;
  readonly sequences: number;
  readonly seed: number;
  readonly commandsMax: number;
  readonly plans: Arbitrary<Plan>;
  readonly options: Arbitrary<JsonValue>;
  readonly createGame: (hardware: Hardware) => AnyGame;
  readonly library: readonly Replay[];
  readonly comparesSnapshots: boolean;
  readonly isInPage?: boolean;
  /** Not looked for: the shortest sequence that fails. */
  readonly endsOnFailure?: boolean;
  openReal(game: AnyGame): Promise<Real> | Real;
}

export async function runModel(model: ModelRun): Promise<void> {
  const seed = Number(process.env.MODEL_SEED ?? model.seed);
  const path = process.env.MODEL_PATH;
  const replayPath = process.env.MODEL_REPLAY_PATH;
  const commands = fc.commands([model.plans.map((plan) => new Given(plan))], {
    maxCommands: model.commandsMax,
    size: "max",
    ...(replayPath === undefined ? {} : { replayPath }),
  });
  // Mostly there is a run from the first command on; now and then all begins in the menu.
  const property = fc.asyncProperty(fc.nat(9), model.options, commands, async (first, options, given) => {
    const hardware: Hardware = { input: null };
    const game = model.createGame(hardware);
    hardware.input = game.neutralInput as never;
    const reference = new Reference(() => model.createGame(hardware), hardware, model.library);
    reference.isInPage = model.isInPage ?? false;
    const real = await model.openReal(game);
    const compared = { real, hardware, comparesSnapshots: model.comparesSnapshots };
    if (first > 0) await new Given({ kind: "give", cmd: "startRun", args: [options] }).run(reference, compared);
    await fc.asyncModelRun(() => ({ model: reference, real: compared }), given);
    await simulateAtEnd(reference, real);
  });
  const result = await fc.check(property, {
    seed,
    numRuns: model.sequences,
    endOnFailure: model.endsOnFailure === true,
    ...(path === undefined ? {} : { path }),
  });
  if (result.failed) throw new Error(report(model, result));
}

async function simulateAtEnd(reference: Reference, real: Real): Promise<void> {
  if (reference.run === undefined || reference.watching !== undefined) return;
  const { replies } = await real.give([{ cmd: "exportReplay", args: [] }]);
  await simulateAgain(reference, (replies[0] as unknown as { replay: Replay }).replay);
}

interface Failure {
  readonly seed: number;
  readonly counterexample: readonly unknown[] | null;
  readonly counterexamplePath: string | null;
  readonly errorInstance: unknown;
}

function report(model: ModelRun, result: Failure): string {
  const { counterexample, counterexamplePath, seed, errorInstance } = result;
  const [first, options, commands] = counterexample ?? [];
  const shown = `${Number(first) > 0 ? `startRun ${JSON.stringify(options)},` : ""} ${String(commands)}`;
  const replayPath = /replayPath="([^"]*)"/.exec(shown)?.[1] ?? "";
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${error}

after ${shown}

MODEL_SEED=${seed} MODEL_PATH=${counterexamplePath} MODEL_REPLAY_PATH='${replayPath}' npx vitest run ${model.file}`;
}
