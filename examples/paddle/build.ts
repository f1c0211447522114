// Builds the paddle game into a folder that any static server can serve.

import { copyFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** With `agent: false` as a production build does it: no byte of the bridge is left. */
export async function buildPaddle({ outDir, agent = true }: { outDir: string; agent?: boolean }): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("src/main.ts", import.meta.url))],
    outdir: outDir,
    bundle: true,
    format: "esm",
    // The bridge becomes a file of its own, fetched only when the gate is on.
    splitting: true,
    minify: true,
    target: "es2022",
    ...(agent ? {} : { define: { __TICKBRIDGE_AGENT__: "false" } }),
  });
  await copyFile(new URL("index.html", import.meta.url), `${outDir}/index.html`);
}
