// Tells whether the build is newer than its sources: by content, so that neither a checkout, a copy nor a clock matters.
// Plain JavaScript, since prepare.mjs needs it before anything is installed.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const stampFile = join(root, "node_modules/.tickbridge/build.json");
const sourceFolders = ["packages", "examples"];
const sourceFiles = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.base.json", "scripts/build.ts"];

/** True when the last build was made of these very sources and its output is still what that build wrote. */
export function isBuildFresh() {
  try {
    const { sources, outputs } = JSON.parse(readFileSync(stampFile, "utf8"));
    return sources === hashOfSources() && outputs === hashOfOutputs();
  } catch {
    return false;
  }
}

/**
 * Runs a build and stamps it. The sources are hashed before it, so that an edit made meanwhile leaves the build stale.
 * @param {() => Promise<void>} build
 */
export async function stamped(build) {
  rmSync(stampFile, { force: true });
  const sources = hashOfSources();
  await build();
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ sources, outputs: hashOfOutputs() }));
}

function hashOfSources() {
  return hashOf([
    ...sourceFiles,
    ...filesBelow(sourceFolders, (path) => !isOutput(path) && !/\.(test\.ts|md|tsbuildinfo)$/.test(path)),
  ]);
}

function hashOfOutputs() {
  return hashOf(filesBelow(sourceFolders, isOutput));
}

/** @param {string} path */
function isOutput(path) {
  return path.split(sep).includes("dist");
}

/**
 * @param {readonly string[]} folders
 * @param {(path: string) => boolean} wanted
 */
function filesBelow(folders, wanted) {
  /** @type {string[]} */
  const found = [];
  const waiting = [...folders];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== "node_modules") waiting.push(path);
      else if (entry.isFile() && wanted(path)) found.push(path);
    }
  }
  return found;
}

/** @param {readonly string[]} paths */
function hashOf(paths) {
  const hash = createHash("sha1");
  for (const path of [...paths].sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  return hash.digest("hex");
}
