// `tickbridge diff`: where two replays part ways, by their files alone.

import { compareReplays, type HashDifference, type Replay, type ReplayDifference } from "@tickbridge/replay";
import { shownValue } from "../../shown-value.js";
import { defineCommand } from "../command.js";
import { readReplay } from "../files.js";
import type { Terminal } from "../terminal.js";

export const diffCommand = defineCommand({
  name: "diff",
  summary: "says where two replays part ways: header, streams, hashes",
  usage: "<a> <b>",
  words: { min: 2, max: 2 },
  options: { json: { kind: "flag", summary: "the result as one JSON object" } },
  examples: ["before.json after.json", "before.json after.json --json"],
  notes:
    "Names every part of the header that differs, the first row of each stream that differs with its tick, and the ticks\n" +
    "between which the recorded hashes part. Nothing is run. Provenance does not count. Exit code 1: they differ.",
  async run([left = "", right = ""], options, terminal) {
    const [one, other] = [await readReplay(left), await readReplay(right)];
    const difference = compareReplays(one, other);
    if (options.json === true) {
      terminal.print(JSON.stringify({ equal: difference === undefined, ...difference }, undefined, 2));
    } else if (difference === undefined) {
      terminal.print(
        `${terminal.paint("equal", "good")}: ${one.ticks} ticks, ${one.hashes.values.length + 1} hashes, final hash ${one.final}`,
      );
    } else {
      print(difference, [left, right], [one, other], terminal);
    }
    return difference === undefined ? 0 : 1;
  },
});

function print(
  { header, streams, hashesCompared, hash, final }: ReplayDifference,
  [left, right]: readonly [string, string],
  [one, other]: readonly [Replay, Replay],
  terminal: Terminal,
): void {
  terminal.print(`${terminal.paint("different", "bad")}: ${left} (left) and ${right} (right)`);
  for (const difference of header) {
    terminal.print(`  ${difference.path}: ${shownValue(difference.left)} and ${shownValue(difference.right)}`);
  }
  for (const { stream, row, tick, left: leftRow, right: rightRow } of streams) {
    const where = stream === "choices" ? `boundary ${tick}` : `tick ${tick}`;
    terminal.print(`  ${stream} part in row ${row}, ${where}: ${shownRow(leftRow)} and ${shownRow(rightRow)}`);
  }
  if (hash !== undefined) terminal.print(`  hashes part ${intervalOf(hash)}`);
  else if (final !== undefined) terminal.print(`  the final hash alone differs, ${intervalOf(final)}`);
  else terminal.print(`  no hash differs: ${hashesCompared} compared${oneEnds(one, other)}`);
}

function intervalOf({ lastEqualTick, tick, left, right }: HashDifference): string {
  const where =
    lastEqualTick < 0
      ? "at boundary 0, before the first tick"
      : lastEqualTick === tick
        ? `at boundary ${tick}, in the choices made there`
        : `after boundary ${lastEqualTick} and not later than boundary ${tick}`;
  return `${where} (${left} and ${right})`;
}

function oneEnds({ ticks }: Replay, other: Replay): string {
  return ticks === other.ticks ? "" : `, up to the end of the shorter one at boundary ${Math.min(ticks, other.ticks)}`;
}

function shownRow(row: unknown): string {
  return row === undefined ? "no more row" : shownValue(row);
}
