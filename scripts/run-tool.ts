// Runs a tool of node_modules/.bin and collects what it prints.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./build-stamp.mjs";

export interface ToolResult {
  readonly passed: boolean;
  readonly output: string;
}

/** Runs `name` in `folder` (the repository's root unless named). Never rejects: a tool that is missing has failed. */
export function runTool(name: string, args: readonly string[], folder = root): Promise<ToolResult> {
  return runCommand(join(root, "node_modules/.bin", name), args, folder);
}

/** The same for any command. */
export function runCommand(command: string, args: readonly string[], folder = root): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    });
    let output = "";
    const collect = (chunk: string): void => {
      output += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.on("error", (error) => resolve({ passed: false, output: error.message }));
    child.on("close", (code) => resolve({ passed: code === 0, output: output.trim() }));
  });
}
