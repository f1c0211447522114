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
  const leaky = (await toyPage(restless)).replace("<script", "<script>window.__candyStep = 1</script><script");
  pages = await servePages({
    "/leaky": leaky,
    "/bare": "<title>bare</title>",
    "/too-new": handWrittenBridge(2),
  });
  const small = await toyModule(
    "{ withoutSave: true }",
    "delete game.choices; delete game.cheats; delete game.evaluate;",
  );
  const throwing = "{ duringTick(state) { if (state.tick === 7) throw new Error('the floor is gone'); } }";
  await writeFile(join(folder, "small.mjs"), small);
  await writeFile(join(folder, "throwing.mjs"), await toyModule(throwing));
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

test("the example passes every examination, in the page and in Node, and both runs are the same", async () => {
  const { exit, stdout } = await run(example.url, "--game", join(exampleDist, "game.mjs"), "--ticks", "400");
  expect(exit, stdout).toBe(0);
  expect(stdout).not.toMatch(/FAIL|warn/);
  for (const line of [
    /ok {4}gate off: /,
    /ok {4}gate on: bridge with protocol 1; candyrush-mock, build /,
    /ok {4}the game offers save, load, choices, cheats, stops, evaluate, actions, audits, hardware, pauses, afterLoad; hashes cover the state/,
    /one run \(seed 777001, 400 ticks, \d+ random inputs, 5 choices\), played again in every way/,
    /ok {4}on a fresh page: identical, 40\d hashes of the state/,
    /ok {4}again on the same page: identical/,
    /ok {4}after a reload: identical/,
    /ok {4}with one macrotask a tick: identical, 80\d hashes/,
    /ok {4}with frames drawn between ticks: identical/,
    /ok {4}hidden, with no frame drawn: identical/,
    /ok {4}with reads between ticks: identical/,
    /ok {4}with its state saved and loaded in place: identical/,
    /ok {4}with rewinds at random ticks: identical/,
    /ok {4}in the time zone Pacific\/Chatham, in the locale tr-TR, in a window of 360 by 640 .*: identical/,
    /ok {4}in the time zone America\/St_Johns, in the locale ar-EG, in a window of 2560 by 1440 .*: identical/,
    /ok {4}self-check: the last 200 ticks simulated twice more: identical/,
    /ok {4}in a fresh session: identical/,
    /ok {4}again in the same session: identical/,
    /ok {4}in the time zone Pacific\/Chatham, its module imported anew .*: identical/,
    /ok {4}in Node as in the page: identical/,
  ]) {
    expect(stdout).toMatch(line);
  }
}, 600_000);

test("what a game could add is said by part, with what it gives, and is no failure", async () => {
  const { exit, stdout } = await run("--game", "small.mjs", "--ticks", "200");
  expect(exit, stdout).toBe(0);
  expect(stdout).toContain("hashes cover the snapshot");
  expect(stdout).toMatch(/note {2}save\(\): hashes of the whole state/);
  for (const part of ["choices", "cheats", "evaluate()", "load(state)"]) expect(stdout).toContain(`note  ${part}: `);
});

test("a run that throws fails, and is examined up to the throw", async () => {
  const { exit, stdout } = await run("--game", "throwing.mjs", "--ticks", "100");
  expect(exit).toBe(1);
  expect(stdout).toMatch(/FAIL {2}the game threw: .*the floor is gone/);
  expect(stdout).toMatch(/ok {4}with rewinds at random ticks: identical/);
});

test("what was not examined is a note and no ok: no capability, nothing to do, a read that the game never takes", async () => {
  const withoutLoad = await run("--game", "small.mjs", "--ticks", "50");
  expect(withoutLoad.stdout).toMatch(
    /note {2}with its state saved and loaded in place: not examined, the game has no load/,
  );
  expect(withoutLoad.stdout).toMatch(/ok {4}no tripwire tripped \(mode report, installed by loader\)/);
  expect(withoutLoad.stdout).toMatch(/note {2}what tripwires do not see here: installed by /);
  const atOnce = "{ duringTick() { throw new Error('the floor is gone'); } }";
  const broken = "game.audits = { ...game.audits, broken() { throw new Error('no audit today'); } };";
  await writeFile(join(folder, "at-once.mjs"), await toyModule(atOnce, broken));
  const { exit, stdout } = await run("--game", "at-once.mjs", "--ticks", "50");
  expect(exit).toBe(1);
  expect(stdout).toMatch(/note {2}with rewinds at random ticks: not examined, there was nothing to do in this run/);
  expect(stdout).toMatch(/note {2}with reads between ticks: never taken, audit broken: .*no audit today/);
});

test("a time zone that a module takes when it is imported is found", async () => {
  const zone = await toyModule("{ duringTick(state) { if (state.tick === 5) state.x += zone; } }");
  await writeFile(join(folder, "zone.mjs"), `const zone = new Date(0).getTimezoneOffset();\n${zone}`);
  const { exit, stdout } = await run("--game", "zone.mjs", "--ticks", "20");
  expect(exit).toBe(1);
  expect(stdout).toMatch(/FAIL {2}the run differs in the time zone Pacific\/Chatham, its module imported anew/);
  expect(stdout).toContain("/toy/x");
});

test("a game that cannot be played is a line, and the findings are printed", async () => {
  await writeFile(join(folder, "shut.mjs"), await toyModule("{}", "game.start = () => { throw new Error('shut'); };"));
  const { exit, stdout } = await run("--game", "shut.mjs", "--ticks", "20", "--json");
  expect(exit).toBe(1);
  const { ok, findings } = JSON.parse(stdout);
  expect(ok).toBe(false);
  expect(findings.at(-1)).toMatchObject({
    verdict: "failed",
    message: expect.stringMatching(/cannot be played: .*shut/),
  });
});

test("a page that shows the bridge to players, and does not repeat its run, fails in both", async () => {
  const { exit, stdout } = await run(`${pages.url}/leaky`, "--ticks", "200", "--json");
  expect(exit).toBe(1);
  const { ok, findings } = JSON.parse(stdout);
  expect(ok).toBe(false);
  expect(findings).toContainEqual(
    expect.objectContaining({ verdict: "failed", message: expect.stringMatching(/^gate off: .*__candyStep/) }),
  );
  const fresh = findings.find(({ examination }: { examination?: string }) => examination === "fresh");
  expect(fresh).toMatchObject({
    verdict: "failed",
    message: "the run differs on a fresh page from the one that was recorded, in ticks 61 to 120",
    report: { kind: "sides-differ", difference: { kind: "state", tick: 70, after: "tick", path: "/toy/x" } },
    advice: expect.stringContaining("Math.random"),
  });
  expect(findings.at(-1).examination).not.toBe("rewinds");
});

test.each([
  ["/bare", /FAIL {2}gate on: NO_BRIDGE: .*mount\(game\)/],
  ["/too-new", /FAIL {2}gate on: PROTOCOL_TOO_NEW: .*update @tickbridge\/driver/],
])("%s fails its check, and the exit code is 1", async (path, line) => {
  const { exit, stdout } = await run(pages.url + path, "--ticks", "100");
  expect(stdout).toMatch(line);
  expect(exit).toBe(1);
});
