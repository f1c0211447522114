// `tickbridge play`: every line is answered once and in order, in a page and in Node, whatever the lines hold.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browsersBelow, haveEnded } from "./browser-processes.js";
import { startTickbridge, tickbridge } from "./command-line.js";
import { servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

/** Of a slow machine stderr also hears what is going on. */
const complaint = /tickbridge:|Error|EPIPE|^ +at /m;
const immortal = "{ duringTick(state) { state.hp = 100; } }";
let folder: string;
let pages: TestPages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-play-"));
  await writeFile(join(folder, "toy.mjs"), await toyModule());
  await writeFile(join(folder, "immortal.mjs"), await toyModule(immortal));
  pages = await servePages({
    "/toy": await toyPage(),
    "/immortal": await toyPage(immortal),
    "/leaving": await toyPage("{ duringTick(state) { if (state.tick === 5) location.reload(); state.hp = 100; } }"),
  });
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

/** Lines to give: text as it stands, all else as JSON. */
const linesOf = (...lines: unknown[]) =>
  lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");

async function play(place: readonly string[], input: string) {
  const { exit, stdout, stderr } = await tickbridge(["play", ...place], { cwd: folder, input });
  const answers = stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return { exit, stderr, answers };
}

const start = [
  { cmd: "pinSeed", args: [7] },
  { cmd: "startRun", args: [{ asks: [3] }] },
];
/** No choice ever opens. */
const quiet = [...start.slice(0, 1), { cmd: "startRun" }];
const places = [
  ["a page", () => [`${pages.url}/toy`]],
  ["Node", () => ["--game", "toy.mjs"]],
] as const;
const immortals = [
  ["a page", () => [`${pages.url}/immortal`]],
  ["Node", () => ["--game", "immortal.mjs"]],
] as const;

describe.each(places)("in %s", (_name, place) => {
  test("each line is answered by the reply, refused ones too, and the end of the input ends with 0", async () => {
    // The last line has no line end.
    const input = linesOf(
      ...start,
      { cmd: "step", args: [9] },
      { cmd: "step", args: [1] },
      "",
      { cmd: "fly" },
      {
        cmd: "choose",
        args: [{ action: "Skip" }],
      },
    );
    const { exit, stderr, answers } = await play(place(), input);
    expect(exit).toBe(0);
    expect(stderr).not.toMatch(complaint);
    expect(answers).toMatchObject([
      { ok: true, cmd: "pinSeed", pinnedSeed: 7 },
      { ok: true, cmd: "startRun", seed: 7 },
      { ok: true, cmd: "step", tick: 3, stepped: 3, stopped: "gift" },
      { ok: false, cmd: "step", tick: 3, error: { code: "CHOICE_PENDING" } },
      { ok: false, cmd: "fly", error: { code: "UNKNOWN_COMMAND" } },
      { ok: true, cmd: "choose", action: "Skip" },
    ]);
    for (const answer of answers) expect(answer).not.toHaveProperty("state");
  });

  test("a list is one line with all its replies; the state comes where a line asks for it", async () => {
    const input = linesOf(
      [...start, { cmd: "input", args: [{ move: 1 }] }, { cmd: "step", args: [2] }],
      { cmd: "state" },
      { cmd: "step", args: [0], state: true },
      [{ cmd: "state" }, { cmd: "step", args: [1] }, { cmd: "step", args: [1], state: true }],
    );
    const { answers } = await play(place(), input);
    expect(answers).toMatchObject([
      { ok: true, replies: [{ cmd: "pinSeed" }, { cmd: "startRun" }, { cmd: "input" }, { cmd: "step", stepped: 2 }] },
      { ok: true, cmd: "state", tick: 2, state: { tick: 2, x: 2 } },
      { ok: true, cmd: "step", tick: 2, state: { tick: 2, x: 2 } },
      {
        ok: false,
        replies: [
          { ok: true, cmd: "state", state: { tick: 2 } },
          { ok: true, tick: 3 },
          { ok: false, error: { code: "CHOICE_PENDING" } },
        ],
        state: { tick: 3, choice: { kind: "gift" } },
      },
    ]);
    expect(answers[0]).not.toHaveProperty("state");
  });
});

test("with --state every answer holds the state after its line", async () => {
  const { answers } = await play(
    ["--game", "toy.mjs", "--state"],
    linesOf(...start, { cmd: "step", args: [1] }, [start[1]]),
  );
  expect(answers.map(({ state }) => state.tick ?? state.runState)).toEqual(["Menu", 0, 1, 0]);
});

test.each([
  ["step 5", /the line is no JSON: expected a command such as \{"cmd": "step", "args": \[600\]\}/],
  ["{", /no JSON/],
  ["5", /expected/],
  ["null", /expected/],
  ["[]", /expected/],
  ['{"args":[1]}', /\/cmd/],
  ['{"cmd":5}', /\/cmd/],
  ['{"cmd":"step","args":1}', /\/args/],
  ['{"cmd":"step","ticks":1}', /\/ticks/],
  ['[{"cmd":"step","args":[1]},{"cmd":null}]', /\/1\/cmd/],
  ['{"cmd":"startRun","args":[{"__proto__":1}]}', /__proto__/],
])("the line %s gets a coded error, runs nothing, and the session goes on", async (line, words) => {
  const { exit, answers } = await play(["--game", "toy.mjs"], linesOf(...start, line, { cmd: "step", args: [1] }));
  expect(exit).toBe(0);
  expect(answers).toMatchObject([
    {},
    {},
    { ok: false, error: { code: "BAD_ARGS", message: expect.stringMatching(words) } },
    { tick: 1 },
  ]);
});

describe.each(immortals)("abort in %s", (_name, place) => {
  const endless = { cmd: "step", args: [2147483647] };

  test("stops the long step that runs, wherever it stands before it; the answers stay in order", async () => {
    // All in one write: the step has not even begun when the abort is read.
    const input = linesOf(...quiet, endless, { cmd: "hash" }, { cmd: "abort" }, { cmd: "step", args: [1] });
    const { exit, answers } = await play(place(), input);
    expect(exit).toBe(0);
    const [, , stepped, hash, aborted, again] = answers;
    expect(answers).toHaveLength(6);
    expect(stepped).toMatchObject({ ok: false, cmd: "step", error: { code: "ABORTED" } });
    expect(hash).toMatchObject({ ok: true, cmd: "hash", tick: stepped.tick });
    expect(aborted).toMatchObject({ ok: true, cmd: "abort", aborted: stepped.seq });
    expect(again).toMatchObject({ ok: true, tick: stepped.tick + 1 });
  });

  test("is read while a step runs", async () => {
    const { child, ended, untilPrinted } = startTickbridge(["play", ...place()], { cwd: folder, input: "open" });
    child.stdin?.write(`${linesOf(...quiet, { cmd: "step", args: [1] })}\n`);
    await untilPrinted('"cmd":"step"');
    child.stdin?.write(`${linesOf(endless)}\n`);
    child.stdin?.end(linesOf({ cmd: "abort" }));
    const { exit, stdout } = await ended;
    expect(exit).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .slice(3)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { ok: false, error: { code: "ABORTED" } },
      { ok: true, cmd: "abort" },
    ]);
  });

  test("with nothing to stop is refused, and takes no arguments", async () => {
    const { answers } = await play(place(), linesOf({ cmd: "abort" }, { cmd: "abort", args: [1] }));
    expect(answers).toMatchObject([
      { ok: false, cmd: "abort", error: { code: "NO_EFFECT" } },
      { ok: false, cmd: "abort", error: { code: "BAD_ARGS" } },
    ]);
  });
});

test("a page that is lost is said in every later answer, and the exit code is 3", async () => {
  const input = linesOf(
    ...start.slice(0, 1),
    { cmd: "startRun" },
    { cmd: "step", args: [2147483647] },
    { cmd: "state" },
  );
  const { exit, stderr, answers } = await play([`${pages.url}/leaving`], input);
  expect(answers).toMatchObject([
    { ok: true },
    { ok: true },
    { ok: false, error: { code: "PAGE_LOST" } },
    { ok: false, error: { code: "PAGE_LOST" } },
  ]);
  expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringContaining("PAGE_LOST") });
});

test("a reader that goes away ends it with no word and no browser", async () => {
  const { child, ended, untilPrinted } = startTickbridge(["play", `${pages.url}/toy`], { cwd: folder, input: "open" });
  child.stdin?.write(`${linesOf(...start)}\n`);
  await untilPrinted('"cmd":"startRun"');
  const browsers = await browsersBelow(child.pid ?? 0);
  expect(browsers.length).toBeGreaterThan(0);
  child.stdout?.destroy();
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(`${linesOf(...Array(50).fill({ cmd: "state" }))}\n`);
  const { exit, stderr } = await ended;
  expect(exit).toBe(0);
  expect(stderr).not.toMatch(complaint);
  expect(await haveEnded(browsers)).toBe(true);
});

test("500 commands in one line have 500 replies", async () => {
  const { answers } = await play(
    ["--game", "immortal.mjs"],
    linesOf(...start.slice(0, 1), [{ cmd: "startRun" }, ...Array(499).fill({ cmd: "step", args: [1] })]),
  );
  expect(answers[1].replies).toHaveLength(500);
  expect(answers[1].replies.at(-1)).toMatchObject({ ok: true, tick: 499 });
});
