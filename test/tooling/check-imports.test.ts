// Each rule about imports has a failing twin: a tree, made here, in which one file breaks it, and one that keeps it.

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findImportViolations, ruleNames, violationLine } from "../../scripts/check-imports.js";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "tickbridge-imports-"));
  const entries = { replay: ["."], bridge: [".", "./math", "./session"], driver: ["."] };
  for (const [name, paths] of Object.entries(entries)) {
    const exports = Object.fromEntries(paths.map((path) => [path, "./dist/index.js"]));
    await write(`packages/${name}/package.json`, JSON.stringify({ name: `@tickbridge/${name}`, exports }));
  }
});
afterEach(() => rm(root, { recursive: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

async function brokenRules(file: string, text: string): Promise<readonly string[]> {
  await write(file, text);
  return (await findImportViolations(root)).map(({ rule }) => rule);
}

const session = "packages/bridge/src/session/run.ts";
const mountFile = "packages/bridge/src/page/mount.ts";
const exampleFile = "examples/paddle/src/main.ts";

/** Rule, file, and a line that breaks the rule there. */
const violations: readonly (readonly [rule: string, file: string, line: string])[] = [
  ["replay-stands-alone", "packages/replay/src/hash.ts", 'import { z } from "zod";'],
  ["replay-stands-alone", "packages/replay/src/hash.ts", 'import { createHash } from "node:crypto";'],
  ["replay-below-bridge-and-driver", "packages/replay/src/hash.test.ts", 'import { mount } from "@tickbridge/bridge";'],
  ["bridge-below-driver", "packages/bridge/src/game.test.ts", 'import { launch } from "@tickbridge/driver";'],
  ["session-without-page", session, 'import { installBridge } from "../page/install.js";'],
  ["session-without-page", session, 'import type { Stubs } from "../page/stubs.js";'],
  ["session-without-page", session, 'type Stubs = import("../page/stubs.js").Stubs;'],
  ["players-load-no-bridge", mountFile, 'import { installBridge } from "./install.js";'],
  ["players-load-no-bridge", mountFile, 'import { type Session } from "../session/session.js";'],
  ["players-load-no-bridge", mountFile, 'export const load = () => import("../session/index.js");'],
  ["players-load-no-bridge", "packages/bridge/src/index.ts", 'export * from "./protocol.js";'],
  ["one-file-imports-playwright", "packages/driver/src/page-link.ts", 'import type { Page } from "playwright";'],
  ["one-file-imports-playwright", exampleFile, 'import { chromium } from "playwright-core";'],
  ["packages-know-no-example", "packages/driver/src/demo.ts", 'import { game } from "@tickbridge/example-paddle";'],
  ["packages-know-no-example", "packages/driver/src/demo.ts", 'export * from "../../../examples/paddle/src/game.js";'],
  ["public-entries-only", exampleFile, 'import { Run } from "@tickbridge/bridge/session/run";'],
  ["public-entries-only", "scripts/main-job.ts", 'import { Run } from "@tickbridge/bridge/dist/session/run.js";'],
  ["no-reach-into-packages", exampleFile, 'import { mount } from "../../../packages/bridge/src/index.js";'],
  ["no-reach-into-packages", exampleFile, 'import { world } from "../../candyrush-mock/src/world.js";'],
  ["no-reach-into-packages", "packages/driver/src/launch.ts", 'import { mount } from "../../bridge/dist/index.js";'],
  [
    "no-reach-into-packages",
    "test/session/run.test.ts",
    'import { Run } from "../../packages/bridge/src/session/run.js";',
  ],
  ["no-reach-into-packages", "scripts/bench.ts", 'import "../examples/paddle/dist/main.js";'],
  ["node-in-driver-only", "packages/bridge/src/random.ts", 'import { randomInt } from "node:crypto";'],
  ["node-in-driver-only", "packages/bridge/src/page/queue.ts", 'const { join } = require("path");'],
  ["node-in-driver-only", exampleFile, 'export const read = () => import("fs/promises");'],
];

test.each(violations)("%s catches %s: %s", async (rule, file, line) => {
  expect(await brokenRules(file, line)).toContain(rule);
});

test("every rule has a failing twin", () => {
  expect([...new Set(violations.map(([rule]) => rule))].sort()).toEqual([...ruleNames].sort());
});

/** What looks much the same and is in order. */
const allowed: readonly (readonly [file: string, line: string])[] = [
  [
    "packages/replay/src/canonical.ts",
    'import stringify from "fast-json-stable-stringify";\nimport { hash } from "./hash.js";',
  ],
  ["packages/replay/src/hash.test.ts", 'import { test } from "vitest";\nimport { join } from "node:path";'],
  [
    "packages/bridge/src/session/run.ts",
    'import type { Replay } from "@tickbridge/replay";\nimport { z } from "../game.js";',
  ],
  ["packages/bridge/src/page/install.ts", 'import { Session } from "../session/session.js";'],
  [mountFile, 'import type { installBridge } from "./install.js";\nexport const load = () => import("./core.js");'],
  ["packages/driver/src/browser.ts", 'import { chromium } from "playwright";\nimport { join } from "node:path";'],
  ["packages/driver/src/launch.ts", 'import { createSession } from "@tickbridge/bridge/session";'],
  [exampleFile, 'import { mount } from "@tickbridge/bridge";\nimport { sin } from "@tickbridge/bridge/math";'],
  ["examples/paddle/build.ts", 'import { join } from "node:path";'],
  [
    "test/browser/gate.test.ts",
    'import { chromium } from "playwright";\nimport { game } from "../../examples/paddle/src/game.js";',
  ],
  ["test/docs/text.test.ts", "const text = 'import { mount } from \"../../packages/bridge/src/index.js\"';"],
];

test.each(allowed)("%s may say: %s", async (file, line) => {
  expect(await brokenRules(file, line)).toEqual([]);
});

test("a violation is told with its place, its reason and its rule", async () => {
  await write("packages/bridge/src/gate.ts", '// A line before.\n\nexport { launch } from "@tickbridge/driver";\n');
  const [violation] = await findImportViolations(root);
  if (violation === undefined) throw new Error("nothing was found");
  expect(violationLine(violation)).toBe(
    'packages/bridge/src/gate.ts:3 imports "@tickbridge/driver": imports point one way: replay <- bridge <- driver (bridge-below-driver)',
  );
});

test("a file that cannot be read as TypeScript is an error and not without imports", async () => {
  await write(exampleFile, "import {");
  await expect(findImportViolations(root)).rejects.toThrow(exampleFile);
});
