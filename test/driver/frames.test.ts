// A game in a frame of its page, of the same origin or of another one: launch switches the right frame's bridge on.

import { DriverError, type GameSession, type LaunchOptions, launch } from "@tickbridge/driver";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { browsersBelow, haveEnded } from "./browser-processes.js";
import { servePages, type TestPages, toyPage } from "./test-pages.js";

let pages: TestPages;
/** Serves the same on another port: another origin of the same site. */
let others: TestPages;
/** Another site, which Chromium gives a process of its own. */
let otherSite: string;

/** Says where it is, and that it was loaded. */
const named = (name: string, body = ""): string =>
  `<!doctype html><title>${name}</title><script>console.log("${name} at", location.href)</script>${body}`;

const framing = (...frames: string[]): string =>
  named("page", frames.map((frame) => `<iframe width=400 height=300 ${frame}></iframe>`).join(""));

beforeAll(async () => {
  const immortal = "{ duringTick(state) { state.hp = 100; } }";
  const game = `${await toyPage(immortal)}<script>console.log("game at", location.href)</script>`;
  const twoGames = await toyPage(immortal, `mount({ ...createToyGame() }, { autoStart: false, prefix: "__second" });`);
  const inner: { [path: string]: string } = {
    "/game": game,
    "/two-games": twoGames,
    "/nothing": named("nothing", "<canvas></canvas>"),
    "/side": named("side"),
  };
  others = await servePages({ ...inner, "/nested": framing('src="/game"') });
  otherSite = others.url.replace("127.0.0.1", "localhost");
  pages = await servePages({
    ...inner,
    "/same-origin": framing('src="/game?level=3"'),
    "/other-origin": framing(`src="${others.url}/game"`),
    "/other-site": framing(`src="${otherSite}/game"`),
    "/nested": framing(`src="${otherSite}/nested"`),
    "/with-side": framing('src="/side" style="width: 1px; height: 1px"', `src="${otherSite}/game"`),
    "/with-decoy": framing('src="/nothing" width=600', `src="${otherSite}/game"`),
    "/late": `${named("page")}<script>setTimeout(() => document.body.append(Object.assign(document.createElement("iframe"),
      { src: "${otherSite}/game", width: 400, height: 300 })), 2500)</script><body>`,
    "/off": framing(`src="${otherSite}/game?agent=0"`),
    "/without": framing('src="/nothing"', 'srcdoc="a document without an address"'),
    "/two-on": framing('src="/game?agent=1" name="left"', `src="${otherSite}/game?agent=1" id="right"`),
    "/two-off": framing('src="/game" name="left"', `src="${otherSite}/game" id="right"`),
  });
});
afterAll(async () => {
  await pages.close();
  await others.close();
});

async function withGame(
  path: string,
  options: LaunchOptions,
  use: (game: GameSession, lines: string[]) => Promise<void>,
): Promise<void> {
  const lines: string[] = [];
  const game = await launch({ url: pages.url + path }, { ...options, onConsole: (line) => void lines.push(line) });
  try {
    await use(game, lines);
  } finally {
    await game.close();
  }
}

async function failure(path: string, options: LaunchOptions = {}): Promise<DriverError> {
  const thrown = await launch({ url: pages.url + path }, options).then(
    (game) => game.close(),
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(DriverError);
  expect(await haveEnded(await browsersBelow(process.pid))).toBe(true);
  return thrown as DriverError;
}

async function playALittle(game: GameSession): Promise<void> {
  await game.pinSeed(7);
  await game.startRun();
  await game.input({ move: 1 });
  expect(await game.step(120)).toMatchObject({ tick: 120, state: { tick: 120 } });
  const still = await game.play(() => ({ move: 0 }), { ticks: 60, every: 6 });
  expect(still).toMatchObject({ decisions: 10, state: { tick: 180 } });
  const replay = await game.exportReplay();
  expect(await game.loadReplay(replay)).toMatchObject({ verdict: "identical", ticks: 180 });
}

const addresses = (lines: readonly string[], name: string): string[] =>
  lines.filter((line) => line.startsWith(`${name} at `)).map((line) => line.slice(`${name} at `.length));

describe("launch of a page with its game in a frame", () => {
  test.each(["/same-origin", "/other-origin", "/other-site", "/nested", "/late"])(
    "drives the game of %s",
    async (path) => {
      await withGame(path, {}, (game) => playALittle(game));
    },
  );

  test("adds agent=1 to the address of the frame, beside its other parameters, and loads it once more", async () => {
    await withGame("/same-origin", {}, async (_game, lines) => {
      expect(addresses(lines, "game")).toEqual([`${pages.url}/game?level=3`, `${pages.url}/game?level=3&agent=1`]);
    });
  });

  test("leaves small frames alone, and passes over a large one without a game", async () => {
    await withGame("/with-side", {}, async (_game, lines) => {
      expect(addresses(lines, "side")).toEqual([`${pages.url}/side`]);
    });
    await withGame("/with-decoy", {}, async (game, lines) => {
      expect(addresses(lines, "game").at(-1)).toBe(`${otherSite}/game?agent=1`);
      await playALittle(game);
    });
  });

  test("opens no other frame than the one that is named", async () => {
    for (const frame of ["localhost", "#right"]) {
      await withGame("/two-off", { frame }, async (_game, lines) => {
        expect(addresses(lines, "game").sort()).toEqual(
          [`${pages.url}/game`, `${otherSite}/game`, `${otherSite}/game?agent=1`].sort(),
        );
      });
    }
  });

  test("is GATE_OFF where the frame says agent=0, named or not", async () => {
    for (const options of [{}, { frame: "localhost" }]) {
      const error = await failure("/off", options);
      expect(error).toMatchObject({ code: "GATE_OFF", exitCode: 2 });
      expect(error.message).toContain(`${otherSite}/game?agent=0`);
    }
  });

  test("is NO_BRIDGE with the addresses of the frames where none has a game", async () => {
    const error = await failure("/without");
    expect(error.code).toBe("NO_BRIDGE");
    expect(error.message).toMatch(/its frames: .*\/nothing\?agent=1, about:srcdoc/);
    expect((await failure("/same-origin", { frame: "#elsewhere" })).message).toContain("(frame #elsewhere)");
  });
});

describe("several games", () => {
  test("in two frames are SEVERAL_GAMES, and a part of the address, a name or a selector names one", async () => {
    const error = await failure("/two-on");
    expect(error).toMatchObject({ code: "SEVERAL_GAMES", exitCode: 2 });
    expect(error.message).toContain(`__candy in ${pages.url}/game?agent=1, __candy in ${otherSite}/game?agent=1`);
    for (const frame of ["left", "#right", otherSite]) {
      await withGame("/two-on", { frame }, (game) => playALittle(game));
    }
  });

  test("in one document are SEVERAL_GAMES, and their prefix names one", async () => {
    const error = await failure("/two-games");
    expect(error.code).toBe("SEVERAL_GAMES");
    expect(error.message).toMatch(/__second in .*, __candy in /);
    for (const prefix of ["__candy", "__second"]) {
      await withGame("/two-games", { prefix }, async (game, lines) => {
        await game.startRun();
        await game.step(1);
        const word = prefix === "__candy" ? "CANDY" : "SECOND";
        expect(lines.some((line) => line.startsWith(`${word}_RESULT`))).toBe(true);
      });
    }
    expect((await failure("/two-games", { prefix: "__third" })).message).toContain("(prefix __third)");
  });
});

describe("a frame that is lost", () => {
  const lost = { name: "DriverError", code: "PAGE_LOST", exitCode: 3 };

  test.each([
    ["is taken out of its page", "parent.frames.length && parent.postMessage('remove', '*')"],
    ["navigates", "location.href = '/side'"],
    ["reloads", "location.reload()"],
  ])("because it %s rejects pending and later calls with PAGE_LOST", async (_, what) => {
    const leaving = await toyPage(`{ duringTick(state) { state.hp = 100; if (state.tick === 5) ${what}; } }`);
    const games = await servePages({ "/leaving": leaving, "/side": named("side") });
    const page = await servePages({
      "/": `${framing(`src="${games.url.replace("127.0.0.1", "localhost")}/leaving"`)}
        <script>onmessage = ({ data }) => { if (data === "remove") document.querySelector("iframe").remove(); };</script>`,
    });
    const game = await launch({ url: page.url });
    try {
      await game.startRun();
      const pending = [game.step(2 ** 31 - 1, { timeoutMs: 0 }), game.hash()];
      for (const call of await Promise.allSettled(pending)) expect(call).toMatchObject({ reason: lost });
      await expect(game.state()).rejects.toMatchObject(lost);
      await expect(game.startRun()).rejects.toMatchObject(lost);
    } finally {
      await game.close();
      await page.close();
      await games.close();
    }
  });

  test("because its process crashes rejects pending and later calls with PAGE_LOST", async () => {
    await withGame("/other-site", {}, async (game) => {
      await game.startRun();
      const pending = [game.step(2 ** 31 - 1, { timeoutMs: 0 }), game.hash()];
      const settled = Promise.allSettled(pending);
      for (const pid of await browsersBelow(process.pid, "--type=renderer")) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It went with another one.
        }
      }
      for (const call of await settled) expect(call).toMatchObject({ reason: lost });
      await expect(game.state()).rejects.toMatchObject(lost);
    });
  });
});
