// What the simulation of a game is made of, compared bit for bit in six engines: maths, random streams, hashes, canonical
// texts. JavaScript's own maths is the twin that differs.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nestedHash, pinnedHashes } from "../support/hash-corpus.js";
import { mathsInputCountMin, mathsNames } from "../support/maths-digest.js";
import { type OpenEngines, openEngines } from "./all-engines.js";
import { type EngineName, engineNames, type Place } from "./engine.js";
import type { TaskName } from "./engine-tasks.js";
import { expectOnPage, markdownTable, showOnPage } from "./engines-page.js";
import { inTwos } from "./in-twos.js";

let open: OpenEngines;
let places: readonly Place[];

beforeAll(async () => {
  open = await openEngines();
  const opened: Place[] = [];
  for (const engine of open.engines) opened.push(await engine.open("no game"));
  places = opened;
}, 300_000);
afterAll(() => open?.close());

/** The result of a task in each engine. */
async function inEach(task: TaskName, argument?: unknown): Promise<{ readonly [name in EngineName]: unknown }> {
  const results = await inTwos(places, (place) => place.run(task, argument));
  return Object.fromEntries(engineNames.map((name, at) => [name, results[at]])) as { [name in EngineName]: unknown };
}

const everywhere = (result: unknown) => Object.fromEntries(engineNames.map((name) => [name, result]));
const differentIn = (results: object) => new Set(Object.values(results).map((result) => JSON.stringify(result))).size;

describe("the maths module", () => {
  const digests = new Map<string, string>();
  const nativeDigests = new Map<string, number>();

  test.each(mathsNames)("%s gives the same bits in six engines for a million inputs and more", async (name) => {
    const results = await inEach("maths", name);
    const digest = results["Node 20"] as string;
    expect(results).toEqual(everywhere(digest));
    expect(Number(digest.split(":")[0])).toBeGreaterThanOrEqual(mathsInputCountMin);
    digests.set(name, digest);
    nativeDigests.set(name, differentIn(await inEach("nativeMaths", name)));
  });

  test("is in the table of docs/engines.md with every function's digest", async () => {
    const rows = [...digests].map(([name, digest]) => {
      const [count = "", digits = ""] = digest.split(":");
      return [`\`${name}\``, Number(count).toLocaleString("en-GB"), `\`${digits}\``, "equal in all six"];
    });
    await expectOnPage("maths", markdownTable(["function", "inputs", "digest", "verdict"], rows));
  });

  test("differs from JavaScript's own, of which most functions differ between these engines", async () => {
    const rows = [...nativeDigests].map(([name, count]) => [`\`Math.${name}\``, `${count}`]);
    await showOnPage("native digests", markdownTable(["function", "different digests in six engines"], rows));
    const differing = [...nativeDigests].filter(([, count]) => count > 1).map(([name]) => name);
    expect(differing).toEqual(expect.arrayContaining(["sin", "exp", "pow", "atan2", "cbrt"]));
  });
});

test("every kind of state has its pinned hash in six engines", async () => {
  expect(await inEach("stateHashes")).toEqual(everywhere(pinnedHashes));
});

test("every kind of state in every kind has its pinned hash in six engines", async () => {
  expect(await inEach("nestedStateHashes")).toEqual(everywhere(nestedHash));
});

test("900,000 draws of every kind from random streams are the same in six engines", async () => {
  const results = await inEach("randomStreams");
  expect(results["Node 20"]).toMatch(/^[0-9a-f]{16}$/);
  expect(results).toEqual(everywhere(results["Node 20"]));
});

test("the canonical JSON of 100,000 numbers and of keys and texts of every kind is the same in six engines", async () => {
  const results = await inEach("canonicalTexts");
  expect(results["Node 20"]).toMatch(/^[0-9a-f]{16}$/);
  expect(results).toEqual(everywhere(results["Node 20"]));
});
