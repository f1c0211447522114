// A process that runs a range of cases and writes a line before and after each, so that whoever reads them knows which
// case it hung or crashed in. Arguments: seed, first case, number of cases, and what to do wrong (for the watcher's own test).

import { writeSync } from "node:fs";
import { FuzzSessions } from "./fuzz-case.js";
import { makeOriginals } from "./originals.js";

/** How many cases one run beside lives through. */
const stretch = 500;
const [seed = 0, from = 0, count = 0] = process.argv.slice(2, 5).map(Number);
const misdeed = process.argv[5];

const say = (line: object) => writeSync(1, `${JSON.stringify(line)}\n`);
const messageOf = (thrown: unknown) => (thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown));

const sessions = new FuzzSessions(await makeOriginals());
for (let index = from; index < from + count; index++) {
  say({ begun: index });
  if (misdeed === "hang") for (;;);
  if (misdeed === "crash") process.abort();
  try {
    say({ index, ...(await sessions.run(seed, index)) });
    const lastOfStretch = index + 1 === from + count || (index + 1) % stretch === 0;
    if (lastOfStretch) await sessions.checkFutures();
  } catch (thrown) {
    say({ index, finding: messageOf(thrown) });
  }
}
say({ done: true });
