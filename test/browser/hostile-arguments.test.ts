// In a real page: whatever a command on `window` is given, it answers with a code, throws nothing and changes nothing.

import { commandNames, errorCodes } from "@tickbridge/bridge/protocol";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExamplePages, openExample, playIdle } from "../support/example-page.js";

let example: ExamplePages;
let page: Page;
const pageErrors: string[] = [];

beforeAll(async () => {
  example = await openExample();
  page = await example.browser.newPage();
  page.on("pageerror", (error) => pageErrors.push(error.message));
  await page.goto(`${example.url}?agent=1`);
  const { outputFiles } = await build({
    entryPoints: ["test/fixtures/hostile-page.ts"],
    bundle: true,
    write: false,
    format: "iife",
  });
  await page.evaluate(outputFiles[0]?.text ?? "");
});
afterAll(() => example.close());

test.each([...commandNames])("%s", async (cmd) => {
  await playIdle(page, 300);
  const outcome = (await page.evaluate(`giveHostile(${JSON.stringify(cmd)})`)) as {
    refused: number;
    codes: string[];
    faults: string[];
  };
  expect(outcome.faults).toEqual([]);
  expect(outcome.refused).toBeGreaterThanOrEqual(150);
  expect(errorCodes).toEqual(expect.arrayContaining(outcome.codes));
  expect(outcome.codes).not.toContain("INTERNAL");
  expect(pageErrors).toEqual([]);
});
