// docs/saboteurs.md is what the tables of test/saboteurs give.

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { saboteursPage } from "../../docs/generate-saboteurs.js";
import { inRepository } from "./page-support.js";

test("docs/saboteurs.md is fresh (`npx tsx docs/generate-saboteurs.ts` writes it)", async () => {
  expect(await readFile(inRepository("docs/saboteurs.md"), "utf8")).toBe(saboteursPage());
});
