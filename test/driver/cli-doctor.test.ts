// `tickbridge doctor`: which checks it makes of a page and of a game in Node, and that each of them can fail.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, serveDirectory } from "@tickbridge/driver";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleDist } from "../support/example-page.js";
import { tickbridge } from "./command-line.js";
import { handWrittenBridge, servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

const restless = "{ duringTick(state) { if (state.tick === 70) state.x += Math.random(); } }";
let folder: string;
let example: RunningServer;
let pages: TestPages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-doctor-"));
  example = await serveDirectory(exampleDist);
  const leaky = (await toyPage()).replace("<script", "<script>window.__candyStep = 1</script><script");
  pages = await servePages({
    "/small": await toyPage("{ withoutSave: true }", "delete game.choices; delete game.cheats; delete game.evaluate;"),
    "/restless": await toyPage(restless),
    "/throwing": await toyPage("{ duringTick(state) { if (state.tick === 7) throw new Error('the floor is gone'); } }"),
    "/leaky": leaky,
    "/bare": "<title>bare</title>",
    "/too-new": handWrittenBridge(2),
  });
  await writeFile(join(folder, "restless.mjs"), await toyModule(restless));
  await writeFile(join(folder, "toy.mjs"), await toyModule());
});
afterAll(async () => {
  await Promise.all([example.close(), pages.close()]);
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => tickbridge(["doctor", ...args], { cwd: folder });

test("without an address it names the browsers that it finds, and how to get those that it does not", async () => {
  const { exit, stdout } = await run();
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^browsers\n {2}ok {4}chromium \d+\.\d+\.\d+\.\d+: \//);
});

test("the example passes every check, in the page and in Node, and both runs are the same", async () => {
  const { exit, stdout } = await run(example.url, "--game", join(exampleDist, "game.mjs"), "--ticks", "400");
  expect(exit).toBe(0);
  expect(stdout).not.toContain("FAIL");
  for (const line of [
    /ok {4}gate off: /,
    /ok {4}gate on: bridge with protocol 1; candyrush-mock, build /,
    /ok {4}the game offers save, load, choices, cheats, stops, evaluate, actions, audits, hardware, pauses, afterLoad; hashes cover the state/,
    /ok {4}400 ticks with \d+ random inputs are the same again on the same page, byte for byte/,
    /ok {4}400 ticks with \d+ random inputs are the same on a fresh page, byte for byte/,
    /ok {4}400 ticks with \d+ random inputs are the same in a fresh session, byte for byte/,
    /ok {4}400 ticks with \d+ random inputs are the same in Node as in the page, byte for byte/,
  ]) {
    expect(stdout).toMatch(line);
  }
});

test("what a game could add is said by part, with what it gives, and is no failure", async () => {
  const { exit, stdout } = await run(`${pages.url}/small`, "--ticks", "200");
  expect(exit).toBe(0);
  expect(stdout).toContain("hashes cover the snapshot");
  expect(stdout).toMatch(/note {2}save\(\): hashes of the whole state/);
  for (const part of ["choices", "cheats", "evaluate()", "load(state)"]) expect(stdout).toContain(`note  ${part}: `);
});

test("a run that cannot be repeated fails with the first difference and the ticks between which hashes part", async () => {
  const { exit, stdout } = await run(`${pages.url}/restless`, "--ticks", "200");
  expect(exit).toBe(1);
  expect(stdout).toMatch(
    /FAIL {2}the same run differs on a fresh page: first seen at tick \d+, \/x: [\d.e-]+ and [\d.e-]+/,
  );
  expect(stdout).toContain("the recorded hashes part in ticks 61 to 120");
});

test("in Node too a run that cannot be repeated fails", async () => {
  const { exit, stdout } = await run("--game", "restless.mjs", "--ticks", "200");
  expect(exit).toBe(1);
  expect(stdout).toMatch(/FAIL {2}the same run differs in a fresh session: .*\/x/);
  expect((await run("--game", "toy.mjs", "--ticks", "200")).exit).toBe(0);
});

test.each([
  ["/leaky", /FAIL {2}gate off: .*__candyStep/],
  ["/bare", /FAIL {2}gate on: NO_BRIDGE: .*mount\(game\)/],
  ["/too-new", /FAIL {2}gate on: PROTOCOL_TOO_NEW: .*update @tickbridge\/driver/],
  ["/throwing", /FAIL {2}the game threw: .*the floor is gone/],
])("%s fails its check, and the exit code is 1", async (path, line) => {
  const { exit, stdout } = await run(pages.url + path, "--ticks", "100");
  expect(stdout).toMatch(line);
  expect(exit).toBe(1);
});
