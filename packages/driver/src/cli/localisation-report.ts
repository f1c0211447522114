// What `localise` found, in words for a person: where, what, what was given around it, and who is suspected.

import type { Around, Builds, Interval, Localisation } from "../localise.js";
import { shownValue } from "../shown-value.js";
import type { Suspect } from "../suspects.js";
import type { Terminal } from "./terminal.js";

/** The result of `localise` in words. */
export function printLocalisation(found: Localisation, terminal: Terminal): void {
  switch (found.kind) {
    case "identical":
      terminal.print(
        `${terminal.paint("identical", "good")}: ${found.verdict.ticks} ticks, ${found.verdict.hashesCompared} hashes of the ${found.verdict.evidence}: there is nothing to localise`,
      );
      break;
    case "unverifiable":
      terminal.print(
        `${terminal.paint("unverifiable", "unsure")}: ${found.verdict.reason?.replace("pass allowBuild", "pass --allow-build")}`,
      );
      break;
    case "sides-agree":
      terminal.print(
        `${terminal.paint("sides-agree", "good")}: ${found.sides.join(" and ")}, ${found.hashesCompared} hashes of the ${found.evidence}`,
      );
      if (found.recording !== undefined)
        terminal.print(`  both differ from the recording ${wordsFor(found.recording)}`);
      break;
    case "sides-differ":
      printDifference(found, terminal);
      break;
    case "recording-differs":
      terminal.print(
        `${terminal.paint("recording-differs", "bad")}: two runs agree with each other, and differ from the recording ${wordsFor(found.interval)}`,
      );
      terminal.print("  it was made by another build, engine or environment, or it was changed");
      printAround(found.around, terminal);
      break;
    case "timing-differs":
      terminal.print(
        `${terminal.paint("timing-differs", "bad")}: one tick at a time the state becomes another than at full speed, ${wordsFor(found.interval)}`,
      );
      if (found.change === undefined) {
        terminal.print("  something changes it between two ticks: a promise or a timer of the game");
      } else terminal.print(`  something changes it between two ticks: ${changeWords(found.change)}`);
      printAround(found.around, terminal);
      break;
  }
  if ("suspects" in found) printWitnessed(found, terminal);
  for (const note of found.notes) terminal.print(`note: ${note}`);
}

function printDifference(found: Extract<Localisation, { kind: "sides-differ" }>, terminal: Terminal): void {
  const { difference, sides, evidence, around, verdict } = found;
  const { kind, tick, after, path, parts = [], left, right } = difference;
  const where = {
    start: "after the start",
    choices: `at boundary ${tick}, in the choices made there`,
    tick: `in tick ${tick}`,
    nothing: `after boundary ${tick}, between two ticks`,
  }[after];
  terminal.print(`${terminal.paint("sides-differ", "bad")}: ${where}`);
  if (verdict?.divergence !== undefined) terminal.print(`  verification: ${verdict.divergence.message}`);
  const what = {
    state: `${evidence} ${path === "" ? "(the whole)" : path}`,
    hash: `the hash of the ${evidence}`,
    stopped: "what became of it",
  }[kind];
  terminal.print(`  first difference: ${what}`);
  for (const [index, value] of [left, right].entries()) terminal.print(`    ${sides[index]}: ${value}`);
  if (parts.length > 1) terminal.print(`  parts that differ: ${parts.join(", ")}`);
  printAround(around, terminal);
}

function printAround({ inputInForce, inputs, choices, cheats }: Around, terminal: Terminal): void {
  terminal.print(`  input in force: ${inputInForce === undefined ? "neutral" : shownValue(inputInForce)}`);
  for (const [name, rows] of Object.entries({ inputs, choices, cheats })) {
    if (rows.length > 0) terminal.print(`  ${name} around: ${rows.map((row) => JSON.stringify(row)).join(" ")}`);
  }
}

function wordsFor({ lastEqualTick, tick }: Interval): string {
  return lastEqualTick < 0
    ? `from the start (boundary ${tick})`
    : `after boundary ${lastEqualTick} and not later than boundary ${tick}`;
}

const suspectsShownMax = 12;

function printWitnessed(
  { builds, suspects }: { readonly builds: Builds; readonly suspects: readonly Suspect[] },
  terminal: Terminal,
): void {
  const [left, right] = builds.sides;
  if (left !== right) terminal.print(`  builds: ${left} and ${right}; the replay names ${builds.recorded}`);
  else if (left !== builds.recorded) terminal.print(`  build: ${left}; the replay names ${builds.recorded}`);
  if (suspects.length === 0) return;
  terminal.print("  suspects up to there:");
  for (const suspect of suspects.slice(0, suspectsShownMax)) terminal.print(`    ${suspectWords(suspect)}`);
  const notShown = suspects.length - suspectsShownMax;
  if (notShown > 0) terminal.print(`    and ${notShown} more (--json has all)`);
}

function suspectWords(suspect: Suspect): string {
  const { code, api = "", during, reader = "a look", firstTick, lastTick, counts, alike, sites } = suspect;
  const what = {
    TRIPWIRE: during === "tick" ? api : `${api} in ${during}`,
    ASYNC_STATE_CHANGE: `the state changed with nothing done, ${partWords(suspect)}`,
    READ_CHANGED_STATE: `${reader} changed the state, ${partWords(suspect)}`,
  }[code];
  const unit = code === "TRIPWIRE" ? "tick" : "boundary";
  const when = firstTick === lastTick ? `${unit} ${firstTick}` : `${unit} ${firstTick} to ${lastTick}`;
  const [left, right] = counts.map(timesWords);
  const often =
    counts[0] === counts[1]
      ? `${left} on each side${alike ? "" : ", not alike"}`
      : `${left} on the first side and ${right} on the second`;
  return `${code}: ${what}, ${when}, ${often}${sites.length === 0 ? "" : `, at ${sites.join(", ")}`}`;
}

function timesWords(count: number): string {
  return count === 0 ? "never" : count === 1 ? "once" : `${count} times`;
}

function changeWords(suspect: Suspect): string {
  return `after boundary ${suspect.firstTick}, ${partWords(suspect)}`;
}

function partWords({ path, before, after }: Suspect): string {
  return path === undefined
    ? "somewhere in the state"
    : `${path === "" ? "(the whole)" : path} from ${before} to ${after}`;
}
