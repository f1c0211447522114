// Tripwires in a page: how they come into it, what they see there, and that the place of a call is one of the sources.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { DeterminismReport, DeterminismWarning } from "@tickbridge/bridge/protocol";
import { attach, CommandError, type GameSession, type LaunchOptions, launch } from "@tickbridge/driver";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExamplePages, openExample } from "../support/example-page.js";

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));
const tags = fileURLToPath(new URL("../../examples/paddle-script-tag/dist", import.meta.url));
const here = "test/fixtures/tripwire-page.ts";

let folder: string;
let pages: ExamplePages;
/** Where the call of `fromHere` stands in the fixture. */
let place: RegExp;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-tripwires-"));
  await buildPage("plain", "tripwire-page.ts", true);
  await buildPage("loader", "tripwire-loader-page.ts", "inline");
  await buildPage("unmapped", "tripwire-page.ts", false);
  await writeTagPage();
  await writeFile(
    join(folder, "framed.html"),
    '<!doctype html><iframe src="plain.html" width="400" height="300"></iframe>',
  );
  pages = await openExample(folder);
  const lines = (await readFile(join(fixtures, "tripwire-page.ts"), "utf8")).split("\n");
  const line = lines.findIndex((text) => text.includes("return Math.random() + 1"));
  place = new RegExp(`(^|/)${here}:${line + 1}:${(lines[line] ?? "").indexOf("random") + 1}$`);
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

async function buildPage(name: string, entry: string, sourcemap: boolean | "inline"): Promise<void> {
  await build({
    entryPoints: { [name]: join(fixtures, entry) },
    outdir: folder,
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    sourcemap,
  });
  const script = `<script type="module" src="${name}.js"></script>`;
  await writeFile(join(folder, `${name}.html`), `<!doctype html><meta charset="utf-8"><title>${name}</title>${script}`);
}

/** The script-tag example with a call of a reference that its own script has kept. */
async function writeTagPage(): Promise<void> {
  for (const name of ["global", "tripwires", "core"]) {
    const file = `tickbridge.${name}.js`;
    await writeFile(join(folder, file), await readFile(join(tags, file)));
  }
  const html = await readFile(join(tags, "index.html"), "utf8");
  const broken = html
    .replace("let world;", "let world;\nconst kept = Math.random;")
    .replace(
      "tick({ move }) {",
      "tick({ move }) {\n    world.ticks = (world.ticks ?? 0) + 1;\n    if (world.ticks === 3) kept();",
    );
  expect(broken).not.toBe(html);
  await writeFile(join(folder, "tag.html"), broken);
}

const launched = (path: string, options: LaunchOptions = {}) =>
  launch({ url: pages.url + path }, { journal: false, ...options });

async function attached(page: Page, path: string, address = pages.url): Promise<GameSession> {
  await page.goto(address + path);
  return attach(page, { journal: false });
}

async function rowsOf(game: GameSession, ticks: number): Promise<readonly DeterminismWarning[]> {
  await game.startRun();
  return (await game.step(ticks)).warnings ?? [];
}

async function reportOf(game: GameSession): Promise<DeterminismReport> {
  return (await game.audit("determinism")) as unknown as DeterminismReport;
}

/** Does something with a game in a page that no driver opened. */
async function inOwnPage<Result>(
  path: string,
  use: (game: GameSession, page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await pages.browser.newPage();
  try {
    const game = await attached(page, path);
    const result = await use(game, page);
    await game.close();
    return result;
  } finally {
    await page.close();
  }
}

async function withGame<Result>(game: GameSession, use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } finally {
    await game.close();
  }
}

describe("how they come into a page", () => {
  test("the driver's script is there before the page's modules: what they keep is trapped", async () => {
    const game = await launched("plain.html");
    await withGame(game, async () => {
      expect(await rowsOf(game, 5)).toMatchObject([
        { tick: 3, api: "Math.random" },
        { tick: 4, api: "Math.random" },
      ]);
      expect(await reportOf(game)).toMatchObject({ tripwires: "report", installed: "init-script", dropped: 0 });
    });
  });

  test("it is there in a frame too, whose gate the driver switched on, and not in the frame around it", async () => {
    const game = await launched("framed.html");
    await withGame(game, async () => {
      expect((await rowsOf(game, 5)).map(({ tick }) => tick)).toEqual([3, 4]);
      expect(await reportOf(game)).toMatchObject({ installed: "init-script" });
    });
  });

  test("the first import of a game does the same where no driver is", async () => {
    await inOwnPage("loader.html?agent=1", async (game) => {
      expect((await rowsOf(game, 5)).map(({ tick }) => tick)).toEqual([3, 4]);
      expect(await reportOf(game)).toMatchObject({ installed: "loader" });
    });
  });

  test.each(["a server", "a file"])("the script-tag loader does the same, from %s", async (from) => {
    const page = await pages.browser.newPage();
    const game = await attached(
      page,
      "tag.html?agent=1",
      from === "a file" ? `${pathToFileURL(folder).href}/` : pages.url,
    );
    expect(await rowsOf(game, 5)).toMatchObject([
      { tick: 3, api: "Math.random", site: expect.stringMatching(/tag\.html\S*:\d+:\d+$/) },
    ]);
    expect(await reportOf(game)).toMatchObject({ installed: "loader" });
    await page.close();
  });

  test("without any of them they come with the bridge, miss what modules have kept, and say so", async () => {
    await inOwnPage("plain.html?agent=1", async (game) => {
      expect((await rowsOf(game, 5)).map(({ tick }) => tick)).toEqual([4]);
      const { installed, limits } = await reportOf(game);
      expect(installed).toBe("with-bridge");
      expect(limits[0]).toContain("references that the game's modules took when they loaded are not trapped");
    });
  });

  test.each(["loader.html", "tag.html"])("a player's page has nothing of them: %s", async (path) => {
    const page = await pages.browser.newPage();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.goto(pages.url + path, { waitUntil: "networkidle" });
    const seen = await page.evaluate(() => ({
      isListed: Symbol.for("tickbridge.tripwires") in window,
      random: Function.prototype.toString.call(Math.random),
    }));
    expect(seen).toEqual({ isListed: false, random: "function random() { [native code] }" });
    expect(requests.filter((url) => /tripwires|loaded/.test(url))).toEqual([]);
    await page.close();
  });
});

describe("what they see", () => {
  test("every call that only a page has is told in its tick, and drawing with the same calls is not", async () => {
    const game = await launched("plain.html");
    await withGame(game, async () => {
      await game.startRun();
      await game.step(9);
      const { warnings = [] } = await game.step(40);
      const told = new Map(warnings.map(({ api, tick }) => [api, tick]));
      const source = await readFile(join(fixtures, "tripwire-page.ts"), "utf8");
      const table = source.slice(source.indexOf("pageCalls"), source.indexOf("\n};"));
      const apis = [...table.matchAll(/^ {2}"?([\w.]+)"?: \(\)/gm)].map(([, api]) => api as string);
      expect(apis).toHaveLength(23);
      for (const [index, api] of apis.entries()) expect([api, told.get(api)]).toEqual([api, index + 10]);
      expect(warnings.every(({ tick }) => tick >= 10)).toBe(true);
    });
  });

  test("a call of a minified bundle is told where it stands in the sources, by a map beside it and by one inside", async () => {
    for (const path of ["plain.html", "loader.html"]) {
      const game = await launched(path);
      await withGame(game, async () => {
        const row = (await rowsOf(game, 5))[1];
        expect(row?.site).toMatch(place);
        expect(row?.scriptSite).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\.js:\d+:\d+$/);
        expect(row?.stack?.split("\n").some((line) => line.includes(`${here}:`))).toBe(true);
        expect((await reportOf(game)).warnings[1]?.site).toMatch(place);
        const replay = await game.exportReplay();
        const { divergence } = await game.loadReplay({ ...replay, final: "0123456789abcdef" as never });
        expect(divergence?.suspects?.[1]?.site).toMatch(place);
      });
    }
  });

  test("a bundle without a map is told by its own place", async () => {
    const game = await launched("unmapped.html");
    await withGame(game, async () => {
      const row = (await rowsOf(game, 5))[1];
      expect(row?.site).toMatch(/\/unmapped\.js:\d+:\d+$/);
      expect(row).not.toHaveProperty("scriptSite");
    });
  });

  test("what a policy of play trips is told with its result", async () => {
    const game = await launched("plain.html");
    await withGame(game, async () => {
      await game.startRun();
      const { warnings } = await game.play(() => ({ move: 0 }), { ticks: 5 });
      expect(warnings).toMatchObject([{ tick: 3 }, { tick: 4, site: expect.stringMatching(place) }]);
    });
  });
});

describe("modes", () => {
  test("throw lets the call throw inside the game, and the run is restored", async () => {
    const game = await launched("plain.html", { tripwires: "throw" });
    await withGame(game, async () => {
      await game.startRun();
      const thrown = await game.step(5).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(CommandError);
      const { reply } = thrown as CommandError;
      expect(reply).toMatchObject({ tick: 2, restored: true, error: { code: "GAME_THREW" } });
      expect(reply.error.message).toContain("Math.random was called in tick 3");
      expect((await game.describe()).tripwires).toBe("throw");
    });
  });

  test("off leaves the page's functions alone", async () => {
    const game = await launched("plain.html", { tripwires: "off" });
    await withGame(game, async () => {
      expect(await rowsOf(game, 40)).toEqual([]);
      const report = await reportOf(game);
      expect(report).toMatchObject({ tripwires: "off", warnings: [] });
      expect(report).not.toHaveProperty("installed");
    });
  });

  test("the address names one, a driver's word comes before it, and a word that is none is refused", async () => {
    const thrown = await launched("plain.html?tripwires=throw");
    await withGame(thrown, async () => expect((await thrown.describe()).tripwires).toBe("throw"));
    const told = await launched("plain.html?tripwires=throw", { tripwires: "report" });
    await withGame(told, async () => expect((await told.describe()).tripwires).toBe("report"));
    await expect(launched("plain.html?tripwires=loud")).rejects.toMatchObject({
      code: "BAD_GAME",
      message: expect.stringContaining('tripwires "loud": expected one of report, throw, off'),
    });
    await expect(launched("plain.html", { tripwires: "loud" as never })).rejects.toMatchObject({ code: "USAGE" });
  });

  test("attach sets the mode of a page that is open already, also of one that had none", async () => {
    const page = await pages.browser.newPage();
    await page.goto(`${pages.url}plain.html?agent=1&tripwires=off`);
    const game = await attach(page, { journal: false, tripwires: "report" });
    expect((await rowsOf(game, 5)).map(({ tick }) => tick)).toEqual([4]);
    expect(await reportOf(game)).toMatchObject({ tripwires: "report", installed: "with-bridge" });
    await page.close();
  });
});

test("a production build has no byte of the first import", async () => {
  // With the names as they are: these go by the order of the modules.
  const shared = {
    bundle: true,
    minifySyntax: true,
    minifyWhitespace: true,
    format: "esm",
    write: false,
    define: { __TICKBRIDGE_AGENT__: "false" },
  } as const;
  const source = await readFile(join(fixtures, "tripwire-loader-page.ts"), "utf8");
  const bytes = async (contents: string) =>
    (await build({ ...shared, stdin: { contents, resolveDir: fixtures, loader: "ts" } })).outputFiles[0]?.text;
  const without = source.replace('import "@tickbridge/bridge/tripwires";', "");
  expect(without).not.toBe(source);
  expect(await bytes(source)).toBe(await bytes(without));
});
