// What broke determinism before two sides parted: the warnings of both, merged, those that the sides do not share first.

import type { DeterminismWarning } from "@tickbridge/bridge/protocol";

/** Warnings of one kind (one api in one part of the port, one path, one reader), as both sides gave them. */
export interface Suspect
  extends Pick<
    DeterminismWarning,
    "code" | "message" | "api" | "during" | "stack" | "path" | "before" | "after" | "reader"
  > {
  /** The first and the last tick, or boundary, at which it was seen. */
  readonly firstTick: number;
  readonly lastTick: number;
  /** How many calls of each side, or how many times it was seen there, as far as the rows tell. */
  readonly counts: readonly [left: number, right: number];
  /** Whether both sides gave it in the same ticks and as often. */
  readonly alike: boolean;
  /** The places of the first calls, as far as they are known. */
  readonly sites: readonly string[];
}

const sitesMax = 5;

/** The suspects of both sides up to `tick`: first those that the sides do not share, then by their first tick. */
export function suspectsUpTo(
  tick: number,
  left: readonly DeterminismWarning[],
  right: readonly DeterminismWarning[],
): readonly Suspect[] {
  const groups = new Map<string, readonly [DeterminismWarning[], DeterminismWarning[]]>();
  for (const [side, warnings] of [left, right].entries()) {
    for (const warning of warnings) {
      if (warning.tick > tick) continue;
      const { lastTick, total: _total, ...own } = warning;
      // How many of the later calls came up to there is not known.
      const known = lastTick === undefined || lastTick > tick ? own : warning;
      const key = JSON.stringify([warning.code, warning.api, warning.during, warning.path, warning.reader]);
      const group = groups.get(key) ?? [[], []];
      groups.set(key, group);
      group[side]?.push(known);
    }
  }
  return [...groups.values()]
    .map(suspectOf)
    .sort((one, other) => Number(one.alike) - Number(other.alike) || one.firstTick - other.firstTick);
}

function suspectOf([left, right]: readonly [DeterminismWarning[], DeterminismWarning[]]): Suspect {
  const all = [...left, ...right].sort((one, other) => one.tick - other.tick);
  const {
    tick: firstTick,
    site: _site,
    scriptSite: _scriptSite,
    count: _count,
    lastTick: _lastTick,
    total: _total,
    ...first
  } = all[0] as DeterminismWarning;
  const sites = new Set(all.flatMap(({ site }) => site ?? []));
  return {
    ...first,
    firstTick,
    lastTick: Math.max(...all.map(({ tick, lastTick = tick }) => lastTick)),
    counts: [total(left), total(right)],
    alike: isAlike(left, right),
    sites: [...sites].slice(0, sitesMax),
  };
}

function total(warnings: readonly DeterminismWarning[]): number {
  return warnings.reduce((sum, { count = 1, total = count }) => sum + total, 0);
}

function isAlike(left: readonly DeterminismWarning[], right: readonly DeterminismWarning[]): boolean {
  const rowsOf = (warnings: readonly DeterminismWarning[]) =>
    JSON.stringify(warnings.map(({ tick, count, before, after }) => [tick, count, before, after]));
  const [one, other] = [left.at(-1), right.at(-1)];
  const areSummed = one?.lastTick !== undefined && other?.lastTick !== undefined;
  if (areSummed && (one.lastTick !== other.lastTick || one.total !== other.total)) return false;
  return rowsOf(left) === rowsOf(right);
}
