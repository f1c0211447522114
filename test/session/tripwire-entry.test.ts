// The entry of two steps in native modules, as Vite's dev server gives them: what the game's modules keep when they load
// is trapped; beside an import that only awaits it would not be.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const tripwires = import.meta.resolve("@tickbridge/bridge/tripwires");

const files = {
  "address.mjs": 'globalThis.location = { href: process.env.ADDRESS ?? "" };\n',
  "game.mjs": "const { sin } = Math;\nexport const aim = () => sin(1);\n",
  "main.mjs": `import { aim } from "./game.mjs";
const place = globalThis[Symbol.for("tickbridge.tripwires")];
const heard = [];
// The installation of a sibling may still be on its way.
await new Promise((resolve) => setTimeout(resolve, 500));
const tripwires = place ?? globalThis[Symbol.for("tickbridge.tripwires")];
if (tripwires !== undefined) tripwires.hear = (api) => heard.push(api);
aim();
if (tripwires !== undefined) tripwires.hear = undefined;
console.log(JSON.stringify({ installed: tripwires?.installed, heard }));
`,
  "two-steps.mjs": `import "./address.mjs";\nimport "${tripwires}";\nawait import("./main.mjs");\n`,
  "siblings.mjs": `import "./address.mjs";\nimport "${tripwires}";\nimport "./main.mjs";\n`,
};

test.each([
  ["two-steps.mjs", "http://here/?agent=1", { installed: "loader", heard: ["Math.sin"] }],
  ["siblings.mjs", "http://here/?agent=1", { installed: "loader", heard: [] }],
  ["two-steps.mjs", "http://here/", { heard: [] }],
])(
  "%s at %s",
  async (entry, address, expected) => {
    const folder = await mkdtemp(join(tmpdir(), "tickbridge-entry-"));
    try {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
      const { stdout } = await run(process.execPath, [join(folder, entry)], {
        env: { ...process.env, ADDRESS: address },
      });
      expect(JSON.parse(stdout)).toEqual(expected);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  60_000,
);
