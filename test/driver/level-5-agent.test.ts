// The example agent that others copy: it plays the built example to level 5 in a real Chromium and proves it.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { serveDirectory } from "@tickbridge/driver";
import { expect, test } from "vitest";

const agent = "examples/level-5-agent/agent.ts";

interface Ended {
  readonly code: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

function runAgent(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, ["--import", "tsx", agent, ...args], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? "killed"), stdout, stderr }),
    );
  });
}

test("the example agent reaches level 5 and its replay is identical on a fresh page", async () => {
  const server = await serveDirectory("examples/candyrush-mock/dist", { port: 0 });
  try {
    const { code, stdout, stderr } = await runAgent(server.url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^level 5, tick \d+, identical\n$/);
  } finally {
    await server.close();
  }
});

test("the example agent asks for an address when none is given", async () => {
  const { code, stdout, stderr } = await runAgent();
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("<address of the game>");
});

test("the example agent has at most 60 readable lines", async () => {
  const lines = (await readFile(agent, "utf8")).trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(60);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
});
