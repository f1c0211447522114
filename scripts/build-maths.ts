// Puts the library under the maths entry into the bridge's own files: what is published computes the same bits for as
// long as it is installed, whatever versions of the library's 180 packages a game's tree holds.

import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { root } from "./build-stamp.mjs";

const source = join(root, "packages/bridge/src/math");
const outDir = join(root, "packages/bridge/dist/math");
const parts = join(outDir, "parts");

/** A file a function, with shared parts in chunks, so that a game carries what it uses. Over what `tsc` has written. */
export async function bundleMaths(): Promise<void> {
  // The index is a list of the other files, and stays one.
  const entries = (await readdir(source)).filter((file) => !file.endsWith(".test.ts") && file !== "index.ts");
  const { outputFiles } = await build({
    entryPoints: entries.map((file) => join(source, file)),
    outdir: outDir,
    bundle: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    chunkNames: "parts/[name]-[hash]",
    // The notices of the library stand beside the files, not in every game's bundle.
    legalComments: "linked",
    write: false,
    plugins: [withoutDetection],
  });
  await mkdir(parts, { recursive: true });
  // Imports for an effect alone: there are none, and bundlers warn of each.
  for (const { path, text } of outputFiles) await writeFile(path, text.replaceAll(/^import "\.[^"]*";$/gm, ""));
  await removeStale(outputFiles.map(({ path }) => path));
}

/**
 * The library asks at start which typed arrays there are, how their bytes lie, and which way of defining a property
 * works. Every engine that runs the bridge has all of them; the answers are a quarter of the code.
 */
const answers: Readonly<Record<string, string>> = {
  "@stdlib/array-float64": "module.exports = Float64Array;",
  "@stdlib/array-uint32": "module.exports = Uint32Array;",
  "@stdlib/array-uint16": "module.exports = Uint16Array;",
  "@stdlib/array-uint8": "module.exports = Uint8Array;",
  "@stdlib/assert-is-little-endian": "module.exports = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;",
  "@stdlib/utils-define-nonenumerable-read-only-property":
    "module.exports = (object, name, value) => { Object.defineProperty(object, name, { value }); };",
};

const withoutDetection: Plugin = {
  name: "without-detection",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@stdlib\// }, ({ path }) =>
      Object.hasOwn(answers, path) ? { path, namespace: "answer" } : null,
    );
    onLoad({ filter: /^/, namespace: "answer" }, ({ path }) => ({ contents: answers[path] ?? "", loader: "js" }));
  },
};

/** Parts of earlier builds, and maps to what `tsc` had written. */
async function removeStale(written: readonly string[]): Promise<void> {
  const left = [
    ...(await readdir(parts)).map((file) => join(parts, file)).filter((path) => !written.includes(path)),
    ...written.map((path) => `${path}.map`),
  ];
  await Promise.all(left.map((path) => rm(path, { force: true })));
}
