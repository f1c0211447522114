// docs/commands.md is what the manifest gives.

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { commandsPage } from "../../docs/generate-commands.js";
import { inRepository } from "./page-support.js";

test("docs/commands.md is fresh (`npx tsx docs/generate-commands.ts` writes it)", async () => {
  expect(await readFile(inRepository("docs/commands.md"), "utf8")).toBe(commandsPage());
});
