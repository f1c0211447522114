// The check as a plugin for esbuild. Its types say what it uses of esbuild, so that nothing of that is needed here.

import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import { type Finding, isFatal } from "./findings.js";
import { type BuildOptions, selector } from "./options.js";
import { checkSource } from "./source-check.js";

interface Message {
  readonly text: string;
  readonly location: {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly length: number;
    readonly lineText: string;
  };
}

interface Loaded {
  contents?: string;
  loader?: "default";
  errors?: Message[];
  warnings?: Message[];
}

interface EsbuildLike {
  readonly initialOptions: { readonly absWorkingDir?: string | undefined };
  onLoad(
    options: { filter: RegExp; namespace: string },
    callback: (args: { path: string }) => Promise<Loaded | undefined>,
  ): void;
}

/** Finds native maths, `**`, clocks and random numbers in the sources of a simulation that esbuild builds. */
export function esbuildPlugin(options: BuildOptions): { name: string; setup(build: EsbuildLike): void } {
  return {
    name: "tickbridge",
    setup(build) {
      const root = build.initialOptions.absWorkingDir ?? process.cwd();
      const isSelected = selector(options, root);
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/, namespace: "file" }, async ({ path }) =>
        isSelected(path) ? load(path, root, options) : undefined,
      );
    },
  };
}

async function load(path: string, root: string, { mode }: BuildOptions): Promise<Loaded | undefined> {
  const { findings, rewritten } = checkSource(path, await readFile(path, "utf8"));
  const shown = mode === "replace" ? findings.filter(({ isReplaceable }) => !isReplaceable) : findings;
  const messages = (isError: boolean) =>
    shown
      .filter((finding) => isFatal(finding, mode) === isError)
      .map((finding) => messageAt(relative(root, path), finding));
  const loaded: Loaded = { errors: messages(true), warnings: messages(false) };
  const replaced = mode === "replace" ? rewritten() : undefined;
  if (replaced === undefined) return loaded;
  const map = Buffer.from(replaced.map).toString("base64");
  const mapLine = `\n//# sourceMappingURL=data:application/json;base64,${map}\n`;
  return { ...loaded, contents: replaced.code + mapLine, loader: "default" };
}

/** esbuild counts columns from 0, in bytes. */
function messageAt(file: string, { message, line, column, lineText, start, end }: Finding): Message {
  const before = lineText.slice(0, column - 1);
  const marked = lineText.slice(column - 1, column - 1 + end - start);
  const location = {
    file,
    line,
    column: Buffer.byteLength(before),
    length: Buffer.byteLength(marked),
    lineText,
  };
  return { text: message, location };
}
