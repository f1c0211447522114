// Where engines cannot be had, the command that runs their tests fails before it runs any.

import { spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { inRepository } from "../docs/page-support.js";

test("engines that cannot be had are named, with what to install, and the exit code is 3", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tickbridge-no-engines-"));
  try {
    // No browser is in this PATH, and nothing that could install one.
    await symlink(process.execPath, join(folder, "node"));
    const { status, stdout } = spawnSync(process.execPath, [inRepository("scripts/prepare-engines.mjs")], {
      env: { PATH: folder },
      encoding: "utf8",
    });
    expect(status).toBe(3);
    expect(stdout).toContain("firefox is missing. On Debian, as root: apt-get install firefox-esr");
    expect(stdout).toContain("webkitDriver is missing. On Debian, as root: apt-get install webkit2gtk-driver");
    expect(stdout).toContain("the tests of engines need all of them");
  } finally {
    await rm(folder, { recursive: true });
  }
});
