// The model of model.test.ts, through a real page: one page a sequence, since a page keeps what was given to it before.

import { findBrowser } from "@tickbridge/driver";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { servePages, type TestPages, toyPage } from "../driver/test-pages.js";
import { exported, playToy, toySession } from "../support/toy-session.js";
import { plans } from "./plans.js";
import { PageReal } from "./real.js";
import { runModel } from "./run-model.js";
import { toy, toySubject } from "./subjects.js";

let pages: TestPages;
let browser: Awaited<ReturnType<typeof chromium.launch>>;

beforeAll(async () => {
  pages = await servePages({ "/toy": await toyPage() });
  const { executablePath } = await findBrowser({});
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser.close();
  await pages.close();
});

test("50 random sequences through a real page do what a plain simulation does", async () => {
  const recorded = toySession();
  await playToy(recorded);
  let opened = 0;
  const page = await browser.newPage();
  await runModel({
    file: "test/model/page-model.test.ts",
    seed: 20261201,
    sequences: 50,
    commandsMax: 60,
    plans: plans({ ...toySubject, name: "the toy", createGame: toy({}) }, { inPage: true }),
    options: toySubject.options,
    createGame: toy({}),
    library: [await exported(recorded)],
    comparesSnapshots: true,
    isInPage: true,
    async openReal() {
      opened++;
      await page.goto(`${pages.url}/toy?agent=1`);
      // The pin of the sequence before has outlived the reload.
      const { replies } = await new PageReal(page).give([{ cmd: "pinSeed", args: [null] }]);
      expect(replies).toMatchObject([{ ok: true }]);
      return new PageReal(page);
    },
  });
  expect(opened).toBeGreaterThanOrEqual(50);
}, 600_000);
