// Writes docs/saboteurs.md from the tables of test/saboteurs: `npx tsx docs/generate-saboteurs.ts`. A test fails when the
// page is stale.

import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { exampleSaboteurs } from "../test/saboteurs/example-saboteurs.js";
import { pageSaboteurs } from "../test/saboteurs/page-saboteurs.js";
import type { DetectorName, Expected } from "../test/saboteurs/saboteur.js";
import { saboteurs } from "../test/saboteurs/saboteurs.js";
import { sources } from "../test/saboteurs/sources.js";

const page = new URL("saboteurs.md", import.meta.url);

const detectors: { readonly [name in DetectorName]: readonly [title: string, words: string] } = {
  tripwire: [
    "a tripwire",
    "a call is trapped while the game's own code runs; the reply that follows names the tick, the call and its place (file, line, column)",
  ],
  async: [
    "`ASYNC_STATE_CHANGE`",
    "the state is hashed when a slice of ticks ends and before the next begins, here with one macrotask a tick; the warning names the boundary, the path and both values",
  ],
  read: [
    "`READ_CHANGED_STATE`",
    "the state is hashed around what only reads; the warning names the boundary, the reader and the path",
  ],
  selfCheck: [
    "`SelfCheck`",
    "made at every boundary, for 1 tick and for all so far: these ticks are simulated twice more; the reply names the tick and the path",
  ],
  localise: [
    "`localise`",
    "a recorded run is verified, and where it diverges run twice more; the report names the tick and the path",
  ],
  doctor: [
    "`tickbridge doctor`",
    "the run is played again in many ways; the line that fails names the way (*again*, *loads*, *time-zone*, …), the tick and the path",
  ],
  refused: ["`BAD_STATE`", "what cannot be kept exactly is refused when the state is hashed, with its path"],
  threw: ["`GAME_THREW`", "what must not be written to is frozen; the reply names the tick and the stack"],
};

function table(rows: readonly Expected[]): string[] {
  return [
    "| saboteur | what it does | detector | tick | the report names |",
    "|---|---|---|---|---|",
    ...rows.map(
      ({ name, what, detector, tick, named }) =>
        `| ${name} | ${what} | ${detectors[detector][0]} | ${tick} | \`${named}\` |`,
    ),
  ];
}

/** The whole of docs/saboteurs.md. */
export function saboteursPage(): string {
  return `${[
    "# Saboteurs",
    "",
    "<!-- Written by docs/generate-saboteurs.ts from the tables in test/saboteurs. Do not edit. -->",
    "",
    "A saboteur is a game that breaks determinism in one way, on purpose. Each has a detector that must catch it, at the tick",
    "that stands here, and name what stands here: `test/saboteurs` runs all of them, and the whole games too, which no detector",
    "may catch. The detectors know of no saboteur. A saboteur may be caught by more detectors than the one that is named.",
    "",
    "| detector | how it finds, and what it tells |",
    "|---|---|",
    ...Object.values(detectors).map(([title, words]) => `| ${title} | ${words} |`),
    "| the build plugin | the sources of a simulation are read when it is built; a finding has file, line and column |",
    "",
    "The harm is done in tick 7 of a tiny game (in tick 90 of the example) unless it is of another nature: a `load` that loses",
    "something shows at the first boundary that it is given, what begins with `start` at boundary 0.",
    "",
    "## A tiny game, in Node",
    "",
    ...table(saboteurs),
    "",
    "## The tiny game in a page",
    "",
    ...table(pageSaboteurs),
    "",
    "## The example",
    "",
    "They are in `examples/candyrush-mock/src/saboteurs.ts`, for tests only. `cameraState`, which keeps the window's width, is found",
    "where a page is compared with Node: `localise --against node` names `/cameraWidth` (`test/driver/cli-localise-against.test.ts`).",
    "",
    ...table(exampleSaboteurs),
    "",
    "## Found in the source",
    "",
    "What no trap can see at run time.",
    "",
    "| saboteur | what it does | line and column | the finding names |",
    "|---|---|---|---|",
    ...sources.map(({ name, what, line, column, named }) => `| ${name} | ${what} | ${line}:${column} | \`${named}\` |`),
  ].join("\n")}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await writeFile(page, saboteursPage());
  console.log("wrote docs/saboteurs.md");
}
