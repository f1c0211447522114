// `tickbridge tail`, fed by hand and by the log of a real Chromium.

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLogging } from "../support/logging-chromium.js";
import { servePages, type TestPages, toyPage } from "./test-pages.js";

const mainFile = fileURLToPath(new URL("../../packages/driver/dist/cli/main.js", import.meta.url));

let pages: TestPages;
const many = Array.from({ length: 20_000 }, (_, index) => `größe "${index}" \u2028`);

beforeAll(async () => {
  const shown = `{ shown: { note: '漢字 "😀", source: x (1)', many: Array.from({ length: 20000 }, (_, i) => 'größe "' + i + '" \\u2028') } }`;
  pages = await servePages({ "/toy": await toyPage(shown) });
});
afterAll(() => pages.close());

/** Runs `tickbridge tail`; `stdin` is written and closed, or piped by the caller. */
function startTail(args: readonly string[], stdin?: string) {
  const child = spawn(process.execPath, [mainFile, "tail", ...args], { env: { ...process.env, NO_COLOR: "1" } });
  let stdout = "";
  let stderr = "";
  const listeners = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    for (const look of listeners) look();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<{ exit: number | null; events: unknown[]; stdout: string; stderr: string }>((resolve) => {
    child.once("close", (exit) => {
      const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
      resolve({ exit, events: lines.map((line) => JSON.parse(line)), stdout, stderr });
    });
  });
  const untilPrinted = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (stdout.includes(text)) resolve();
      };
      listeners.add(look);
      look();
      void ended.then(() => reject(new Error(`it ended without ${text}: ${stdout.slice(0, 500)}${stderr}`)));
    });
  if (stdin !== undefined) child.stdin.end(stdin);
  return { child, ended, untilPrinted };
}

const state = { snap: 1, runState: "Menu", pauseOwners: [] };
const reply = { ok: true, cmd: "hash", seq: 1, tick: 0 };
const stateLine = `CANDY_STATE ${JSON.stringify(state)}`;
const replyLine = `CANDY_RESULT ${JSON.stringify(reply)}`;
const otherLine = stateLine.replace("CANDY", "MYGAME");

test("the log of a real Chromium becomes typed events, large replies whole again", async () => {
  const commands = [
    { cmd: "pinSeed", args: [5] },
    { cmd: "startRun" },
    { cmd: "step", args: [3] },
    { cmd: "step", args: [-1] },
    { cmd: "dump" },
    { cmd: "step", args: [5000] },
  ];
  const script = Buffer.from(JSON.stringify(commands)).toString("base64url");
  const browser = await openLogging(`${pages.url}/toy?agent=1&agentScript=${script}`);
  const { child, ended, untilPrinted } = startTail([]);
  browser.log.pipe(child.stdin);
  await untilPrinted('"state":{"tick":1000');
  await browser.close();
  const { exit, events, stderr } = await ended;
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  const pairs = commands.flatMap(() => ["result", "state"]);
  expect(events.map((event) => (event as { kind: string }).kind)).toEqual([
    "ready",
    ...pairs.toSpliced(-2, 0, "run-end"),
  ]);
  const replies = events.flatMap((event) => (event as { reply?: object }).reply ?? []);
  expect(replies).toMatchObject([
    { ok: true, cmd: "pinSeed", seq: 1 },
    { ok: true, cmd: "startRun", seed: 5 },
    { ok: true, cmd: "step", tick: 3 },
    { ok: false, cmd: "step", error: { code: "BAD_ARGS", path: "/0" } },
    { ok: true, cmd: "dump", state: { tick: 3, note: '漢字 "😀", source: x (1)', many } },
    { ok: true, cmd: "step", stopped: "gameover" },
  ]);
  expect(events.at(-1)).toMatchObject({ prefix: "CANDY", state: { tick: 1000, cut: { many: expect.any(Number) } } });
  expect(events.find((event) => (event as { kind: string }).kind === "run-end")).toMatchObject({
    end: { tick: 1000, seed: 5, evaluation: { done: true } },
  });
});

test("lines that are read while the source goes on are printed at once", async () => {
  const { child, ended, untilPrinted } = startTail([]);
  child.stdin.write(`noise\n${stateLine}\n${replyLine.slice(0, 20)}`);
  await untilPrinted('"kind":"state"');
  child.stdin.end(`${replyLine.slice(20)}\r\n`);
  const { exit, events } = await ended;
  expect({ exit, events }).toEqual({
    exit: 0,
    events: [
      { kind: "state", prefix: "CANDY", state },
      { kind: "result", prefix: "CANDY", reply },
    ],
  });
});

test("--kind and --prefix choose", async () => {
  const input = [stateLine, replyLine, otherLine].join("\n");
  const kindsWith = async (...args: string[]) => {
    const { exit, events } = await startTail(args, input).ended;
    return {
      exit,
      seen: events.map((event) =>
        Object.values(event as object)
          .slice(0, 2)
          .join(" "),
      ),
    };
  };
  expect(await kindsWith("--kind", "result")).toEqual({ exit: 0, seen: ["result CANDY"] });
  expect(await kindsWith("--kind", "state,result", "--prefix", "__candy")).toEqual({
    exit: 0,
    seen: ["state CANDY", "result CANDY"],
  });
  expect(await kindsWith("--prefix", "__myGame")).toEqual({ exit: 0, seen: ["state MYGAME"] });
});

test("a damaged line is printed as such and exits with 1, as do parts that never come", async () => {
  const part = `CANDY_PART ${JSON.stringify({ seq: 9, part: 1, of: 2, data: "{" })}`;
  const { exit, events, stderr } = await startTail([], [stateLine, stateLine.slice(0, 30), part].join("\n")).ended;
  expect(exit).toBe(1);
  expect(events).toMatchObject([
    { kind: "state" },
    { kind: "malformed", text: stateLine.slice(0, 30) },
    { kind: "incomplete", seq: 9, of: 2, received: 1 },
  ]);
  expect(stderr).toContain("2 of 3 lines were damaged");
});

test("where no line of a game comes it exits with 3 and says what may be wrong", async () => {
  for (const [args, input] of [
    [[], "hello\nworld\n"],
    [[], ""],
    [["--prefix", "__myGame"], stateLine],
  ] as const) {
    const { exit, stdout, stderr } = await startTail(args, input).ended;
    expect({ exit, stdout }).toEqual({ exit: 3, stdout: "" });
    expect(stderr).toMatch(/no line of a game came: does its address say agent=1/);
  }
});

test("a kind that there is none of, and a word too many, are wrong usage", async () => {
  const unknown = await startTail(["--kind", "state,stats"], "").ended;
  expect(unknown).toMatchObject({ exit: 2, stderr: expect.stringMatching(/USAGE: .*"stats" is no kind.*run-end/s) });
  expect(await startTail(["run.log"], "").ended).toMatchObject({ exit: 2, stderr: expect.stringContaining("USAGE") });
});

test("--help shows forms and examples", async () => {
  const { exit, stdout } = await startTail(["--help"], "").ended;
  expect(exit).toBe(0);
  for (const word of ["--kind LIST", "--prefix NAME", "examples:", "--enable-logging=stderr", "agentScript"]) {
    expect(stdout).toContain(word);
  }
});
