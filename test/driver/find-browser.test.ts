// Where a browser is looked for, and what is said when there is none.

import { execFile } from "node:child_process";
import { chmod, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findBrowser, launch } from "@tickbridge/driver";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { repository, temporaryFolder } from "../docs/page-support.js";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** A file that can be run and is no browser. */
let imposter: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  imposter = join(folder.path, "imposter");
  await writeFile(imposter, "#!/bin/sh\necho I am no browser >&2\nexit 7\n");
  await chmod(imposter, 0o755);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => folder.remove());

test("the environment's browser is taken before those that could be found", async () => {
  vi.stubEnv("TICKBRIDGE_BROWSER", imposter);
  expect(await findBrowser()).toEqual({ executablePath: imposter, source: "TICKBRIDGE_BROWSER" });
});

test.each(["executablePath", "TICKBRIDGE_BROWSER"])(
  "a %s that is no file to run is NO_BROWSER, not passed over",
  async (source) => {
    const path = join(folder.path, "nowhere");
    if (source === "TICKBRIDGE_BROWSER") vi.stubEnv(source, path);
    await expect(findBrowser(source === "executablePath" ? { executablePath: path } : {})).rejects.toMatchObject({
      code: "NO_BROWSER",
      exitCode: 3,
      message: expect.stringContaining(`${source} names ${path}`),
    });
  },
);

/** What a process of its own finds: Playwright reads where its browsers are only once. */
async function findElsewhere(PATH: string, browser = "chromium"): Promise<unknown> {
  const options = JSON.stringify({ browser });
  const code = `import("@tickbridge/driver").then(({ findBrowser }) => findBrowser(${options})).then(
    (found) => console.log(JSON.stringify(found)),
    ({ code, message }) => console.log(JSON.stringify({ code, message })),
  )`;
  const env = { ...process.env, PATH, TICKBRIDGE_BROWSER: "", PLAYWRIGHT_BROWSERS_PATH: join(folder.path, "none") };
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], {
    env,
    cwd: repository,
  });
  return JSON.parse(stdout);
}

test("an installed browser is found by its name in PATH", async () => {
  const installed = join(folder.path, "microsoft-edge");
  await symlink(imposter, installed);
  expect(await findElsewhere(folder.path)).toEqual({ executablePath: installed, source: "installed" });
});

test("without any, NO_BROWSER gives the commands that get one", async () => {
  expect(await findElsewhere(join(folder.path, "none"))).toEqual({
    code: "NO_BROWSER",
    message: expect.stringMatching(/npx playwright install chromium.*apt-get install chromium/),
  });
});

test.each(["firefox", "webkit"])(
  "an installed %s is not taken: NO_BROWSER says that only Playwright's own does",
  async (name) => {
    await symlink(imposter, join(folder.path, name));
    await symlink(imposter, join(folder.path, `${name}-esr`));
    expect(await findElsewhere(folder.path, name)).toEqual({
      code: "NO_BROWSER",
      message: expect.stringMatching(
        new RegExp(`npx playwright install ${name} \\(only Playwright's own build can be driven`),
      ),
    });
  },
);

test.each(["firefox", "webkit"] as const)(
  "a %s that Playwright cannot drive is BROWSER_FAILED with what to get",
  async (browser) => {
    await expect(launch({ url: "http://127.0.0.1:9/" }, { browser, executablePath: imposter })).rejects.toMatchObject({
      code: "BROWSER_FAILED",
      message: expect.stringContaining(`npx playwright install ${browser}`),
    });
  },
);

test("a file that is no browser is BROWSER_FAILED with its name", async () => {
  await expect(launch({ url: "http://127.0.0.1:9/" }, { executablePath: imposter })).rejects.toMatchObject({
    code: "BROWSER_FAILED",
    exitCode: 3,
    message: expect.stringContaining(imposter),
  });
});
