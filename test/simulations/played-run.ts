// What every wrapped simulation is asked: one scripted run, played straight, verified, rewound and checked.

import type { GameDefinition } from "@tickbridge/bridge";
import type { Verdict } from "@tickbridge/bridge/protocol";
import { launch, verify } from "@tickbridge/driver";
import { type Replay, stringifyReplay } from "@tickbridge/replay";

/** A run by a script: the input of a tick follows from the tick alone. */
export interface Script<Input> {
  readonly seed: number;
  readonly ticks: number;
  /** How long each input holds. */
  readonly holdTicks: number;
  inputOf(tick: number): Input;
}

// biome-ignore lint/suspicious/noExplicitAny: games of any options and states
export type Game<Input> = GameDefinition<Input, any, any>;

/** A session with the scripted run, at its last tick or where the run ended. */
export async function play<Input>(game: Game<Input>, script: Script<Input>) {
  const session = await launch<Input>({ game }, { journal: false, timeoutMs: 0 });
  await session.pinSeed(script.seed);
  await session.startRun();
  await playOn(session, script);
  return session;
}

type Session<Input> = Awaited<ReturnType<typeof play<Input>>>;

/** Goes on with the script from where the session stands. */
async function playOn<Input>(session: Session<Input>, { ticks, holdTicks, inputOf }: Script<Input>): Promise<void> {
  const { tick: from = 0, runState } = await session.state();
  if (runState === "Over") return;
  const entries: { ticks: number; input: Input }[] = [];
  for (let tick = from; tick < ticks; ) {
    const length = Math.min(holdTicks - (tick % holdTicks), ticks - tick);
    entries.push({ ticks: length, input: inputOf(tick - (tick % holdTicks)) });
    tick += length;
  }
  if (entries.length > 0) await session.sequence(entries, {}, { timeoutMs: 0 });
}

/** The replay of the scripted run. */
export async function record<Input>(game: Game<Input>, script: Script<Input>): Promise<Replay> {
  const session = await play(game, script);
  const replay = await session.exportReplay();
  await session.close();
  return replay;
}

/** The verdicts on a replay in a fresh session, and in one in which another run has been played. */
export async function verdicts<Input>(
  create: () => Game<Input>,
  replay: Replay,
  script: Script<Input>,
): Promise<{ readonly fresh: Verdict; readonly used: Verdict }> {
  const fresh = await verify(replay, { game: create() });
  const session = await play(create(), { ...script, seed: script.seed + 1, ticks: Math.min(script.ticks, 90) });
  const used = await session.loadReplay(replay);
  await session.close();
  return { fresh, used };
}

/** Whether a run that goes back from `at` by `k` ticks, and plays on, exports the very replay of the straight one. */
export async function rewinds<Input>(
  game: Game<Input>,
  script: Script<Input>,
  replay: Replay,
  goings: readonly (readonly [at: number, k: number])[],
): Promise<boolean> {
  const session = await play(game, { ...script, ticks: 0 });
  for (const [at, k] of goings) {
    await playOn(session, { ...script, ticks: at });
    await session.rewind(k, { timeoutMs: 0 });
  }
  await playOn(session, script);
  const again = await session.exportReplay();
  await session.close();
  return stringifyReplay(again) === stringifyReplay(replay);
}
