// docs/proofs.md: every command and every rule has a test, and every test that it names is there.

import { readFile } from "node:fs/promises";
import { commandNames, globalName } from "@tickbridge/bridge/protocol";
import { expect, test } from "vitest";
import { inRepository } from "./page-support.js";
import { type Proof, readProofs, titlesOf } from "./proof-table.js";

const proofs = readProofs(await readFile(inRepository("docs/proofs.md"), "utf8"));

/** The rows that name a test which is not there. */
async function withoutTest(rows: readonly Proof[]): Promise<string[]> {
  const missing: string[] = [];
  for (const { rule, tests } of rows) {
    for (const { file, title } of tests) {
      const titles = await titlesOf(file).catch(() => new Set<string>());
      if (!titles.has(title)) missing.push(`${rule}: ${file} › ${title}`);
    }
  }
  return missing;
}

const under = (heading: string) => proofs.filter(({ section }) => section.startsWith(heading));

test("every command has a row, and so have State, Dump, Wait and Ready", () => {
  const named = under("Commands").map(({ rule }) => rule);
  const commands = [...commandNames, "state", "wait", "ready"].map((name) => `\`${globalName("", name)}\``);
  expect(commands.filter((command) => !named.includes(command))).toEqual([]);
});

test("every test that is named is there", async () => {
  expect(await withoutTest(proofs)).toEqual([]);
});

test("a row whose test is not there is found", async () => {
  const [first] = proofs as [Proof];
  const renamed = { ...first, tests: first.tests.map(({ file, title }) => ({ file, title: `${title}, renamed` })) };
  const gone = { ...first, tests: [{ file: "test/gone.test.ts", title: "a title" }] };
  expect(await withoutTest([first, renamed, gone])).toHaveLength(first.tests.length + 1);
});

test("each section of rules has its rows", () => {
  for (const section of [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]) {
    expect(under(`Section ${section}:`).length, `section ${section}`).toBeGreaterThanOrEqual(3);
  }
});

test("each known fault has a test that is named after it, and each test so named has its row", async () => {
  const faults = under("Section 11:");
  expect(faults).toHaveLength(15);
  for (const { rule, tests } of faults) {
    const name = `fault: ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`;
    expect(tests.map(({ title }) => title.toLowerCase())).toContain(name.toLowerCase());
  }
  const named = new Set(faults.flatMap(({ tests }) => tests.map(({ title }) => title)));
  for (const file of ["test/faults/session-faults.test.ts", "test/faults/page-faults.test.ts"]) {
    for (const title of await titlesOf(file)) if (title.startsWith("fault: ")) expect(named).toContain(title);
  }
});
