// `tickbridge localise --against`: two live games, compared tick by tick: pages, Node, builds, browsers of other people.

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attach, localise as localiseSides, type Side } from "@tickbridge/driver";
import type { Replay } from "@tickbridge/replay";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sabotageTick } from "../../examples/candyrush-mock/src/saboteurs.js";
import { launchChromium } from "../docs/page-support.js";
import { tickbridge } from "./command-line.js";
import { sabotagedModule, sabotagedPage } from "./sabotaged-game.js";
import { servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

let folder: string;
let pages: TestPages;
let candyrush: Replay;
const inFolder = (name: string) => join(folder, name);
const write = (name: string, content: object) => writeFile(inFolder(name), JSON.stringify(content));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-against-"));
  const modules = {
    "whole.mjs": await sabotagedModule(),
    "camera.mjs": await sabotagedModule("cameraState"),
    "toy.mjs": await toyModule(),
    "toy-newer.mjs": await toyModule(
      "{ duringTick(state) { if (state.tick === 20) state.coins++; } }",
      "game.build = 'toy-2';",
    ),
  };
  await Promise.all(Object.entries(modules).map(([name, text]) => writeFile(inFolder(name), text)));
  pages = await servePages({
    "/whole": await sabotagedPage(),
    "/native": await sabotagedPage("nativeMath"),
    "/camera": await sabotagedPage("cameraState"),
    "/toy": await toyPage(),
    // What a person's settings are changes the state at tick 30, and the zone is asked for long before.
    "/toy-local": await toyPage(`(() => {
      let zone = "";
      return { duringTick(state) {
        if (state.tick === 12) zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
        if (state.tick === 30) state.coins += zone.length;
      } };
    })()`),
    "/toy-generous": await toyPage(
      "{}",
      `
      const { resolve } = game.choices;
      game.choices = { ...game.choices, resolve(action, index) {
        const { x } = game.snapshot();
        const outcome = resolve(action, index);
        if (action === "Pick") { const saved = game.save(); saved.toy.hp += 1; game.load(saved); }
        return outcome;
      } };
    `,
    ),
    "/toy-throwing": await toyPage(
      "{ duringTick(state) { if (state.tick === 7) throw new Error('the floor is gone'); } }",
    ),
  });
  const record = async (module: string, to: string, ...args: string[]) => {
    const given = ["record", "--game", module, "--seed", "7", "--out", to, ...args];
    const { exit, stderr } = await tickbridge(given, { cwd: folder });
    if (exit !== 0) throw new Error(stderr);
  };
  await record("whole.mjs", "whole.json", "--ticks", "300");
  await record("toy.mjs", "toy.json", "--ticks", "130", "--options", '{"asks":[5]}');
  candyrush = JSON.parse(await readFile(inFolder("whole.json"), "utf8"));
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

async function localise(...args: string[]) {
  const { exit, stdout, stderr } = await tickbridge(["localise", ...args, "--json"], { cwd: folder });
  return { exit, stderr, found: exit === 2 || exit === 3 || stdout === "" ? undefined : JSON.parse(stdout) };
}

describe("two live sides", () => {
  test("that agree exit with 0: the page and Node", async () => {
    const { exit, found } = await localise(
      "whole.json",
      "--url",
      `${pages.url}/whole`,
      "--game",
      "whole.mjs",
      "--against",
      "node",
    );
    expect(exit).toBe(0);
    expect(found).toMatchObject({ kind: "sides-agree", evidence: "state", sides: [`${pages.url}/whole`, "whole.mjs"] });
    // The start, every tick, and the choices of every boundary that has any.
    const answered = new Set(candyrush.choices.map(([tick]) => tick)).size;
    expect(found.hashesCompared).toBe(1 + candyrush.ticks + answered);
    expect(found).not.toHaveProperty("recording");
  });

  test("of two builds are compared tick by tick, whatever was recorded", async () => {
    const { exit, found } = await localise(
      "whole.json",
      "--url",
      `${pages.url}/whole`,
      "--against",
      `${pages.url}/native`,
    );
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      kind: "sides-differ",
      sides: [`${pages.url}/whole`, `${pages.url}/native`],
      difference: { kind: "state", tick: sabotageTick, after: "tick", path: "/player/xp" },
    });
  });

  test("of two builds, each a module: what the change altered first, and both builds", async () => {
    const { exit, found } = await localise("toy.json", "--game", "toy.mjs", "--against", "toy-newer.mjs");
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      kind: "sides-differ",
      sides: ["toy.mjs", "toy-newer.mjs"],
      builds: { sides: ["toy-1", "toy-2"], recorded: "toy-1" },
      difference: { kind: "state", tick: 20, after: "tick", path: "/toy/coins" },
    });
    const words = await tickbridge(["localise", "toy.json", "--game", "toy.mjs", "--against", "toy-newer.mjs"], {
      cwd: folder,
    });
    expect(words.stdout).toContain("  builds: toy-1 and toy-2; the replay names toy-1\n");
  });

  test("of which one is a browser that is not here say how to get it", async () => {
    const { exit, stderr } = await localise("toy.json", "--url", `${pages.url}/toy`, "--against", "firefox");
    expect({ exit, stderr }).toEqual({ exit: 3, stderr: expect.stringMatching(/NO_BROWSER: .*firefox/) });
  });

  test("in browsers of two time zones and languages are localised to the tick in which the zone matters", async () => {
    const browser = await launchChromium();
    const sideIn = (timezoneId: string, locale: string): Side => ({
      name: timezoneId,
      async open() {
        const page = await browser.newPage({ timezoneId, locale });
        await page.goto(`${pages.url}/toy-local?agent=1`);
        return attach(page, { journal: false });
      },
    });
    try {
      const replay = await readFile(inFolder("toy.json"), "utf8");
      const found = await localiseSides(replay, sideIn("Asia/Tokyo", "ja-JP"), {
        against: sideIn("America/New_York", "de-DE"),
      });
      expect(found).toMatchObject({
        kind: "sides-differ",
        sides: ["Asia/Tokyo", "America/New_York"],
        difference: { tick: 30, after: "tick", path: "/toy/coins" },
        suspects: [
          { code: "TRIPWIRE", api: "Intl.DateTimeFormat", firstTick: 12, lastTick: 12 },
          { code: "TRIPWIRE", api: "Intl.DateTimeFormat.prototype.resolvedOptions", firstTick: 12 },
        ],
      });
    } finally {
      await browser.close();
    }
  });

  test("of which one keeps the window's width in its state: the page has it, Node has not", async () => {
    const { exit, found } = await localise(
      "whole.json",
      "--game",
      "camera.mjs",
      "--url",
      `${pages.url}/camera`,
      "--against",
      "browser",
    );
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      sides: ["camera.mjs", `${pages.url}/camera`],
      difference: { tick: sabotageTick, path: "/cameraWidth", left: "0", right: expect.stringMatching(/^[1-9]\d+$/) },
    });
  });

  test("that part in the answer to a choice are localised to its boundary, before any tick", async () => {
    const { exit, found } = await localise(
      "toy.json",
      "--url",
      `${pages.url}/toy`,
      "--against",
      `${pages.url}/toy-generous`,
    );
    expect(exit).toBe(1);
    expect(found).toMatchObject({ difference: { kind: "state", tick: 5, after: "choices", path: "/toy/hp" } });
  });

  test("of which one throws are localised to the tick, with the words of the error", async () => {
    const { exit, found } = await localise(
      "toy.json",
      "--url",
      `${pages.url}/toy`,
      "--against",
      `${pages.url}/toy-throwing`,
    );
    expect(exit).toBe(1);
    expect(found).toMatchObject({
      difference: {
        kind: "stopped",
        tick: 7,
        after: "tick",
        left: "goes on",
        right: expect.stringContaining("the floor is gone"),
      },
    });
  });

  test("that agree with each other and not with the recording say where they leave it", async () => {
    await write("other-seed.json", { ...candyrush, seed: 8 });
    const { exit, found } = await localise("other-seed.json", "--game", "whole.mjs", "--against", "node");
    expect(exit).toBe(0);
    expect(found).toMatchObject({ kind: "sides-agree", recording: { lastEqualTick: -1, tick: 0 } });
  });
});
