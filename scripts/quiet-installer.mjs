// Installers that say nothing but their first error. Needs nothing but Node, for a clone in which nothing is installed.

import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { root } from "./build-stamp.mjs";

/** @typedef {(line: string) => void} Say */

/**
 * Shows only the first error that a failing installer names.
 * @param {Say} say
 * @param {string} command
 * @param {readonly string[]} args
 */
export function runQuietly(say, command, args, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (status === 0) return true;
  const lines = `${stderr ?? ""}\n${stdout ?? ""}`.split("\n");
  say(`that failed: ${error?.message ?? lines.find((line) => /^(Error|E):/.test(line)) ?? `exit code ${status}`}`);
  return false;
}

/**
 * Installs packages of Debian; only root can.
 * @param {Say} say
 * @param {readonly string[]} packages
 */
export function installWithApt(say, packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=300"];
  const aptGet = (/** @type {string[]} */ ...args) => runQuietly(say, "apt-get", [...options, ...args], env);
  return aptGet("update") && aptGet("install", "-y", "--no-install-recommends", ...packages);
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
