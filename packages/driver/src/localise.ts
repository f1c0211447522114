// Where a replay and a game, or two live games, part ways: the tick, the path, and what was given around it.

import type { Verdict } from "@tickbridge/bridge/protocol";
import { type Evidence, parseReplay, type Replay } from "@tickbridge/replay";
import { type Around, aroundOf } from "./around.js";
import type { GameSession } from "./game-session.js";
import { ReplayDrive } from "./replay-drive.js";
import { closingVerdict } from "./session-verdict.js";
import { buildOf, type Side } from "./side.js";
import {
  type Compared,
  type Interval,
  isStateChange,
  SideComparison,
  type SidesDifference,
  type Window,
} from "./side-comparison.js";
import { type Suspect, suspectsUpTo } from "./suspects.js";

export interface LocaliseOptions {
  /** Compare `side` with this one instead of with the recording. */
  readonly against?: Side;
  /** Go on when the replay is of another build. */
  readonly allowBuild?: boolean;
  /** Told in words what is going on. */
  readonly onProgress?: (words: string) => void;
}

export type { Around } from "./around.js";
export type { Side } from "./side.js";
export type { Interval, SidesDifference } from "./side-comparison.js";
export type { Suspect } from "./suspects.js";

export type Localisation = {
  readonly notes: readonly string[];
} & (
  | { readonly kind: "identical" | "unverifiable"; readonly verdict: Verdict }
  /** Two runs that are driven alike differ from each other. Without `against` both are of the same side. */
  | ({
      readonly kind: "sides-differ";
      readonly verdict?: Verdict;
      readonly sides: readonly [string, string];
      readonly evidence: Evidence;
      readonly difference: SidesDifference;
      readonly around: Around;
    } & Witnessed)
  /** The game's runs agree with each other and not with the recording: another build, engine or environment made it. */
  | ({
      readonly kind: "recording-differs";
      readonly verdict: Verdict;
      readonly interval: Interval;
      readonly around: Around;
    } & Witnessed)
  /** One tick at a time the state becomes another than at full speed: something changes it between two ticks. */
  | ({
      readonly kind: "timing-differs";
      readonly verdict: Verdict;
      readonly interval: Interval;
      /** The first change between two ticks that was seen: its boundary, path and values. */
      readonly change?: Suspect;
      readonly around: Around;
    } & Witnessed)
  | ({
      readonly kind: "sides-agree";
      readonly sides: readonly [string, string];
      readonly evidence: Evidence;
      readonly hashesCompared: number;
      /** Where both part from the recording; missing when they do not. */
      readonly recording?: Interval;
    } & Witnessed)
);

/** What two live runs have told besides their states. */
interface Witnessed {
  readonly builds: Builds;
  /** What broke determinism up to the difference, on both sides; first what only one of them did. */
  readonly suspects: readonly Suspect[];
}

/** The builds of the two sides, and the one that the replay names. */
export interface Builds {
  readonly sides: readonly [string, string];
  readonly recorded: string;
}

const causeNote =
  "The first difference is not always the cause: what made it may lie earlier, in something that no state holds " +
  "(a clock, Math.random, a variable outside the state).";
const snapshotNote = "The game gives no save(): what its snapshot does not show was not compared.";
const missedNote =
  "The sides parted at another tick when they were run again, so that no state was at hand: the tick is the first that was seen.";
/** How far behind a difference that was seen the sides stand still after every move. */
const watchedTicks = 240;
/** How far before a difference that was seen: sides that differ at random part earlier the next time. The last is the start. */
const marginsInTicks = [2, watchedTicks];
const attemptsMax = 4;
const nowhere: Window = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/**
 * Runs `replay` on a fresh `side` and, when it diverges, twice more, and says where the two part; or compares `side` with
 * `against`. There is no limit on the time while the games answer.
 * @throws {CommandError} WRONG_GAME and what else loading a replay is refused with.
 * @throws {DriverError} when a game cannot be reached or driven.
 */
export async function localise(
  replay: Replay | string,
  side: Side,
  options: LocaliseOptions = {},
): Promise<Localisation> {
  const parsed = parseReplay(replay);
  const { against, allowBuild = false, onProgress = () => undefined } = options;
  const localiser = new Localiser(parsed, onProgress);
  if (against !== undefined) return localiser.compareLive(side, against);
  return localiser.findFault(side, allowBuild);
}

class Localiser {
  readonly #replay: Replay;
  readonly #tell: (words: string) => void;

  constructor(replay: Replay, tell: (words: string) => void) {
    this.#replay = replay;
    this.#tell = tell;
  }

  async compareLive(left: Side, right: Side): Promise<Localisation> {
    const sides = [left.name, right.name] as const;
    const found = await this.#compareUntilCaught([left, right], nowhere);
    const { difference, evidence, hashesCompared, recording } = found;
    if (difference !== undefined) return this.#differ(sides, found, difference);
    return {
      kind: "sides-agree",
      sides,
      evidence,
      hashesCompared,
      ...(recording === undefined ? {} : { recording }),
      ...this.#witnessed(found, Number.POSITIVE_INFINITY),
    };
  }

  async findFault(side: Side, allowBuild: boolean): Promise<Localisation> {
    this.#tell("verifying");
    const verdict = await closingVerdict(await side.open(), this.#replay, allowBuild);
    const { evidence } = verdict;
    if (verdict.verdict !== "diverged") {
      return { kind: verdict.verdict, verdict, notes: evidence === "snapshot" ? [snapshotNote] : [] };
    }
    const interval = intervalOf(verdict);
    const watched = { from: Math.max(0, interval.lastEqualTick), to: interval.tick };
    const found = await this.#compareUntilCaught([side, side], watched);
    if (found.difference !== undefined) {
      const sides = [`first run of ${side.name}`, `second run of ${side.name}`] as const;
      return { verdict, ...this.#differ(sides, found, found.difference) };
    }
    const parted = await this.#timingInterval(side, found, interval);
    const where = parted ?? interval;
    const seen = { verdict, interval: where, ...this.#witnessed(found, where.tick) };
    const change = seen.suspects.find(isStateChange);
    if (parted === undefined) return { kind: "recording-differs", ...seen, around: aroundOf(this.#replay, where.tick) };
    const around = aroundOf(this.#replay, change?.firstTick ?? where.tick);
    return { kind: "timing-differs", ...seen, around, ...(change === undefined ? {} : { change }) };
  }

  #differ(
    sides: readonly [string, string],
    found: Found,
    seen: SidesDifference,
  ): Extract<Localisation, { kind: "sides-differ" }> {
    const difference = asSeenByBridge(seen, found);
    const { notes, ...witnessed } = this.#witnessed(found, difference.tick);
    const missed = difference.kind === "hash" ? [missedNote] : [];
    return {
      kind: "sides-differ",
      sides,
      evidence: found.evidence,
      difference,
      around: aroundOf(this.#replay, difference.tick),
      ...witnessed,
      notes: [causeNote, ...missed, ...notes],
    };
  }

  #witnessed(found: Found, tick: number): Witnessed & { readonly notes: readonly string[] } {
    const suspects = suspectsUpTo(tick, ...found.warnings);
    return {
      builds: { sides: found.builds, recorded: this.#replay.game.build },
      suspects,
      notes: notesOn(found, suspects),
    };
  }

  /** Where a run that is driven one tick at a time parts from the same run at full speed, if it does. */
  async #timingInterval(side: Side, found: Found, interval: Interval): Promise<Interval | undefined> {
    if (found.replay === undefined) return undefined;
    // One tick at a time it came out as it was recorded.
    if (found.recording === undefined && found.stopped === undefined && found.replay.final === this.#replay.final)
      return interval;
    this.#tell("running it again at full speed");
    const verdict = await closingVerdict(await side.open(), found.replay, true);
    return verdict.verdict === "diverged" ? intervalOf(verdict) : undefined;
  }

  /** Compares two sides, and again until the states are at hand where they part. */
  async #compareUntilCaught(sides: readonly [Side, Side], watched: Window): Promise<Found> {
    let first: Found | undefined;
    let window = watched;
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const found = await this.#compareOnce(sides, window);
      const { difference } = found;
      // Sides that differ at random may agree this time; what was seen stays true.
      if (difference === undefined) return first ?? found;
      const { kind, after, tick } = difference;
      // What a timer did right behind a batch may have begun anywhere in it.
      const isBehindBatch = after === "nothing" && tick <= window.from && tick > 0;
      if (kind !== "hash" && !isBehindBatch) return found;
      if (kind !== "hash" || first === undefined) first = found;
      const margin = isBehindBatch ? watchedTicks : (marginsInTicks[attempt] ?? tick);
      window = { from: Math.max(0, tick - margin), to: tick + watchedTicks };
    }
    return first as Found;
  }

  async #compareOnce(sides: readonly [Side, Side], window: Window): Promise<Found> {
    const [left, right] = await openBoth(sides);
    try {
      const builds = [await buildOf(left, this.#replay), await buildOf(right, this.#replay)] as const;
      const drives = [new ReplayDrive(left), new ReplayDrive(right)] as const;
      const compared = await new SideComparison(this.#replay, ...drives, this.#tell).run(window);
      const reports = await Promise.all(drives.map((drive) => drive.sumUp()));
      // A game that threw may have no run left to export.
      const { replies } = await left.batch([{ cmd: "exportReplay" }], { timeoutMs: 0, refusals: "return" });
      const [reply] = replies;
      const replay = reply?.ok === true ? (reply.replay as Replay) : undefined;
      return { ...compared, builds, replay, dropped: reports.map((report) => report?.dropped ?? 0) };
    } finally {
      await Promise.all([left.close(), right.close()]);
    }
  }
}

type Found = Compared & {
  readonly builds: readonly [string, string];
  /** The left side's run, where it can be had. */
  readonly replay: Replay | undefined;
  /** How many times something had no row of its own, on each side. */
  readonly dropped: readonly number[];
};

/**
 * A promise has its turn before any command that looks, so that what it does seems to be the tick's; the bridge, which
 * looks when the tick ends, knows better. It also knows a change that looking itself has made.
 */
function asSeenByBridge(difference: SidesDifference, { warnings }: Compared): SidesDifference {
  const { kind, tick, path } = difference;
  if (kind !== "state") return difference;
  const change = warnings
    .flat()
    .filter(isStateChange)
    .find((warning) => warning.tick === tick && warning.path === path);
  return change === undefined ? difference : { ...difference, after: "nothing", code: change.code };
}

function notesOn({ evidence, stopped, dropped }: Found, suspects: readonly Suspect[]): string[] {
  const changes = suspects.filter(isStateChange).sort((one, other) => one.firstTick - other.firstTick);
  return [
    ...(evidence === "snapshot" ? [snapshotNote] : []),
    ...(stopped === undefined
      ? []
      : [`Both sides went no further than tick ${stopped.tick}: ${stopped.code}: ${stopped.message}.`]),
    ...changes.slice(0, 1).map(changeNote),
    ...(dropped.every((rows) => rows === 0)
      ? []
      : [
          `What came often had no row of its own ${dropped.join(" and ")} times: the counts of calls hold it, their places do not.`,
        ]),
  ];
}

function changeNote({ firstTick, code, reader }: Suspect): string {
  const who =
    code === "READ_CHANGED_STATE"
      ? `${reader ?? "something"}, which must only read, changes it`
      : "a promise or a timer of the game changes it between two ticks";
  return `After boundary ${firstTick} the state changed although nothing was done: ${who}.`;
}

function intervalOf({ divergence }: Verdict): Interval {
  const tick = divergence?.tick ?? 0;
  return { lastEqualTick: divergence?.lastEqualTick ?? Math.max(-1, tick - 1), tick };
}

/** Opens both sides, or neither. */
async function openBoth([left, right]: readonly [Side, Side]): Promise<
  readonly [GameSession<never>, GameSession<never>]
> {
  const opened = await Promise.allSettled([left.open(), right.open()]);
  const games = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const [one, other] = games;
  if (one !== undefined && other !== undefined) return [one, other];
  for (const game of games) await game.close();
  throw opened.find((result) => result.status === "rejected")?.reason;
}
