// What engines run, bundled: the tasks as a script for pages, and the same with a host around them for Node.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { inRepository } from "../docs/page-support.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const shared = { bundle: true, target: "es2022", logLevel: "silent", sourcemap: false } satisfies BuildOptions;

/** The text of a script that leaves `engineTasks` on the global object. */
export async function tasksScript(): Promise<string> {
  const entryPoints = [join(here, "engine-tasks.ts")];
  const { outputFiles } = await build({ ...shared, entryPoints, format: "iife", write: false });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild made nothing");
  return file.text;
}

/** The program that a Node runs. It lies where it finds the driver, as a user's program would. */
export async function nodeHostFile(): Promise<string> {
  const folder = inRepository("node_modules/.tickbridge/engines");
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, "node-host.mjs");
  const entryPoints = [join(here, "node-host.ts")];
  await build({
    ...shared,
    entryPoints,
    outfile,
    format: "esm",
    platform: "node",
    external: ["@tickbridge/driver"],
  });
  return outfile;
}
