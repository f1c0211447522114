// Every error that a person can meet at the command line: its code, what it says to do, and its exit code.

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "@tickbridge/driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { tickbridge } from "./command-line.js";
import { handWrittenBridge, servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

let folder: string;
let pages: TestPages;
/** Where a server was and is no more. */
let deserted: string;
const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-cli-errors-"));
  const game = await launch<never>({ game: createToyGame() as never });
  await game.pinSeed(1);
  await game.startRun();
  await game.step(90);
  const replay = await game.exportReplay();
  await game.close();
  const text = JSON.stringify(replay);
  const files: { readonly [name: string]: string } = {
    "toy.json": text,
    "other-game.json": JSON.stringify({ ...replay, game: { id: "chess", build: "1" } }),
    "other-build.json": JSON.stringify({ ...replay, game: { id: "toy", build: "toy-0" } }),
    "other-seed.json": JSON.stringify({ ...replay, seed: 2 }),
    "truncated.json": text.slice(0, 200),
    "corrupt.json": text.replace('"ticks":90', '"ticks":-90'),
    "future.json": JSON.stringify({ ...replay, version: 99 }),
    "no-json.json": "hello",
    "script-no-list.json": '{"cmd":"step"}',
    "script-unknown.json": '[{"cmd":"fly"}]',
    "game.mjs": await toyModule(),
    "game-broken.mjs": "export const game = { id: 'x', start() {}, tick() {} };",
    "game-one.mjs": (await toyModule()).replace(/export\s*\{(\w+) as createGame\}/, "export const game = $1()"),
    "game-none.mjs": "export const answer = 42;",
    "game-throws.mjs": "throw new Error('no such planet');",
    "game-syntax.mjs": "export const = ;",
  };
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(inFolder(name), content)));
  await mkdir(inFolder("folder"));
  pages = await servePages({
    "/toy": await toyPage(),
    "/bare": "<!doctype html><script>throw new Error('the shader has no heart')</script>",
    "/too-new": handWrittenBridge(2),
    "/bad-game": await toyPage("{}", "delete game.snapshot;"),
  });
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  deserted = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await new Promise((resolve) => server.close(resolve));
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

/** Runs the command, in which `@name` is a file of the folder and `^path` an address of the pages. */
function run(line: string, env: { readonly [name: string]: string } = {}) {
  const args = line.split(" ").filter((word) => word !== "");
  const named = args.map((word) =>
    word.replace(/^@/, `${folder}/`).replace(/^\^/, pages.url).replace("DESERTED", deserted),
  );
  return tickbridge(named, { cwd: folder, env });
}

describe("wrong usage exits with 2 and says what is right", () => {
  test.each([
    ["", /USAGE: a command is missing.*usage: tickbridge/s],
    [
      "fly",
      /USAGE: "fly" is no command: expected play, record, verify, diff, localise, minimise, tail, doctor, lint, serve/,
    ],
    ["verify", /USAGE: <replay…> is missing.*usage: tickbridge verify/s],
    ["serve", /USAGE: <dir> is missing/],
    ["serve . there", /USAGE: "there" is one argument too many/],
    ["record", /USAGE: give either the game's address or --game/],
    ["verify @toy.json", /USAGE: give either/],
    ["verify @toy.json --url ^/toy --game @game.mjs", /USAGE: give either/],
    ["verify @toy.json --game @game.mjs --fast", /USAGE: Unknown option '--fast'.*verify --help/s],
    ["record ^/toy --seed", /USAGE: .*--seed/],
    ["record ^/toy --seed -1", /USAGE: .*--seed/],
    ["record ^/toy --seed 4294967296", /USAGE: --seed 4294967296: expected an integer from 0 to 4294967295/],
    ["record ^/toy --ticks 1.5", /USAGE: --ticks 1.5: expected an integer/],
    ["record ^/toy --browser lynx", /USAGE: --browser lynx: expected chromium, firefox or webkit/],
    ["record ^/toy --options [1]", /USAGE: --options \[1\]: expected a JSON object/],
    ["verify @toy.json --game @game.mjs --jobs 0", /USAGE: --jobs 0: expected at least 1/],
    ["verify @toy.json --game @game.mjs --reporter tap", /USAGE: --reporter tap: expected text, json, junit/],
    ["verify @toy.json --game @game.mjs --reporter junit --json", /USAGE: --reporter junit: --json asks for another/],
    ["verify @toy.json --game @game.mjs --out @toy.json", /USAGE: --out .*toy\.json is one of the replays/],
    ["diff @toy.json", /USAGE: <a> <b> is missing/],
    ["play", /USAGE: give either the game's address or --game/],
    ["localise @toy.json", /USAGE: give either the game's address or --game/],
    ["localise @toy.json --url ^/toy --game @game.mjs", /USAGE: --url and --game together need --against/],
    ["localise @toy.json --url ^/toy --against node", /USAGE: --against node needs --game/],
    ["localise @toy.json --game @game.mjs --against browser", /USAGE: --against browser needs --url/],
    ["localise @toy.json --game @game.mjs --against firefox", /USAGE: --against firefox needs --url/],
    ["localise @toy.json --game @game-one.mjs", /USAGE: .*exports one game, and two are needed at once/],
    ["serve . --port 70000", /USAGE: --port 70000: expected an integer from 0 to 65535/],
  ])("tickbridge %s", async (line, words) => {
    const { exit, stdout, stderr } = await run(line);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
    expect(stderr).toMatch(words);
    expect(stderr).toMatch(/^tickbridge: /);
  });
});

describe("an address that cannot be played", () => {
  test.each([
    ["somewhere", 2, /BAD_ADDRESS: "somewhere" is no address: give a whole one, such as http:/],
    ["ftp://127.0.0.1/", 2, /BAD_ADDRESS: .*begins with ftp: where http:, https: or file:/],
    ["^/toy?agent=0", 2, /GATE_OFF: .*switches the bridge off \(agent=0\): leave that out/],
    ["DESERTED", 3, /UNREACHABLE: .*cannot be opened: is its server running/],
    ["^/nothing", 3, /UNREACHABLE: .*answers with status 404: check the address/],
    ["file:///nowhere/index.html", 3, /UNREACHABLE: .*there is no such file/],
    ["^/bare", 3, /NO_BRIDGE: .*must call mount.*the shader has no heart/s],
    [
      "^/too-new",
      3,
      /PROTOCOL_TOO_NEW: the page speaks protocol 2 and this driver up to 1: update @tickbridge\/driver/,
    ],
    ["^/bad-game", 2, /BAD_GAME: .*snapshot.*docs\/embedding\.md/],
  ])("record %s exits with %d, and no file is written", async (address, code, words) => {
    const { exit, stdout, stderr } = await run(`record ${address} --out @unwritten.json`);
    expect(stderr).toMatch(words);
    expect({ exit, stdout }).toEqual({ exit: code, stdout: "" });
    expect(await readdir(folder)).not.toContain("unwritten.json");
  });
});

describe("a browser that is not there", () => {
  test.each(["record ^/toy --out -", "verify @toy.json --url ^/toy", "doctor ^/toy", "doctor"])(
    "%s exits with 3",
    async (line) => {
      const named = await run(line, { TICKBRIDGE_BROWSER: "/nowhere/chrome" });
      expect(named.exit).toBe(3);
      expect(named.stderr + named.stdout).toMatch(
        /NO_BROWSER: TICKBRIDGE_BROWSER names \/nowhere\/chrome, which is no file that can be run/,
      );
      const none = await run(line, { PATH: "", PLAYWRIGHT_BROWSERS_PATH: inFolder("folder"), TICKBRIDGE_BROWSER: "" });
      expect(none.exit).toBe(3);
      expect(none.stderr + none.stdout).toMatch(
        /NO_BROWSER: no chromium was found. Get one with: npx playwright install chromium/,
      );
      expect(none.stderr + none.stdout).toContain("name one in TICKBRIDGE_BROWSER");
    },
  );

  test("one that is no browser is BROWSER_FAILED, exit 3", async () => {
    const { exit, stderr } = await run("record ^/toy --out -", { TICKBRIDGE_BROWSER: "/bin/true" });
    expect(exit).toBe(3);
    expect(stderr).toMatch(/BROWSER_FAILED: \/bin\/true does not start/);
  });
});

describe("a replay that cannot be verified", () => {
  test.each([
    ["@missing.json", 2, /BAD_FILE: .*missing\.json cannot be read as a replay: no such file/],
    ["@folder", 2, /BAD_FILE: .*folder cannot be read as a replay: it is a folder/],
    ["@no-json.json", 3, /BAD_REPLAY: .*JSON text/],
    ["@truncated.json", 3, /BAD_REPLAY: .*JSON text.*record it again/s],
    ["@corrupt.json", 3, /BAD_REPLAY: .*\/ticks/],
    ["@future.json", 3, /REPLAY_TOO_NEW: .*version 99.*update Tickbridge/],
    ["@other-game.json", 3, /WRONG_GAME: the replay is of "chess", this game is "toy"/],
    ["@other-build.json", 3, /unverifiable: .*build "toy-0", this is build "toy-1": .*allow/],
  ])("verify %s exits with %d", async (file, code, words) => {
    const { exit, stdout, stderr } = await run(`verify ${file} --game @game.mjs`);
    expect(stdout + stderr).toMatch(words);
    expect(exit).toBe(code);
  });
});

describe("a game module that gives no game exits with 2", () => {
  test.each([
    ["@missing.mjs", /BAD_FILE: .*missing\.mjs: no such file/],
    ["@folder", /BAD_FILE: .*no such file/],
    ["@game-none.mjs", /BAD_GAME: .*exports no game: export one as `game`, or a function `createGame`/],
    ["@game-throws.mjs", /BAD_GAME: .*no such planet/],
    ["@game-syntax.mjs", /BAD_GAME: .*cannot be imported/],
    ["@game-broken.mjs", /BAD_GAME: game\.\w+: .*docs\/embedding\.md/],
  ])("--game %s", async (module, words) => {
    const { exit, stderr } = await run(`record --game ${module} --out -`);
    expect(stderr).toMatch(words);
    expect(exit).toBe(2);
  });
});

test.each([
  ["@missing.json", /BAD_FILE: .*cannot be read as a list of commands: no such file/],
  ["@no-json.json", /BAD_FILE: .*is no JSON/],
  ["@script-no-list.json", /BAD_FILE: .*expected a list of commands such as/],
  ["@script-unknown.json", /BAD_FILE: .*command 1: expected one such as .*the names are describe, /],
])("a script that is none, %s, exits with 2", async (script, words) => {
  const { exit, stderr } = await run(`record --game @game.mjs --policy ${script} --out -`);
  expect(stderr).toMatch(words);
  expect(exit).toBe(2);
});

test("a file for the replay that cannot be written exits with 2 before anything is played", async () => {
  for (const [out, words] of [
    ["@nowhere/run.json", /BAD_FILE: .*cannot be written: no such file or folder/],
    ["@folder", /BAD_FILE: .*cannot be written/],
    ["@toy.json", /BAD_FILE: .*it is there already: name another with --out, or give --force/],
  ] as const) {
    const { exit, stderr } = await run(`record --game @game.mjs --out ${out}`);
    expect(stderr).toMatch(words);
    expect(stderr).not.toContain("recorded");
    expect(exit).toBe(2);
  }
});

test("a port in use exits with 3 and says how to get another; a folder that is none, with 2", async () => {
  const { port } = new URL(pages.url);
  const taken = await run(`serve . --port ${port}`);
  expect(taken.stderr).toMatch(/PORT_IN_USE: port \d+ is in use: name another, or --port 0 for a free one/);
  expect(taken.exit).toBe(3);
  const none = await run("serve @toy.json");
  expect(none.stderr).toMatch(/BAD_FILE: .*toy\.json is no folder/);
  expect(none.exit).toBe(2);
  const elsewhere = await run("serve . --port 0 --host 203.0.113.1");
  expect(elsewhere.stderr).toMatch(/BAD_ADDRESS: .*203\.0\.113\.1/);
  expect(elsewhere.exit).toBe(2);
});

test("an error shows its stack under TICKBRIDGE_DEBUG=1 only", async () => {
  const quiet = await run("serve @missing");
  expect(quiet.stderr).not.toMatch(/^ +at /m);
  const loud = await run("serve @missing", { TICKBRIDGE_DEBUG: "1" });
  expect(loud.stderr).toMatch(/^ +at /m);
  expect(loud.exit).toBe(quiet.exit);
});
