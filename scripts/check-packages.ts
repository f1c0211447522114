// Is the shape of the packed packages right: entries, types, files? Asks publint and attw, which judge tarballs.

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand, runTool, type ToolResult } from "./run-tool.js";

/** Entries for a script tag: they have no types. */
const scriptEntries = ["global", "core", "math", "tripwires"].map((name) => `./tickbridge.${name}.js`);

export async function checkPackages(): Promise<ToolResult> {
  const folder = await mkdtemp(join(tmpdir(), "tickbridge-packed-"));
  try {
    const packed = await runCommand("npm", [
      "pack",
      "--workspaces",
      "--pack-destination",
      folder,
      "--ignore-scripts",
      "--silent",
    ]);
    if (!packed.passed) return packed;
    const results: ToolResult[] = [];
    for (const tarball of (await readdir(folder)).filter((name) => !name.includes("example-"))) {
      const path = join(folder, tarball);
      results.push(await runTool("publint", ["run", path, "--strict"]));
      const exclusions = tarball.startsWith("tickbridge-bridge-") ? ["--exclude-entrypoints", ...scriptEntries] : [];
      results.push(
        await runTool("attw", [
          path,
          "--profile",
          "esm-only",
          "--format",
          "ascii",
          "--no-color",
          "--no-emoji",
          ...exclusions,
        ]),
      );
    }
    const failed = results.filter(({ passed }) => !passed);
    return { passed: failed.length === 0 && results.length > 0, output: failed.map(({ output }) => output).join("\n") };
  } finally {
    await rm(folder, { recursive: true });
  }
}
