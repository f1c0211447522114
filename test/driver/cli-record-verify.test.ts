// `tickbridge record` and `tickbridge verify`, on pages and in Node: what they write, print and exit with.

import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type RunningServer, serveDirectory } from "@tickbridge/driver";
import { parseReplay } from "@tickbridge/replay";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleDist } from "../support/example-page.js";
import { tickbridge } from "./command-line.js";
import { servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

const candyrushModule = join(exampleDist, "game.mjs");
const scriptTagPage = fileURLToPath(new URL("../../examples/paddle-script-tag/dist/index.html", import.meta.url));
const throwing = "{ duringTick(state) { if (state.tick === 7) throw new Error('the floor is gone'); } }";
let folder: string;
let example: RunningServer;
let pages: TestPages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-record-"));
  example = await serveDirectory(exampleDist);
  pages = await servePages({
    "/toy": await toyPage(),
    // Draws from a source of its own, so that no two runs are the same.
    "/restless": await toyPage("{ duringTick(state) { state.x += Math.random(); } }"),
  });
  const files = {
    "toy.mjs": await toyModule(),
    "throwing.mjs": await toyModule(throwing),
    "script.json": JSON.stringify([
      { cmd: "startRun", args: [{ asks: [5] }] },
      { cmd: "input", args: [{ move: 0.5 }, { ticks: 3 }] },
      { cmd: "step", args: [100] },
      { cmd: "levelUp", args: ["Pick", 0] },
      { cmd: "step", args: [20] },
    ]),
    "refused.json": JSON.stringify([
      { cmd: "step", args: [3] },
      { cmd: "levelUp", args: ["Pick", 0] },
      { cmd: "step", args: [3] },
    ]),
  };
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
});
afterAll(async () => {
  await Promise.all([example.close(), pages.close()]);
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => tickbridge(args, { cwd: folder });
const recorded = async (name: string) => parseReplay(await readFile(join(folder, name), "utf8"));

test("the random policy with one seed records the same bytes in the page and in Node, with inputs and choices", async () => {
  const inPage = await run("record", example.url, "--seed", "31", "--ticks", "900", "--out", "page.json");
  expect(inPage).toMatchObject({
    exit: 0,
    stdout: "",
    stderr: expect.stringMatching(/recorded candyrush-mock .*seed 31.*page\.json/),
  });
  const inNode = await run("record", "--game", candyrushModule, "--seed", "31", "--ticks", "900", "--out", "node.json");
  expect(inNode.exit).toBe(0);
  expect(await readFile(join(folder, "page.json"), "utf8")).toBe(await readFile(join(folder, "node.json"), "utf8"));
  const replay = await recorded("page.json");
  expect(replay).toMatchObject({ seed: 31, cheated: false });
  expect(replay.inputs.length).toBeGreaterThan(10);
  expect(replay.choices.length).toBeGreaterThan(0);
});

test("another seed gives another run", async () => {
  const texts = await Promise.all(
    ["1", "2"].map(
      async (seed) => (await run("record", "--game", "toy.mjs", "--seed", seed, "--ticks", "99", "--out", "-")).stdout,
    ),
  );
  const [first, second] = texts.map((text) => parseReplay(text));
  expect(first?.inputs).not.toEqual(second?.inputs);
  expect(first?.final).not.toBe(second?.final);
});

test("the replay is named after game and seed, and one that is there is kept unless --force is given", async () => {
  expect((await run("record", "--game", "toy.mjs", "--seed", "8", "--ticks", "50")).exit).toBe(0);
  const before = await readFile(join(folder, "toy-8.json"), "utf8");
  expect(parseReplay(before)).toMatchObject({ seed: 8, ticks: 50 });
  const again = await run("record", "--game", "toy.mjs", "--seed", "8", "--ticks", "60");
  expect(again).toMatchObject({ exit: 2, stderr: expect.stringContaining("--force") });
  expect(await readFile(join(folder, "toy-8.json"), "utf8")).toBe(before);
  expect((await run("record", "--game", "toy.mjs", "--seed", "8", "--ticks", "60", "--force")).exit).toBe(0);
  expect(await recorded("toy-8.json")).toMatchObject({ ticks: 60 });
});

test("the idle policy gives no input and plays until the game is over", async () => {
  const { exit, stdout } = await run(
    "record",
    "--game",
    "toy.mjs",
    "--policy",
    "idle",
    "--seed",
    "4",
    "--ticks",
    "5000",
    "--out",
    "-",
  );
  expect(exit).toBe(0);
  expect(parseReplay(stdout)).toMatchObject({ inputs: [], ticks: 1000 });
});

test("a script is played as it is", async () => {
  const { exit, stdout } = await run(
    "record",
    "--game",
    "toy.mjs",
    "--policy",
    "script.json",
    "--seed",
    "5",
    "--out",
    "-",
  );
  expect(exit).toBe(0);
  expect(parseReplay(stdout)).toMatchObject({
    seed: 5,
    options: { asks: [5] },
    ticks: 25,
    inputs: [
      [1, { move: 0.5 }],
      [4, { move: 0 }],
    ],
    choices: [[5, "Pick", 0]],
  });
});

test("a refused command of a script ends it with exit code 1 and its reply, and nothing is written", async () => {
  const { exit, stdout, stderr } = await run(
    "record",
    "--game",
    "toy.mjs",
    "--policy",
    "refused.json",
    "--out",
    "refused-run.json",
  );
  expect(exit).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, cmd: "levelUp", tick: 3, error: { code: "NO_CHOICE" } });
  expect(stderr).toContain("command 2 of 3 was refused");
  expect(await readdir(folder)).not.toContain("refused-run.json");
});

test("a game that throws ends the recording with exit code 1, and its replay reproduces the throw", async () => {
  const { exit, stderr } = await run("record", "--game", "throwing.mjs", "--seed", "1", "--out", "throw.json");
  expect({ exit, stderr }).toEqual({ exit: 1, stderr: expect.stringContaining("the floor is gone") });
  expect(await recorded("throw.json")).toMatchObject({ ticks: 6, fault: { tick: 7 } });
  expect(await run("verify", "throw.json", "--game", "throwing.mjs")).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining("identical"),
  });
  const mended = await run("verify", "throw.json", "--game", "toy.mjs");
  expect(mended).toMatchObject({ exit: 1, stdout: expect.stringContaining("diverged") });
});

test("a page of a file: address is recorded and verified", async () => {
  const address = pathToFileURL(scriptTagPage).href;
  expect(await run("record", address, "--seed", "3", "--ticks", "200", "--out", "file.json")).toMatchObject({
    exit: 0,
  });
  const { exit, stdout } = await run("verify", "file.json", "--url", address);
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^file\.json: identical: /) });
});

test("verify prints a line for each replay in their order, and the gravest sets the exit code", async () => {
  expect((await run("record", `${pages.url}/toy`, "--seed", "1", "--ticks", "130", "--out", "good.json")).exit).toBe(0);
  const good = await recorded("good.json");
  await writeFile(join(folder, "bad.json"), JSON.stringify({ ...good, seed: 2 }));
  await writeFile(join(folder, "old.json"), JSON.stringify({ ...good, game: { id: "toy", build: "toy-0" } }));
  const all = await run("verify", "good.json", "bad.json", "old.json", "good.json", "--url", `${pages.url}/toy`);
  expect(all.exit).toBe(1);
  expect(all.stdout.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^good\.json: identical: 130 ticks, 4 hashes of the state$/),
    expect.stringMatching(/^bad\.json: diverged: .*the state differs from the start/),
    expect.stringMatching(/^old\.json: unverifiable: .*build "toy-0".*--allow-build/),
    expect.stringMatching(/^good\.json: identical/),
  ]);
  expect((await run("verify", "good.json", "--url", `${pages.url}/toy`)).exit).toBe(0);
  expect((await run("verify", "good.json", "old.json", "--game", "toy.mjs")).exit).toBe(3);
  expect((await run("verify", "old.json", "--game", "toy.mjs", "--allow-build")).exit).toBe(0);
});

test("verify --json prints one JSON list and nothing else", async () => {
  await writeFile(join(folder, "broken.json"), "{");
  const { exit, stdout } = await run("verify", "good.json", "bad.json", "broken.json", "--game", "toy.mjs", "--json");
  expect(exit).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([
    { file: "good.json", verdict: "identical", evidence: "state", hashesCompared: 4 },
    { file: "bad.json", verdict: "diverged", divergence: { kind: "hash", tick: 0 } },
    { file: "broken.json", error: { code: "BAD_REPLAY", message: expect.stringContaining("JSON") } },
  ]);
});

test("a run of a page that is never the same twice diverges in a named interval", async () => {
  expect(
    (await run("record", `${pages.url}/restless`, "--seed", "1", "--ticks", "130", "--out", "restless.json")).exit,
  ).toBe(0);
  const { exit, stdout } = await run("verify", "restless.json", "--url", `${pages.url}/restless`);
  expect({ exit, stdout }).toEqual({ exit: 1, stdout: expect.stringMatching(/^restless\.json: diverged: .*tick/) });
});
