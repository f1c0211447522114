// What tripwires told of a run, a line for each call; and that nothing tripped only where something was trapped.

import type { DeterminismReport, DeterminismWarning } from "@tickbridge/bridge/protocol";
import { suspectsUpTo } from "../../suspects.js";
import type { Report } from "./report.js";
import { tripwireAdvice } from "./tripwire-advice.js";

const name = { examination: "tripwires" };

/** `warnings` of the run, and what the bridge says of its own watch. */
export function tellTripwires(
  report: Pick<Report, "ok" | "note" | "warn">,
  warnings: readonly DeterminismWarning[],
  { tripwires, installed, limits }: DeterminismReport,
): void {
  const tripped = warnings.filter(({ code }) => code === "TRIPWIRE");
  if (tripwires === "off" || installed === undefined) {
    report.note("tripwires are off: no call was trapped, so clocks and native maths were not looked for", name);
    return;
  }
  const how = `mode ${tripwires}, installed by ${installed}`;
  if (tripped.length === 0) report.ok(`no tripwire tripped (${how})`, name);
  for (const { api = "?", during = "tick", firstTick, lastTick, counts, sites } of suspectsUpTo(
    Number.POSITIVE_INFINITY,
    tripped,
    [],
  )) {
    const when = firstTick === lastTick ? `tick ${firstTick}` : `ticks ${firstTick} to ${lastTick}`;
    const where = sites.length === 0 ? "" : `, at ${sites.join(", ")}`;
    const often = counts[0] === 1 ? "once" : `${counts[0]} times`;
    report.warn(`${api} in ${during}: ${often}, ${when}${where}`, { ...name, advice: tripwireAdvice(api) });
  }
  report.note(`what tripwires do not see here: ${limits.join("; ")}`, name);
}
