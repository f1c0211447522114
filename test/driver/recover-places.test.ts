// recover() wherever a game runs: after a reload, a navigation, a frozen page, in Node, in a new process; and what becomes of
// the journal's file.

import { type ChildProcess, spawn } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type GameSession, launch, verify } from "@tickbridge/driver";
import { stringifyReplay } from "@tickbridge/replay";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { browsersBelow } from "./browser-processes.js";
import { servePages, type TestPages, toyPage } from "./test-pages.js";

let pages: TestPages;
let directory: string;

beforeAll(async () => {
  // Slow from there on, so that the step is under way when the page goes.
  const leaves = `if (state.tick >= 50) {
    location.href = "/elsewhere";
    for (const end = performance.now() + 60; performance.now() < end; );
  }`;
  const hangs = `if (state.tick === 50) for (;;);`;
  pages = await servePages({
    "/toy": await toyPage(),
    "/hardy": await toyPage("{ duringTick(state) { state.hp = 100; } }"),
    "/leaving": await toyPage(`{ duringTick(state) { ${leaves} } }`),
    "/hanging": await toyPage(`{ duringTick(state) { ${hangs} } }`),
    "/elsewhere": "<title>elsewhere</title>",
  });
});
afterAll(() => pages.close());
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "tickbridge-journals-"));
  return () => rm(directory, { recursive: true });
});

type Toy = GameSession<{ move: number }>;

function launchToy(path: string): Promise<Toy> {
  return launch<{ move: number }>({ url: pages.url + path }, { journal: { directory } });
}

function toyHere(): { readonly game: never } {
  return { game: createToyGame() as never };
}

/** A run at tick 40 with an input in force, a cheat that waits and a label. */
async function playToForty(game: Toy): Promise<void> {
  await game.pinSeed(9);
  await game.startRun({});
  await game.input({ move: 0.5 }, { ticks: 45 });
  await game.step(20);
  await game.save("twenty");
  await game.step(20);
  await game.cheat("setHp", { hp: 77 });
}

/** From tick 40 on: the replay as text. */
async function playOn(game: Toy): Promise<string> {
  await game.step(30);
  await game.rewind(5);
  await game.restore("twenty");
  await game.step(35);
  return stringifyReplay(await game.exportReplay());
}

async function uninterrupted(): Promise<string> {
  const game = await launch<{ move: number }>(toyHere(), { journal: false });
  await playToForty(game);
  return playOn(game);
}

test("a page that has navigated in the middle of a step comes back at the tick before it", async () => {
  const game = await launchToy("/leaving");
  try {
    await playToForty(game);
    await expect(game.step(30)).rejects.toMatchObject({
      code: "PAGE_LOST",
      message: expect.stringMatching(/navigated.*recover\(\)/),
    });
    expect(await game.recover()).toMatchObject({ tick: 40, recovered: { seed: 9, ticks: 40 }, state: { tick: 40 } });
    expect(await game.step(9)).toMatchObject({ tick: 49 });
  } finally {
    await game.close();
  }
});

test("a page that hangs in the middle of a step comes back in a new browser", async () => {
  const game = await launchToy("/hanging");
  try {
    await playToForty(game);
    const before = await browsersBelow(process.pid, "--type=gpu-process");
    await expect(game.step(30, { timeoutMs: 100 })).rejects.toMatchObject({
      code: "TIMEOUT",
      message: expect.stringMatching(/frozen.*recover\(\)/),
    });
    expect(await game.recover()).toMatchObject({ tick: 40 });
    const after = await browsersBelow(process.pid, "--type=gpu-process");
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    expect(await game.step(9)).toMatchObject({ tick: 49 });
  } finally {
    await game.close();
  }
});

test("a page that still answers is used again, in the same browser", async () => {
  const game = await launchToy("/toy");
  try {
    await playToForty(game);
    const before = await browsersBelow(process.pid, "--type=gpu-process");
    await game.recover();
    expect(await browsersBelow(process.pid, "--type=gpu-process")).toEqual(before);
    expect(await playOn(game)).toBe(await uninterrupted());
  } finally {
    await game.close();
  }
});

test("in Node recover begins a fresh session of the same game", async () => {
  const game = await launch<{ move: number }>(toyHere(), { journal: { directory } });
  await playToForty(game);
  expect(await game.recover()).toMatchObject({ tick: 40, state: { pauseOwners: ["agent"] } });
  expect(await playOn(game)).toBe(await uninterrupted());
  await game.close();
  await expect(game.recover()).rejects.toMatchObject({ code: "PAGE_LOST" });
});

test("the receipt of an input that waited comes after the recovery, under its old number", async () => {
  const game = await launch<{ move: number }>(toyHere(), { journal: { directory } });
  await game.startRun({});
  const { seq } = await game.input({ move: 1 });
  const cheat = await game.cheat("setHp", { hp: 5 });
  await game.recover();
  const stepped = await game.step(1);
  expect(stepped.receipts).toEqual(
    expect.arrayContaining([
      { seq, tick: 1, outcome: "applied" },
      { seq: cheat.seq, tick: 1, outcome: "applied" },
    ]),
  );
  expect(stepped.seq).toBeGreaterThan(cheat.seq);
  await game.close();
});

test("a pinned seed comes back where there was no run yet", async () => {
  const game = await launch<{ move: number }>(toyHere(), { journal: { directory } });
  await game.pinSeed(31);
  expect(await game.recover()).not.toHaveProperty("recovered");
  expect(await game.startRun({})).toMatchObject({ seed: 31 });
  await game.close();
});

test("without a journal there is nothing to recover", async () => {
  const game = await launch<{ move: number }>(toyHere(), { journal: false });
  await game.startRun({});
  await expect(game.recover()).rejects.toMatchObject({ code: "NO_JOURNAL" });
  await game.close();
  await expect(launch(toyHere(), { journal: false, recover: true })).rejects.toMatchObject({ code: "USAGE" });
  await verify(await replayOfTicks(3), toyHere());
  expect(await readdir(directory)).toEqual([]);
});

async function replayOfTicks(ticks: number) {
  const game = await launch<{ move: number }>(toyHere(), { journal: false });
  await game.startRun({});
  await game.step(ticks);
  const replay = await game.exportReplay();
  await game.close();
  return replay;
}

/** Another process that plays the toy to tick 40 in Node and says so; it is killed by SIGKILL then. */
async function killedProcess(): Promise<void> {
  const program = `
    import { launch } from "@tickbridge/driver";
    import { createToyGame } from ${JSON.stringify(new URL("../fixtures/toy-game.ts", import.meta.url).href)};
    const game = await launch({ game: createToyGame() }, { journal: { directory: ${JSON.stringify(directory)} } });
    await (${playToForty})(game);
    console.log("forty");
    setInterval(() => {}, 1000);
  `;
  const file = join(import.meta.dirname, `killed-${process.pid}.ts`);
  await writeFile(file, program);
  try {
    const tsx = createRequire(import.meta.url).resolve("tsx/cli");
    const child: ChildProcess = spawn(process.execPath, ["--import", tsx.replace("cli.mjs", "esm/index.mjs"), file]);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    let words = "";
    child.stderr?.on("data", (chunk) => {
      words += chunk;
    });
    await new Promise<void>((resolve, reject) => {
      child.stdout?.once("data", () => resolve());
      child.once("exit", () => reject(new Error(words)));
    });
    child.kill("SIGKILL");
    await ended;
  } finally {
    await rm(file);
  }
}

test("a new process brings back the newest run of the game, or that of a file", async () => {
  await killedProcess();
  const [name = ""] = await readdir(directory);
  expect(name).toMatch(/^toy-\d{14}-\d+-1\.jsonl$/);
  const file = join(directory, name);
  for (const recover of [true, file] as const) {
    const game = await launch<{ move: number }>(toyHere(), { recover, journal: { directory } });
    expect(await game.state()).toMatchObject({ tick: 40, pauseOwners: ["agent"] });
    expect(game.journal.path).not.toBe(file);
    expect(await playOn(game)).toBe(await uninterrupted());
    const own = game.journal.path ?? "";
    await game.close();
    await rm(own);
  }
});

test("a last line that was cut off is left out; a broken line before it, another game and a missing file are refused", async () => {
  const first = await launch<{ move: number }>(toyHere(), { journal: { directory } });
  await playToForty(first);
  const file = first.journal.path ?? "";
  await first.close();
  const whole = await readFile(file, "utf8");
  await appendFile(file, '[{"kind":"tail","tick":4');
  const again = await launch<{ move: number }>(toyHere(), { recover: file, journal: { directory } });
  expect(await again.state()).toMatchObject({ tick: 40 });
  await again.close();
  const refused: [text: string, words: RegExp][] = [
    [whole.replace("\n", "\n{rubbish\n"), /line 2/],
    [whole.replace('"kind":"tail"', '"kind":"tale"'), /line \d+.*expected one of/],
    ["", /holds no journal/],
  ];
  for (const [text, words] of refused) {
    await writeFile(file, text);
    await expect(launch(toyHere(), { recover: file, journal: { directory } })).rejects.toMatchObject({
      code: "BAD_FILE",
      message: expect.stringMatching(words),
    });
  }
  await writeFile(file, whole.replaceAll('"id":"toy"', '"id":"chess"'));
  await expect(launch(toyHere(), { recover: file, journal: { directory } })).rejects.toMatchObject({
    code: "WRONG_GAME",
  });
  await rm(file);
  await expect(launch(toyHere(), { recover: file, journal: { directory } })).rejects.toMatchObject({
    code: "BAD_FILE",
  });
});

test("a new run takes the place of the old one in the file, and old files make room for new ones", async () => {
  const long = await launch<{ move: number }>(toyHere(), { journal: { directory } });
  await long.startRun({});
  for (let step = 0; step < 200; step++)
    await long.batch([
      { cmd: "input", args: [{ move: step % 2 }] },
      { cmd: "step", args: [1] },
    ]);
  const file = long.journal.path ?? "";
  const bytes = (await readFile(file)).length;
  await long.startRun({});
  expect((await readFile(file)).length).toBeLessThan(bytes / 20);
  for (let round = 0; round < 25; round++) {
    const game = await launch<{ move: number }>(toyHere(), { journal: { directory } });
    await game.startRun({});
    await game.close();
  }
  const names = await readdir(directory);
  // Twenty that nobody wrote any more, the one that came then, and the one that is still in use.
  expect(names).toHaveLength(22);
  expect(names.map((name) => join(directory, name))).toContain(file);
  await long.close();
});

test("a file that cannot be written is reported, play goes on, and the run still comes back in this process", async () => {
  const notFolder = join(directory, "file");
  await writeFile(notFolder, "");
  const game = await launch<{ move: number }>(toyHere(), { journal: { directory: join(notFolder, "journals") } });
  const warned = new Promise<Error>((resolve) => process.once("warning", resolve));
  await playToForty(game);
  expect((await warned).message).toContain("ENOTDIR");
  expect(game.journal).toEqual({ error: expect.stringContaining("ENOTDIR") });
  expect(await game.recover()).toMatchObject({ tick: 40 });
  expect(await playOn(game)).toBe(await uninterrupted());
  await game.close();
});

test("a step that took too long and was aborted is in the journal as far as it came", async () => {
  const game = await launchToy("/hardy");
  try {
    await game.startRun({});
    await expect(game.step(2 ** 31 - 1, { timeoutMs: 30 })).rejects.toMatchObject({ code: "TIMEOUT" });
    const { tick, state } = await game.hash();
    expect(await game.recover()).toMatchObject({ tick });
    expect((await game.state()).x).toBe(state.x);
  } finally {
    await game.close();
  }
});
