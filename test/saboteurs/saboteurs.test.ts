// Every saboteur is caught by the detector that is named for it, at its tick, with its place; the whole games by none.

import { checkSource } from "@tickbridge/driver/build";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { saboteurNames } from "../../examples/candyrush-mock/src/saboteurs.js";
import { servePages, type TestPages } from "../driver/test-pages.js";
import { detectors, type Subject } from "./detectors.js";
import { exampleSaboteurs } from "./example-saboteurs.js";
import { pageSaboteurs } from "./page-saboteurs.js";
import type { DetectorName, Expected } from "./saboteur.js";
import { saboteurs } from "./saboteurs.js";
import { sources } from "./sources.js";
import { exampleSubject, tinyPage, tinyPageSubject, tinySubject } from "./subjects.js";

const detectorNames = Object.keys(detectors) as readonly DetectorName[];

async function expectCaught({ detector, tick, named }: Expected, subject: Subject): Promise<void> {
  const [first, ...others] = await detectors[detector](subject);
  const found = JSON.stringify([first, ...others]);
  expect(first?.tick, found).toBe(tick);
  expect(first?.words, found).toContain(named);
}

const titled = <Row extends Expected>(rows: readonly Row[]) =>
  rows.map((row) => [row.name, row.detector, row.tick, row.named, row] as const);

describe("in this process", () => {
  test.each(titled(saboteurs))("%s is caught by %s at tick %i: %s", (_name, _detector, _tick, _named, saboteur) =>
    expectCaught(saboteur, tinySubject(saboteur)),
  );

  test.each(detectorNames)("the whole game is not caught by %s", async (name) => {
    expect(await detectors[name](tinySubject())).toEqual([]);
  });
});

describe("in a page", () => {
  let pages: TestPages;
  beforeAll(async () => {
    pages = await servePages({ "/": await tinyPage() });
  });
  afterAll(() => pages.close());

  test.each(titled(pageSaboteurs))("%s is caught by %s at tick %i: %s", (name, _detector, _tick, _named, saboteur) =>
    expectCaught(saboteur, tinyPageSubject(pages.url, name)),
  );

  test.each(["tripwire", "async", "read", "selfCheck", "localise"] as const)(
    "the whole game is not caught by %s",
    async (name) => {
      expect(await detectors[name](tinyPageSubject(pages.url))).toEqual([]);
    },
  );
});

describe("in the example", () => {
  test.each(titled(exampleSaboteurs))("%s is caught by %s at tick %i: %s", (name, _detector, _tick, _named, saboteur) =>
    expectCaught(saboteur, exampleSubject(name as (typeof exampleSaboteurs)[number]["name"])),
  );

  test("every saboteur has a row here or in test/driver, where a page is compared with Node", () => {
    expect([...exampleSaboteurs.map(({ name }) => name), "cameraState"].sort()).toEqual([...saboteurNames].sort());
  });

  test.each(detectorNames)("the whole game is not caught by %s", async (name) => {
    expect(await detectors[name](exampleSubject())).toEqual([]);
  });
});

describe("in a source, by the build plugin", () => {
  test.each(sources)("$name is found at $line:$column: $named", ({ code, line, column, named }) => {
    const { findings } = checkSource("simulation.ts", code);
    expect(findings.map(({ api, line, column }) => ({ api, line, column }))).toEqual([{ api: named, line, column }]);
  });

  test("a source without such a use has no finding", () => {
    const code = "export const step = (x: number) => Math.sqrt(x * x) + Math.imul(3, 4);";
    expect(checkSource("simulation.ts", code).findings).toEqual([]);
  });
});
