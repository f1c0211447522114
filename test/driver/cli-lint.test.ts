// `tickbridge lint`: what it finds in a folder of sources, in words and as JSON.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tickbridge } from "./command-line.js";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-lint-"));
  const files = {
    "src/rules.ts": "export const reach = (level: number) => 2 ** level;\n",
    "src/deep/world.js": "// é\nexport const turn = (x) => Math.sin(x) + Math.sqrt(x);\n",
    "src/node_modules/other/index.js": "Math.sin(1);\n",
    "src/notes.md": "Math.sin(1)\n",
    "clean/world.ts": "export const turn = (x: number) => Math.sqrt(x);\n",
    "broken.ts": "export const = 2 ** 3;\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const lint = (...args: string[]) => tickbridge(["lint", ...args], { cwd: folder });

test("each use is named with its file, line and column, and the exit code is 1", async () => {
  const { exit, stdout, stderr } = await lint("src");
  expect({ exit, stderr }).toEqual({ exit: 1, stderr: "" });
  expect(stdout.split("\n")).toEqual([
    "src/deep/world.js:2:28: Math.sin gives other bits in other engines: use sin of @tickbridge/bridge/math",
    "    export const turn = (x) => Math.sin(x) + Math.sqrt(x);",
    "                               ^^^^^^^^",
    "src/rules.ts:1:41: ** gives other bits in other engines: use pow of @tickbridge/bridge/math",
    "    export const reach = (level: number) => 2 ** level;",
    "                                            ^^^^^^^^^^",
    "",
  ]);
});

test("--json holds the same", async () => {
  const { exit, stdout } = await lint(join(folder, "src"), "--json");
  expect(exit).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([
    {
      file: join(folder, "src/deep/world.js"),
      api: "Math.sin",
      kind: "maths",
      line: 2,
      column: 28,
      isReplaceable: true,
    },
    { file: join(folder, "src/rules.ts"), api: "**", kind: "maths", line: 1, column: 41 },
  ]);
});

test("sources without any exit with 0", async () => {
  expect(await lint("clean")).toMatchObject({ exit: 0, stdout: "none found in 1 sources\n" });
});

test("what is not there, and what is no source, is wrong usage, and is named", async () => {
  expect(await lint("nowhere")).toMatchObject({ exit: 2, stderr: expect.stringContaining("nowhere cannot be read") });
  expect(await lint("broken.ts")).toMatchObject({ exit: 2, stderr: expect.stringContaining("broken.ts") });
});
