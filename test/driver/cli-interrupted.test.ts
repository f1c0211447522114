// What a command leaves behind when it is interrupted, or when the one who reads its output goes away.

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browsersBelow, haveEnded } from "./browser-processes.js";
import { startTickbridge, tickbridge } from "./command-line.js";
import { servePages, type TestPages, toyModule, toyPage } from "./test-pages.js";

let folder: string;
let pages: TestPages;
const immortal = "{ duringTick(state) { state.hp = 100; } }";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-interrupted-"));
  await writeFile(join(folder, "game.mjs"), await toyModule(immortal));
  await writeFile(join(folder, "for-ever.json"), '[{"cmd":"step","args":[2147483647]}]');
  pages = await servePages({ "/immortal": await toyPage(immortal) });
});
afterAll(async () => {
  await pages.close();
  await rm(folder, { recursive: true });
});

async function until<Result>(look: () => Promise<Result | undefined>): Promise<Result> {
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "a recording in a page that gets %s exits with %d and leaves no browser and no file",
  async (signal, code) => {
    const { child, ended } = startTickbridge(
      ["record", `${pages.url}/immortal`, "--policy", "for-ever.json", "--out", "run.json"],
      {
        cwd: folder,
      },
    );
    const pid = child.pid ?? 0;
    await until(async () => ((await browsersBelow(pid, "--type=renderer")).length > 0 ? true : undefined));
    const browsers = await browsersBelow(pid);
    child.kill(signal);
    expect(await ended).toMatchObject({ exit: code, stdout: "", stderr: expect.stringContaining("interrupted") });
    expect(await haveEnded(browsers)).toBe(true);
    expect(await readdir(folder)).not.toContain("run.json");
  },
);

test("a recording in Node that is interrupted exits at once and leaves no file", async () => {
  const { child, ended } = startTickbridge(
    ["record", "--game", "game.mjs", "--policy", "for-ever.json", "--out", "run.json"],
    {
      cwd: folder,
    },
  );
  await until(async () => ((await readdir(folder)).includes("run.json") ? true : undefined));
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ exit: 143 });
  expect(await readdir(folder)).not.toContain("run.json");
});

test("a command that has done its work leaves no browser", async () => {
  const { child, ended } = startTickbridge(["record", `${pages.url}/immortal`, "--ticks", "60", "--out", "-"], {
    cwd: folder,
  });
  const browsers = await until(async () => {
    const found = await browsersBelow(child.pid ?? 0);
    return found.length > 0 ? found : undefined;
  });
  expect((await ended).exit).toBe(0);
  expect(await haveEnded(browsers)).toBe(true);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "serve prints both addresses, answers until %s, and exits with 0",
  async (signal) => {
    const { child, ended, untilPrinted } = startTickbridge(["serve", folder, "--port", "0"]);
    const printed = await untilPrinted("?agent=1");
    const [people, agents] = printed.match(/http:\S+/g) ?? [];
    expect(agents).toBe(`${people}?agent=1`);
    expect((await fetch(`${people}for-ever.json`)).status).toBe(200);
    child.kill(signal);
    expect(await ended).toMatchObject({ exit: 0, stderr: "" });
  },
);

test("output that nobody reads to its end is no fault", async () => {
  const { child, ended } = startTickbridge(["--help"]);
  child.stdout?.destroy();
  const { exit, stderr } = await ended;
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
});

test("a failed launch leaves no browser", async () => {
  const { child, ended } = startTickbridge(["record", `${pages.url}/missing`, "--out", "-"]);
  const browsers = await until(async () => {
    const found = await browsersBelow(child.pid ?? 0);
    return found.length > 0 ? found : undefined;
  });
  expect((await ended).exit).toBe(3);
  expect(await haveEnded(browsers)).toBe(true);
});

test("--version is the package's, and every command has a help with its options and examples", async () => {
  expect((await tickbridge(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const overview = await tickbridge(["--help"]);
  expect(overview.exit).toBe(0);
  for (const name of ["play", "record", "verify", "diff", "localise", "tail", "doctor", "serve"]) {
    expect(overview.stdout).toContain(`  ${name}`);
    const help = await tickbridge([name, "--help"]);
    expect(help.exit).toBe(0);
    expect(help.stdout).toMatch(
      new RegExp(`^tickbridge ${name}: .*usage: tickbridge ${name}.*examples:\\n  tickbridge ${name}`, "s"),
    );
  }
});
