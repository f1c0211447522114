// Whether a run that is played again in some way comes to the same points as it did when it was played straight on a fresh
// game; and if not, where it parts first: one pass finds the point by hashes, a second one has both states there.

import type { DeterminismReport, DeterminismWarning, Reply, Snapshot } from "@tickbridge/bridge/protocol";
import { type Evidence, firstDifference } from "@tickbridge/replay";
import { aroundOf } from "../../around.js";
import type { Localisation } from "../../localise.js";
import type { Point } from "../../replay-drive.js";
import { shownValue } from "../../shown-value.js";
import { hashesDiffer, pointWords, type SidesDifference } from "../../side-comparison.js";
import { suspectsUpTo } from "../../suspects.js";
import type { BaseRun } from "./base-run.js";
import { type Met, type OpenGame, Playing, type Way } from "./playing.js";
import { straight } from "./ways.js";

/** The run as it was played straight on a fresh game: what all others are compared with. */
export interface Base {
  readonly run: BaseRun;
  readonly points: readonly Point[];
  readonly warnings: readonly DeterminismWarning[];
  readonly evidence: Evidence;
  /** What an agent is shown at its end. */
  readonly shown: Snapshot;
  /** How long it took, opening included. */
  readonly durationMs: number;
  /** The reply to a self-check there, unless the run has no tick. */
  readonly selfCheck: Reply | undefined;
  /** What its audit `determinism` says of the run; undefined where the bridge has none. */
  readonly determinism: DeterminismReport | undefined;
  /** Opens such a game once more. */
  open(): Promise<OpenGame>;
}

/** What came of a run that was played again. */
export interface Compared {
  /** Missing when every point is the same. */
  readonly difference?: Difference;
  readonly hashesCompared: number;
  readonly warnings: readonly DeterminismWarning[];
  /** How many times something was done on the way that must change nothing. */
  readonly disturbances: number;
  /** What of it the game never took, each with its words. */
  readonly neverTaken: readonly string[];
}
export type Difference = Extract<Localisation, { kind: "sides-differ" }>;

const selfCheckTicksMax = 240;

/** Plays a run straight where nothing has run before. */
export async function playBase(open: () => Promise<OpenGame>, run: BaseRun): Promise<Base> {
  const startMs = performance.now();
  const game = await open();
  try {
    const playing = new Playing(game, run, undefined);
    const points: Point[] = [];
    for await (const { point } of straight(playing)) points.push(point);
    const determinism = await playing.drive.sumUp();
    const { warnings, evidence = "snapshot" } = playing.drive;
    const shown = await settled(game);
    const durationMs = performance.now() - startMs;
    const last = points.findLast(({ kind }) => kind === "hash")?.tick ?? 0;
    // From where much has happened: a state that is loaded at the start has little to lose.
    const ticks = Math.min(selfCheckTicksMax, Math.ceil(last / 2));
    const checks = ticks === 0 ? [] : [{ cmd: "selfCheck", args: [ticks] } as const];
    const { replies } = await game.session.batch(checks, { timeoutMs: 0, refusals: "return" });
    const [selfCheck] = replies;
    return { run, points, warnings, evidence, shown, selfCheck, determinism, durationMs, open };
  } finally {
    await game.close();
  }
}

/** Plays the run of `base` on a game that `open` gives, in its way. `name` says in words where that is. */
export async function compareWithBase(
  base: Base,
  name: string,
  open: () => Promise<OpenGame>,
  way: Way,
): Promise<Compared> {
  const game = await open();
  let seen: Seen;
  let shown: ReturnType<typeof firstDifference>;
  try {
    seen = await playToMismatch(base, game, way);
    if (seen.met === undefined) shown = firstDifference(base.shown, await settled(game));
  } finally {
    await game.close();
  }
  const { met, warnings, ...counts } = seen;
  const sides = ["the first run", name] as const;
  const facts = { warnings, ...counts };
  if (met !== undefined) {
    const difference = await differenceAt(base, open, way, met);
    return { difference: differ(base, sides, difference, base.evidence, warnings), ...facts };
  }
  if (shown === undefined) return facts;
  const { path, left, right } = shown;
  const values = { path, left: shownValue(left), right: shownValue(right) };
  const difference = { kind: "state", tick: base.run.replay.ticks, after: "nothing", ...values } as const;
  return { difference: differ(base, sides, difference, "snapshot", warnings), ...facts };
}

interface Seen extends Omit<Compared, "difference"> {
  /** The first that is not what it was in the base. */
  readonly met: Met | undefined;
}

async function playToMismatch(base: Base, game: OpenGame, way: Way): Promise<Seen> {
  const playing = new Playing(game, base.run, undefined);
  let hashesCompared = 0;
  let mismatch: Met | undefined;
  for await (const met of way(playing)) {
    hashesCompared++;
    if (isSame(base.points[met.index], met.point)) continue;
    mismatch = met;
    break;
  }
  await playing.drive.sumUp();
  const { disturbances, neverTaken } = playing;
  return { met: mismatch, hashesCompared, warnings: playing.drive.warnings, disturbances, neverTaken };
}

/** Engines word the same error differently. */
function isSame(expected: Point | undefined, actual: Point): boolean {
  if (expected?.kind === "hash" && actual.kind === "hash") {
    return expected.hash === actual.hash && expected.refusedCheat === actual.refusedCheat;
  }
  return expected?.kind === "stopped" && actual.kind === "stopped" && expected.code === actual.code;
}

/** Plays the run once more in both ways, for the states at the point that differs. */
async function differenceAt(base: Base, open: () => Promise<OpenGame>, way: Way, met: Met): Promise<SidesDifference> {
  const expected = base.points[met.index] as Point;
  const { point } = met;
  const where = { tick: point.tick, after: met.after };
  if (point.kind !== "hash" || expected.kind !== "hash" || expected.hash === point.hash) {
    return { kind: "stopped", ...where, left: pointWords(expected), right: pointWords(point) };
  }
  const left = await playOnceMore(base, base.open, straight, met.index, ({ index }) => index === met.index);
  const right = await playOnceMore(
    base,
    open,
    way,
    met.index,
    (again) => !isSame(base.points[again.index], again.point),
  );
  return hashesDiffer(where, left ?? expected, right ?? point);
}

type Hashed = Extract<Point, { kind: "hash" }>;

/** The first point that `isWanted`, with its state where it is behind the move `watched`. */
async function playOnceMore(
  base: Base,
  open: () => Promise<OpenGame>,
  way: Way,
  watched: number,
  isWanted: (met: Met) => boolean,
): Promise<Hashed | undefined> {
  const game = await open();
  try {
    for await (const met of way(new Playing(game, base.run, watched))) {
      if (isWanted(met)) return met.point.kind === "hash" && met.index === watched ? met.point : undefined;
    }
    return undefined;
  } finally {
    await game.close();
  }
}

function differ(
  { run, warnings: ofBase }: Base,
  sides: readonly [string, string],
  difference: SidesDifference,
  evidence: Evidence,
  warnings: readonly DeterminismWarning[],
): Difference {
  const { game } = run.replay;
  const { tick } = difference;
  return {
    kind: "sides-differ",
    sides,
    evidence,
    difference,
    around: aroundOf(run.replay, tick),
    builds: { sides: [game.build, game.build], recorded: game.build },
    suspects: suspectsUpTo(tick, ofBase, warnings),
    notes: [],
  };
}

/** The snapshot of now without its number, and without the news since the look before. */
async function settled(game: OpenGame): Promise<Snapshot> {
  const looks = [{ cmd: "dump" }, { cmd: "dump" }] as const;
  const { state } = await game.session.batch(looks, { timeoutMs: 0, refusals: "return" });
  return { ...state, snap: 0 };
}
