// What the bridge costs a page, measured on a two-line consumer: bundled, minified, split, each file as brotli.

import { brotliCompressSync } from "node:zlib";
import { build, type Metafile } from "esbuild";
import { root } from "./build-stamp.mjs";

/** What must be there before commands run, with the calls of the sentinel in each port call, tick and reply. */
export const bridgeBytesMax = 18 * 1024;
export const entryGrowthBytesMax = 1024;

/** For all chunks together, so that those behind the first cannot grow unseen. */
export const wholeBytesMax = 42 * 1024;

/** For a consumer of every function of the maths entry, and for one of `sin` alone: what is not used is left out. */
export const mathsBytesMax = 13 * 1024;
export const sineBytesMax = 5 * 1024;

export interface BundleSizes {
  /** The chunk behind the gate, with all that it imports statically and players do not load. No maths. */
  readonly bridgeBytes: number;
  /** With the chunks that it loads then: time travel, replays, audits, and the like. */
  readonly wholeBytes: number;
  /** How much more every player loads than when the bridge is compiled out. */
  readonly entryGrowthBytes: number;
}

const consumer = 'import { mount } from "@tickbridge/bridge";\nmount(globalThis.game);\n';

/** Needs the packages' build. */
export async function measureBundles(): Promise<BundleSizes> {
  const [whole, without] = [await bundle({}), await bundle({ __TICKBRIDGE_AGENT__: "false" })];
  const { atOnce, atGate, later } = whole;
  return { bridgeBytes: atGate, wholeBytes: atGate + later, entryGrowthBytes: atOnce - without.atOnce };
}

/** Needs the packages' build. */
export async function measureMaths(): Promise<{ readonly mathsBytes: number; readonly sineBytes: number }> {
  const entry = "@tickbridge/bridge/math";
  const all = await bundle({}, `import * as maths from "${entry}";\nglobalThis.used = maths;\n`);
  const sine = await bundle({}, `import { sin } from "${entry}";\nglobalThis.used = sin;\n`);
  return { mathsBytes: all.atOnce, sineBytes: sine.atOnce };
}

interface Loaded {
  readonly atOnce: number;
  readonly atGate: number;
  readonly later: number;
}

/** The brotli sizes of what every page loads, of what the gate adds at once, and of what may come after that. */
async function bundle(define: Record<string, string>, contents = consumer): Promise<Loaded> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: "consumer.js" },
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
  const { outputs } = metafile;
  const entry = Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === "consumer.js");
  const atOnce = withImports(outputs, entry);
  const gate = [...atOnce].flatMap((name) => importsOf(outputs, name, "dynamic-import"));
  const atGate = withImports(outputs, gate);
  const sizes = { atOnce: 0, atGate: 0, later: 0 };
  for (const { path, contents } of outputFiles) {
    const name = Object.keys(outputs).find((output) => path.endsWith(output)) ?? "";
    const part = atOnce.has(name) ? "atOnce" : atGate.has(name) ? "atGate" : "later";
    sizes[part] += brotliCompressSync(contents).length;
  }
  return sizes;
}

type Outputs = Metafile["outputs"];

/** The files with all that they import statically, and so on. */
function withImports(outputs: Outputs, names: readonly string[]): Set<string> {
  const found = new Set(names);
  for (const name of found) for (const path of importsOf(outputs, name, "import-statement")) found.add(path);
  return found;
}

function importsOf(outputs: Outputs, name: string, wanted: string): string[] {
  return (outputs[name]?.imports ?? []).filter(({ kind }) => kind === wanted).map(({ path }) => path);
}
