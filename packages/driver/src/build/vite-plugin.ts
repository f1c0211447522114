// The check as a plugin for Vite (and for Rollup and Rolldown, which call the same hook). Its types say what it uses of
// Vite, so that nothing of that is needed here.

import { relative } from "node:path";
import { findingText, isFatal } from "./findings.js";
import { type BuildOptions, selector } from "./options.js";
import { checkSource } from "./source-check.js";

interface Context {
  warn(message: string): void;
  error(message: string): never;
}

interface VitePlugin {
  name: string;
  enforce: "pre";
  configResolved(config: { readonly root: string }): void;
  transform(this: Context, code: string, id: string): { code: string; map: string } | null;
}

/** Finds native maths, `**`, clocks and random numbers in the sources of a simulation that Vite builds or serves. */
export function vitePlugin(options: BuildOptions): VitePlugin {
  let root = process.cwd();
  let isSelected = selector(options, root);
  return {
    name: "tickbridge",
    // Before types are stripped, so that places are those of the source.
    enforce: "pre",
    configResolved(config) {
      root = config.root;
      isSelected = selector(options, root);
    },
    transform(code, id) {
      const [path = ""] = id.split("?");
      if (id.startsWith("\0") || !isSelected(path)) return null;
      const { findings, rewritten } = checkSource(path, code);
      const { mode } = options;
      const shown = mode === "replace" ? findings.filter(({ isReplaceable }) => !isReplaceable) : findings;
      const text = (isError: boolean) =>
        shown
          .filter((finding) => isFatal(finding, mode) === isError)
          .map((finding) => findingText(relative(root, path), finding))
          .join("\n");
      const [errors, warnings] = [text(true), text(false)];
      if (warnings !== "") this.warn(warnings);
      if (errors !== "") this.error(errors);
      return (mode === "replace" && rewritten()) || null;
    },
  };
}
