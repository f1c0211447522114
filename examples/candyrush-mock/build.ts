// Builds the page and, beside it, the game as one module that Node can import.

import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { esbuildPlugin } from "@tickbridge/driver/build";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));

// What draws may use native maths, and the saboteurs use it on purpose.
const isSimulation = (path: string): boolean =>
  path.includes("/candyrush-mock/src/") && !/\/src\/(?:view\/|saboteurs\.ts$)/.test(path);

export interface BuildOptions {
  readonly outDir: string;
  /** False drops the bridge at compile time: no byte of it is left. */
  readonly agent: boolean;
}

export async function buildCandyrush({ outDir, agent }: BuildOptions): Promise<void> {
  const define: Record<string, string> = agent ? {} : { __TICKBRIDGE_AGENT__: "false" };
  const plugins = [esbuildPlugin({ include: isSimulation, mode: "error" })];
  const shared = {
    bundle: true,
    minify: true,
    sourcemap: agent,
    format: "esm",
    target: "es2022",
    define,
    plugins,
  } as const;
  await mkdir(outDir, { recursive: true });
  await build({
    ...shared,
    entryPoints: { main: join(here, "src/main.ts") },
    outdir: outDir,
    splitting: true,
    platform: "browser",
    chunkNames: "chunks/[name]-[hash]",
  });
  await build({
    ...shared,
    entryPoints: { game: join(here, "src/node.ts") },
    outdir: outDir,
    outExtension: { ".js": ".mjs" },
    platform: "neutral",
    mainFields: ["module", "main"],
  });
  await cp(join(here, "index.html"), join(outDir, "index.html"));
}
