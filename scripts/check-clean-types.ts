// Type-checks the packages in a copy where nothing is built and where each finds only the packages that it declares:
// in the tree itself, a stale build or another package's dependency can hide an undeclared import.

import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { root } from "./build-stamp.mjs";
import { runTool, type ToolResult } from "./run-tool.js";

interface Manifest {
  readonly name: string;
  readonly dependencies?: { readonly [name: string]: string };
  /** What the build puts into the package, as the library under the maths entry. */
  readonly devDependencies?: { readonly [name: string]: string };
}

export async function checkCleanTypes(): Promise<ToolResult> {
  const copy = await mkdtemp(join(tmpdir(), "tickbridge-clean-"));
  try {
    for (const file of ["tsconfig.json", "tsconfig.base.json"]) await cp(join(root, file), join(copy, file));
    const packages = join(copy, "packages");
    await cp(join(root, "packages"), packages, { recursive: true, filter: isSource });
    // Types for Node come from the root: the packages that may use them say so in their tsconfig.json.
    await link(join(root, "node_modules/@types/node"), join(copy, "node_modules/@types/node"));
    await link(join(root, "node_modules/undici-types"), join(copy, "node_modules/undici-types"));
    for (const name of await readdir(packages)) await linkDeclared(join(packages, name), name);
    return await runTool("tsc", ["-b"], copy);
  } finally {
    await rm(copy, { recursive: true });
  }
}

function isSource(path: string): boolean {
  return !path.split(sep).some((part) => part === "dist" || part === "node_modules") && !path.endsWith(".tsbuildinfo");
}

async function linkDeclared(packageFolder: string, folderName: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")) as Manifest;
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })) {
    const own = /^@tickbridge\/(.+)$/.exec(name)?.[1];
    const nested = join(root, "packages", folderName, "node_modules", name);
    const hoisted = join(root, "node_modules", name);
    const target = own === undefined ? await firstThere(nested, hoisted) : join(dirname(packageFolder), own);
    await link(target, join(packageFolder, "node_modules", name));
  }
}

async function firstThere(first: string, second: string): Promise<string> {
  return readdir(first).then(
    () => first,
    () => second,
  );
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path, "junction");
}
