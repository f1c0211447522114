// The gate: all that is checked beside the tests, a line per step with its verdict and time. Exits 1 if any failed.

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./build-stamp.mjs";
import {
  bridgeBytesMax,
  entryGrowthBytesMax,
  mathsBytesMax,
  measureBundles,
  measureMaths,
  sineBytesMax,
  wholeBytesMax,
} from "./bundle-size.js";
import { checkCleanTypes } from "./check-clean-types.js";
import { findImportViolations, violationLine } from "./check-imports.js";
import { checkPackages } from "./check-packages.js";
import { runTool, type ToolResult } from "./run-tool.js";

interface Step {
  readonly name: string;
  run(): Promise<ToolResult & { readonly note?: string }>;
}

const steps: readonly Step[] = [
  { name: "types: packages, built clean", run: checkCleanTypes },
  { name: "types: session without DOM", run: () => checkTypes(["packages/bridge/tsconfig.session.json"]) },
  { name: "types: examples", run: async () => checkTypes(await exampleConfigs()) },
  { name: "types: scripts and tests", run: () => checkTypes(["scripts/tsconfig.json", "test/tsconfig.json"]) },
  { name: "lint and format", run: () => runTool("biome", ["check", "--error-on-warnings", "."]) },
  { name: "dead code, undeclared imports", run: () => runTool("knip", ["--no-progress"]) },
  { name: "direction of imports", run: checkImports },
  { name: "package shape", run: checkPackages },
  { name: "size of the bridge", run: checkSize },
];

process.exitCode = (await runSteps()) ? 0 : 1;

async function runSteps(): Promise<boolean> {
  const failed: string[] = [];
  for (const { name, run } of steps) {
    const startMs = performance.now();
    const { passed, output, note } = await run();
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    console.log(
      `${passed ? "ok    " : "FAILED"}  ${name.padEnd(30)} ${seconds.padStart(5)} s${note === undefined ? "" : `  ${note}`}`,
    );
    if (passed) continue;
    failed.push(name);
    console.log(output.replaceAll(/^/gm, "        "));
  }
  console.log(
    failed.length === 0
      ? `check: all ${steps.length} steps passed`
      : `check: ${failed.length} of ${steps.length} steps failed: ${failed.join("; ")}`,
  );
  return failed.length === 0;
}

async function checkTypes(configs: readonly string[]): Promise<ToolResult> {
  const results: ToolResult[] = [];
  for (const config of configs) results.push(await runTool("tsc", ["-p", config]));
  return {
    passed: results.length > 0 && results.every(({ passed }) => passed),
    output: results.map(({ output }) => output).join("\n"),
  };
}

async function exampleConfigs(): Promise<readonly string[]> {
  const examples = await readdir(join(root, "examples"));
  const configs = await Promise.all(
    examples.map(async (name) => {
      const files = await readdir(join(root, "examples", name));
      return files.filter((file) => /^tsconfig.*\.json$/.test(file)).map((file) => `examples/${name}/${file}`);
    }),
  );
  return configs.flat();
}

async function checkImports(): Promise<ToolResult> {
  const violations = await findImportViolations(root);
  return { passed: violations.length === 0, output: violations.map(violationLine).join("\n") };
}

async function checkSize(): Promise<ToolResult & { readonly note: string }> {
  const { bridgeBytes, wholeBytes, entryGrowthBytes } = await measureBundles();
  const { mathsBytes, sineBytes } = await measureMaths();
  const sizes = [
    { what: "bridge's first chunk", bytes: bridgeBytes, most: bridgeBytesMax },
    { what: "all chunks", bytes: wholeBytes, most: wholeBytesMax },
    { what: "entry growth", bytes: entryGrowthBytes, most: entryGrowthBytesMax },
    { what: "maths", bytes: mathsBytes, most: mathsBytesMax },
    { what: "sin alone", bytes: sineBytes, most: sineBytesMax },
  ];
  return {
    passed: sizes.every(({ bytes, most }) => bytes <= most),
    output: "more bytes than a page is to carry",
    note: `${sizes.map(({ what, bytes, most }) => `${what} ${bytes} of ${most} bytes`).join(", ")}, as brotli`,
  };
}
