// What the bridge costs a page, measured on a two-line consumer: bundled, minified, split, each file as brotli.

import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "./build-stamp.mjs";

export const bridgeBytesMax = 16 * 1024;
export const entryGrowthBytesMax = 1024;

export interface BundleSizes {
  /** What is fetched only when the gate is on: every file but those that the entry loads at once. No maths. */
  readonly bridgeBytes: number;
  /** How much more every player loads than when the bridge is compiled out. */
  readonly entryGrowthBytes: number;
}

const consumer = 'import { mount } from "@tickbridge/bridge";\nmount(globalThis.game);\n';

/** Needs the packages' build. */
export async function measureBundles(): Promise<BundleSizes> {
  const [whole, without] = [await bundle({}), await bundle({ __TICKBRIDGE_AGENT__: "false" })];
  return { bridgeBytes: whole.later, entryGrowthBytes: whole.atOnce - without.atOnce };
}

/** The brotli sizes of what a page loads at once, and of what it may load later. */
async function bundle(define: Record<string, string>): Promise<{ readonly atOnce: number; readonly later: number }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: consumer, resolveDir: root, sourcefile: "consumer.js" },
    absWorkingDir: root,
    outdir: "consumer",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    define,
  });
  const outputs = Object.entries(metafile.outputs);
  const entry = outputs.find(([, { entryPoint }]) => entryPoint === "consumer.js");
  const imported = entry?.[1].imports.filter(({ kind }) => kind === "import-statement").map(({ path }) => path) ?? [];
  const loadedAtOnce = new Set([entry?.[0], ...imported]);
  let atOnce = 0;
  let later = 0;
  for (const { path, contents } of outputFiles) {
    const name = outputs.find(([output]) => path.endsWith(output))?.[0];
    const bytes = brotliCompressSync(contents).length;
    if (loadedAtOnce.has(name)) atOnce += bytes;
    else later += bytes;
  }
  return { atOnce, later };
}
