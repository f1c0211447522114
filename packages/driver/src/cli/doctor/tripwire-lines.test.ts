// That nothing tripped is said only where something was trapped, with how, and with what cannot be.

import type { DeterminismReport, DeterminismWarning } from "@tickbridge/bridge/protocol";
import { expect, test } from "vitest";
import { tellTripwires } from "./tripwire-lines.js";

function linesOf(given: Partial<DeterminismReport>, rows: readonly DeterminismWarning[] = []): string[] {
  const lines: string[] = [];
  const teller = (mark: string) => (message: string) => void lines.push(`${mark}: ${message}`);
  const report = { ok: teller("ok"), note: teller("note"), warn: teller("warn") };
  const determinism: DeterminismReport = {
    tripwires: "report",
    installed: "init-script",
    warnings: [],
    dropped: 0,
    limits: ["workers cannot be trapped"],
    ...given,
  };
  tellTripwires(report, rows, determinism);
  return lines;
}

const row: DeterminismWarning = {
  code: "TRIPWIRE",
  tick: 9,
  message: "",
  api: "Date.now",
  during: "tick",
  count: 2,
  site: "a:1:2",
};

test("trapped and quiet is ok, with mode, installation and limits", () => {
  expect(linesOf({})).toEqual([
    "ok: no tripwire tripped (mode report, installed by init-script)",
    "note: what tripwires do not see here: workers cannot be trapped",
  ]);
});

test("off, or not installed, is no ok", () => {
  const note = [expect.stringMatching(/^note: tripwires are off: no call was trapped/)];
  expect(linesOf({ tripwires: "off" })).toEqual(note);
  expect(linesOf({ installed: undefined } as object)).toEqual(note);
});

test("each call is a warning, with all its ticks", () => {
  expect(linesOf({}, [row])[0]).toBe("warn: Date.now in tick: 2 times, tick 9, at a:1:2");
  const often = [{ ...row, lastTick: 40, total: 12 }];
  expect(linesOf({ dropped: 1 }, often)[0]).toBe("warn: Date.now in tick: 12 times, ticks 9 to 40, at a:1:2");
});
