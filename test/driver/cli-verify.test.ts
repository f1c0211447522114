// `tickbridge verify` with many files: reports for CI servers, browsers at once, and files that cannot be read.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser, launch } from "@tickbridge/driver";
import { chromium } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createToyGame } from "../fixtures/toy-game.js";
import { tickbridge } from "./command-line.js";
import { toyModule, toyPage } from "./test-pages.js";

/** All that a file's name may hold, against all that XML may not. */
const hostileName = `a"<b>&'c'\n]]>\u0001\u001b[31m-->.json`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tickbridge-verify-"));
  const game = await launch<never>({ game: createToyGame() as never });
  await game.pinSeed(1);
  await game.startRun();
  await game.step(90);
  const replay = await game.exportReplay();
  await game.close();
  const files = {
    "good.json": replay,
    "bad.json": { ...replay, seed: 2 },
    "old.json": { ...replay, game: { id: "toy", build: "<toy> & \u0007 \ud800" } },
    [hostileName]: replay,
  };
  const write = ([name, content]: [string, object]) => writeFile(join(folder, name), JSON.stringify(content));
  await Promise.all(Object.entries(files).map(write));
  await writeFile(join(folder, "toy.mjs"), await toyModule());
  await mkdir(join(folder, "folder.json"));
});
afterAll(() => rm(folder, { recursive: true }));

const verify = (...args: string[]) => tickbridge(["verify", ...args], { cwd: folder });
const inNode = ["--game", "toy.mjs"];

interface ReadCase {
  readonly name: string;
  readonly classname: string;
  readonly problem: string | undefined;
  readonly type: string | undefined;
  readonly message: string | undefined;
}

/** What an XML parser that is not ours reads in a report. */
async function parseJunit(
  xml: string,
): Promise<{ readonly suite: Record<string, string>; readonly cases: ReadCase[] }> {
  const browser = await chromium.launch({ ...(await findBrowser()), args: ["--no-sandbox"] });
  const page = await browser.newPage();
  const text = await page.evaluate(`((xml) => {
    const document = new DOMParser().parseFromString(xml, "application/xml");
    const error = document.querySelector("parsererror");
    if (error !== null) throw new Error(error.textContent);
    const attributes = (element) => Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
    const cases = [...document.querySelectorAll("testsuites > testsuite > testcase")].map((element) => {
      const problem = element.firstElementChild;
      return { ...attributes(element), ...(problem === null ? {} : { ...attributes(problem), problem: problem.localName }) };
    });
    return JSON.stringify({ suite: attributes(document.querySelector("testsuites > testsuite")), cases });
  })(${JSON.stringify(xml)})`);
  await browser.close();
  return JSON.parse(text as string);
}

test("a JUnit report is well-formed whatever files and builds are called: failures diverged, errors were not verified", async () => {
  const files = ["good.json", "bad.json", "old.json", hostileName, "missing.json"];
  const { exit, stdout } = await verify(...files, ...inNode, "--reporter", "junit");
  expect(exit).toBe(1);
  const { suite, cases } = await parseJunit(stdout);
  expect(suite).toMatchObject({ name: "tickbridge verify", tests: "5", failures: "1", errors: "2" });
  expect(cases).toMatchObject([
    { name: "good.json", classname: "toy" },
    {
      name: "bad.json",
      classname: "toy",
      problem: "failure",
      type: "diverged",
      message: expect.stringContaining("differs from the start"),
    },
    {
      name: "old.json",
      problem: "error",
      type: "unverifiable",
      message: expect.stringContaining('build "<toy> & \ufffd \ufffd"'),
    },
    {
      name: hostileName.replaceAll(/\p{Cc}/gu, (character) => (character === "\n" ? "\n" : "\ufffd")),
      classname: "toy",
    },
    { name: "missing.json", classname: "unknown", problem: "error", type: "BAD_FILE" },
  ]);
  for (const { problem } of [cases[0], cases[3]] as ReadCase[]) expect(problem).toBeUndefined();
});

test("with --out the report is written there over the one before, and lines are printed", async () => {
  await writeFile(join(folder, "report.xml"), "x".repeat(100_000));
  const { exit, stdout } = await verify("good.json", ...inNode, "--reporter", "junit", "--out", "report.xml");
  expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^good\.json: identical: /) });
  expect((await parseJunit(await readFile(join(folder, "report.xml"), "utf8"))).suite.tests).toBe("1");
  expect((await verify("good.json", ...inNode, "--json", "--out", "report.json")).exit).toBe(0);
  expect(JSON.parse(await readFile(join(folder, "report.json"), "utf8"))).toMatchObject([{ verdict: "identical" }]);
  const text = await verify("good.json", ...inNode, "--reporter", "text", "--out", "report.txt");
  expect(await readFile(join(folder, "report.txt"), "utf8")).toBe(text.stdout);
});

test("no report is left where nothing was verified", async () => {
  const { exit } = await verify("good.json", "--game", "none.mjs", "--out", "unwritten.xml");
  expect(exit).toBe(2);
  expect(await readdir(folder)).not.toContain("unwritten.xml");
});

test.each([
  [["good.json", "missing.json", "folder.json", "good.json"], 2],
  [["good.json", "old.json", "missing.json"], 3],
  [["missing.json", "old.json", "bad.json"], 1],
  [["good.json", "good.json"], 0],
] as const)("%j exits with %d, and every file has its line", async (files, code) => {
  const { exit, stdout } = await verify(...files, ...inNode);
  expect(exit).toBe(code);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(":")[0]),
  ).toEqual([...files]);
});

test("--jobs 2 opens two pages at once", async () => {
  const html = await toyPage();
  const held: ServerResponse[] = [];
  // No page is answered before two have asked: one after another they would wait for ever.
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/toy")) return void response.writeHead(404).end();
    held.push(response);
    if (held.length % 2 > 0) return;
    for (const page of held.splice(0)) page.writeHead(200, { "content-type": "text/html" }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/toy`;
  const { exit, stdout } = await verify("good.json", "bad.json", "good.json", "good.json", "--url", url, "--jobs", "2");
  server.closeAllConnections();
  server.close();
  expect(stdout.trimEnd().split("\n")).toEqual([
    expect.stringMatching(/^good\.json: identical/),
    expect.stringMatching(/^bad\.json: diverged/),
    expect.stringMatching(/^good\.json: identical/),
    expect.stringMatching(/^good\.json: identical/),
  ]);
  expect(exit).toBe(1);
});
