// Builds everything: the packages, the bridge as scripts for pages with no build step, and the examples.
// Always whole, in place: what no source stands behind any more is removed, and nothing is missing meanwhile.

import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { buildPaddle } from "../examples/paddle/build.js";
import { buildPaddleScriptTag } from "../examples/paddle-script-tag/build.js";
import { bundleMaths } from "./build-maths.js";
import { root, stamped } from "./build-stamp.mjs";
import { runTool } from "./run-tool.js";

const bridgeDist = join(root, "packages/bridge/dist");
const scriptNames = ["tickbridge.global", "tickbridge.core", "tickbridge.math", "tickbridge.tripwires"];

try {
  await stamped(async () => {
    await buildPackages();
    await buildScripts();
    await buildExamples();
  });
  console.log("built: packages, bridge scripts, examples");
} catch (thrown) {
  console.error(thrown instanceof Error ? thrown.message : thrown);
  process.exitCode = 1;
}

async function buildPackages(): Promise<void> {
  for (const name of await readdir(join(root, "packages"))) await removeOrphans(join(root, "packages", name));
  const { passed, output } = await runTool("tsc", ["-b", "--force"]);
  if (!passed) throw new Error(`tsc -b failed:\n${output}`);
  await bundleMaths();
}

/** Removes what an earlier build made of a source that is gone. */
async function removeOrphans(packageFolder: string): Promise<void> {
  const dist = join(packageFolder, "dist");
  if (!existsSync(dist)) return;
  for (const path of await readdir(dist, { recursive: true })) {
    const stem = /^(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/.exec(path)?.[1];
    // The parts of the maths entry are removed by those who write them.
    if (stem === undefined || scriptNames.includes(stem) || stem.startsWith("math/parts/")) continue;
    if (!existsSync(join(packageFolder, "src", `${stem}.ts`))) await rm(join(dist, path));
  }
}

async function buildScripts(): Promise<void> {
  const shared = { bundle: true, minify: true, format: "iife", target: "es2022", outdir: bridgeDist } as const;
  const source = join(root, "packages/bridge/src");
  await build({ ...shared, entryPoints: { "tickbridge.global": join(source, "global.ts") }, globalName: "Tickbridge" });
  await build({ ...shared, entryPoints: { "tickbridge.core": join(source, "page/core-global.ts") } });
  await build({ ...shared, entryPoints: { "tickbridge.tripwires": join(source, "tripwires/script.ts") } });
  await build({
    ...shared,
    entryPoints: { "tickbridge.math": join(source, "math/index.ts") },
    globalName: "TickbridgeMath",
  });
}

async function buildExamples(): Promise<void> {
  const distOf = async (name: string): Promise<string> => {
    const outDir = join(root, "examples", name, "dist");
    await rm(outDir, { recursive: true, force: true });
    return outDir;
  };
  // Its build uses a plugin of ours, which was not there before the packages were built.
  const { buildCandyrush } = await import("../examples/candyrush-mock/build.js");
  await buildCandyrush({ outDir: await distOf("candyrush-mock"), agent: true });
  await buildPaddle({ outDir: await distOf("paddle"), agent: true });
  await buildPaddleScriptTag({ outDir: await distOf("paddle-script-tag"), bridgeDist });
}
