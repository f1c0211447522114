// Makes a fresh clone ready for the other scripts: packages, build, browser, in this order. Needs nothing but Node and
// npm, does only what is missing, and says what it does. `--no-browser` leaves the browser out.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isBuildFresh, root } from "./build-stamp.mjs";
import { installWithApt, isExecutable, runQuietly } from "./quiet-installer.mjs";

const nodeWanted = [20, 20];
const browserStamp = join(root, "node_modules/.tickbridge/browser");
const lockFile = join(
  tmpdir(),
  `tickbridge-prepare-${createHash("sha1").update(root).digest("hex").slice(0, 12)}.lock`,
);
const wantsBrowser = !process.argv.includes("--no-browser");

checkNode();
if (!isPrepared()) await alone(prepare);

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = nodeWanted;
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  say(`needs Node ${nodeWanted.join(".")} or newer; this is ${process.versions.node} (${process.execPath})`);
  process.exit(3);
}

function isPrepared() {
  return isInstalled() && isBuildFresh() && (!wantsBrowser || isBrowserKnown());
}

async function prepare() {
  if (!isInstalled()) installPackages();
  if (!isBuildFresh()) build();
  if (wantsBrowser && !isBrowserKnown()) await findOrGetBrowser();
}

// Packages

/**
 * npm keeps a copy of the lock in node_modules that says what it installed, be it by `npm ci` or `npm install`; an
 * interrupted installation has none. Only optional packages (of other platforms) may be missing there.
 */
function isInstalled() {
  const wanted = readLock(join(root, "package-lock.json"));
  const installed = readLock(join(root, "node_modules/.package-lock.json"));
  if (wanted === undefined || installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    const there = installed[path];
    if (there === undefined) return path === "" || entry.optional === true;
    return JSON.stringify(identityOf(entry)) === JSON.stringify(identityOf(there));
  });
}

/**
 * @typedef {{version?: string, integrity?: string, link?: boolean, bin?: object, dependencies?: object, optional?: boolean}} LockEntry
 * @param {string} path
 * @returns {Record<string, LockEntry> | undefined}
 */
function readLock(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")).packages : undefined;
}

/** @param {LockEntry} entry */
function identityOf({ version, integrity, link, bin, dependencies }) {
  return [version, integrity, link, bin, dependencies];
}

function installPackages() {
  say("installing packages (npm ci)");
  if (runNpm(["ci", "--include=dev", "--no-audit", "--no-fund"])) return;
  say("npm ci failed (see above): nothing can be built or run");
  process.exit(3);
}

// Build

function build() {
  say("building");
  if (run(process.execPath, [join(root, "node_modules/tsx/dist/cli.mjs"), join(root, "scripts/build.ts")])) return;
  say("the build failed (see above)");
  process.exit(1);
}

// Browser

/** Looking for one takes the driver and Playwright, half a second: what was found is kept as long as it is there. */
function isBrowserKnown() {
  if (process.env.TICKBRIDGE_BROWSER) return isExecutable(process.env.TICKBRIDGE_BROWSER);
  return existsSync(browserStamp) && isExecutable(readFileSync(browserStamp, "utf8"));
}

async function findOrGetBrowser() {
  const driver = await import("@tickbridge/driver");
  /** @type {string} */
  let reason = "";
  const isThere = async () => {
    try {
      const { executablePath, source } = await driver.findBrowser();
      say(`browser: ${executablePath} (${source})`);
      mkdirSync(join(browserStamp, ".."), { recursive: true });
      writeFileSync(browserStamp, executablePath);
      return true;
    } catch (thrown) {
      reason = thrown instanceof Error ? thrown.message : String(thrown);
      return false;
    }
  };
  if (await isThere()) return;
  if (process.env.TICKBRIDGE_BROWSER === undefined) {
    say("no browser found: getting one with Playwright's installer (may take minutes)");
    if (installWithPlaywright() && (await isThere())) return;
    if (isDebianRoot()) {
      say("getting Debian's chromium with apt-get (may take minutes)");
      if (installWithApt(say, ["chromium"]) && (await isThere())) return;
    }
  }
  say(`${reason}. Going on without: npm start uses the Node link, tests in a browser fail`);
}

function installWithPlaywright() {
  const cli = join(root, "node_modules/playwright/cli.js");
  if (!runQuietly(say, process.execPath, [cli, "install", "chromium"])) return false;
  // The system's libraries that the browser needs: only root can install them.
  if (process.getuid?.() === 0 && process.platform === "linux")
    run(process.execPath, [cli, "install-deps", "chromium"]);
  return true;
}

function isDebianRoot() {
  if (process.getuid?.() !== 0 || !existsSync("/etc/os-release")) return false;
  return /^ID="?debian"?$/m.test(readFileSync("/etc/os-release", "utf8"));
}

// Processes

/**
 * Runs a task while no other call for this folder does: a second one waits, then finds its work done. A lock whose
 * process is gone counts for nothing.
 * @param {() => Promise<void>} task
 */
async function alone(task) {
  for (let told = false; !takeLock(); told = true) {
    if (!told) say("waiting for another call that prepares this folder");
    await sleep(200);
  }
  process.on("exit", () => rmSync(lockFile, { force: true }));
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => process.exit(130));
  await task();
}

function takeLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (thrown) {
    if (!(thrown instanceof Error) || !("code" in thrown) || thrown.code !== "EEXIST") throw thrown;
    if (isLockStale()) rmSync(lockFile, { force: true });
    return false;
  }
}

function isLockStale() {
  try {
    const holder = Number(readFileSync(lockFile, "utf8"));
    // Between making the file and writing into it there is but a moment.
    return holder > 0 ? !isAlive(holder) : Date.now() - statSync(lockFile).mtimeMs > 10_000;
  } catch {
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/** @param {readonly string[]} args */
function runNpm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js")) return run(process.execPath, [cli, ...args]);
  return run("npm", args);
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 */
function run(command, args, env = process.env) {
  return spawnSync(command, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}

/** @param {string} line */
function say(line) {
  console.log(`prepare: ${line}`);
}
