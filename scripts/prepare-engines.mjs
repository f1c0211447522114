// Finds the engines that test/engines compares with Chromium, installs what is missing (browsers on Debian as root, Nodes
// by npx), and writes down where they are. Exits 3 when one cannot be had: the tests of engines skip nothing.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { root } from "./build-stamp.mjs";
import { installWithApt, isExecutable } from "./quiet-installer.mjs";

const nodeMajors = ["20", "22", "24"];
const foundFile = join(root, "node_modules/.tickbridge/engines.json");

/** Browsers are found by a file; the package of Debian that has it is installed when it is missing. */
const wantedFiles = [
  { key: "firefox", package: "firefox-esr", find: () => inPath("firefox-esr") },
  { key: "webkitDriver", package: "webkit2gtk-driver", find: () => inPath("WebKitWebDriver") },
  { key: "miniBrowser", package: "webkit2gtk-driver", find: findMiniBrowser },
  { key: "screen", package: "xvfb", find: () => inPath("Xvfb") },
];

/** @type {string[]} */
const problems = [];
const files = findFiles();
const nodes = findNodes();
if (problems.length > 0) {
  for (const problem of problems) say(problem);
  say("the tests of engines need all of them; npm test needs Chromium alone");
  process.exit(3);
}
mkdirSync(dirname(foundFile), { recursive: true });
writeFileSync(foundFile, `${JSON.stringify({ ...files, nodes }, null, 2)}\n`);

function findFiles() {
  const missing = wantedFiles.filter(({ find }) => find() === undefined).map((wanted) => wanted.package);
  if (missing.length > 0) install([...new Set(missing)]);
  /** @type {Record<string, string>} */
  const found = {};
  for (const { key, package: name, find } of wantedFiles) {
    const file = find();
    if (file === undefined) problems.push(`${key} is missing. On Debian, as root: apt-get install ${name}`);
    else found[key] = file;
  }
  return found;
}

/** @param {readonly string[]} packages */
function install(packages) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || inPath("apt-get") === undefined) return;
  say(`installing ${packages.join(", ")} with apt-get (may take minutes)`);
  installWithApt(say, packages);
}

function findNodes() {
  /** @type {Record<string, string>} */
  const found = {};
  for (const major of nodeMajors) {
    const file = findNode(major);
    if (file === undefined) problems.push(`Node ${major} cannot be had: npx -p node@${major} failed (see above)`);
    else found[major] = file;
  }
  return found;
}

/** This very Node, the one found the last time, or the one that npx gets from the registry. @param {string} major */
function findNode(major) {
  const before = readFound().nodes?.[major];
  for (const file of [process.execPath, before]) if (file !== undefined && majorOf(file) === major) return file;
  say(`getting Node ${major} with npx`);
  const ask = ["--yes", `--package=node@${major}`, "--call", "node -p process.execPath"];
  const { status, stdout, stderr, error } = spawnSync("npx", ask, { cwd: root, encoding: "utf8" });
  const file = stdout?.trim().split("\n").at(-1) ?? "";
  if (status === 0 && majorOf(file) === major) return file;
  say(`that failed: ${error?.message ?? (stderr || stdout).trim()}`);
  return undefined;
}

/** @returns {{nodes?: Record<string, string>}} */
function readFound() {
  try {
    return JSON.parse(readFileSync(foundFile, "utf8"));
  } catch {
    return {};
  }
}

/** @param {string} file */
function majorOf(file) {
  if (file === process.execPath) return process.versions.node.split(".")[0];
  return spawnSync(file, ["-p", "process.versions.node"], { encoding: "utf8" }).stdout?.split(".")[0];
}

function findMiniBrowser() {
  for (const libraries of ["/usr/lib", "/usr/libexec"].filter((folder) => existsSync(folder))) {
    const folders = [libraries, ...readdirSync(libraries).map((name) => join(libraries, name))];
    for (const folder of folders) {
      for (const version of ["webkit2gtk-4.1", "webkitgtk-6.0", "webkit2gtk-4.0"]) {
        const file = join(folder, version, "MiniBrowser");
        if (isExecutable(file)) return file;
      }
    }
  }
  return undefined;
}

/** @param {string} name */
function inPath(name) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** @param {string} line */
function say(line) {
  console.log(`prepare-engines: ${line}`);
}
