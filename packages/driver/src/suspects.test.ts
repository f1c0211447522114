// Suspects from rows that sum up later calls: what is said of them is true at the tick that is looked at.

import type { DeterminismWarning } from "@tickbridge/bridge/protocol";
import { expect, test } from "vitest";
import { suspectsUpTo } from "./suspects.js";

const sine = (tick: number, more: Partial<DeterminismWarning> = {}): DeterminismWarning => ({
  code: "TRIPWIRE",
  tick,
  message: "Math.sin was called",
  api: "Math.sin",
  during: "tick",
  count: 1,
  ...more,
});
const summed = (lastTick: number, total: number) => [sine(1), sine(2, { lastTick, total })];

test("later calls count as far as they came up to the tick, and are left out where that is not known", () => {
  const [known] = suspectsUpTo(600, summed(500, 499), summed(500, 499));
  expect(known).toMatchObject({ firstTick: 1, lastTick: 500, counts: [500, 500], alike: true });
  expect(known).not.toHaveProperty("total");
  const [unknown] = suspectsUpTo(400, summed(500, 499), summed(500, 499));
  expect(unknown).toMatchObject({ firstTick: 1, lastTick: 2, counts: [2, 2], alike: true });
});

test("sides that called it more often later are not alike; a side that sums nothing up says nothing of later", () => {
  expect(suspectsUpTo(600, summed(500, 499), summed(500, 498))[0]?.alike).toBe(false);
  expect(suspectsUpTo(600, summed(500, 499), [sine(1), sine(2)])[0]?.alike).toBe(true);
});
