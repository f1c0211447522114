// What the docs must not leave out, and links that must lead somewhere.

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { commandNames, errorCodes } from "@tickbridge/bridge/protocol";
import { expect, test } from "vitest";
import { pages } from "./code-blocks.js";
import { inRepository } from "./page-support.js";

const read = (page: string) => readFile(inRepository(page), "utf8");

test("docs/agents.md names every command and every error code", async () => {
  const page = await read("docs/agents.md");
  const capitalised = commandNames.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
  expect(capitalised.filter((name) => !page.includes(`\`${name}(`))).toEqual([]);
  expect(errorCodes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

test("docs/agents.md names every error code of the driver", async () => {
  const page = await read("docs/agents.md");
  const table = (await read("packages/driver/src/errors.ts")).split("const exitCodes = {")[1]?.split("\n}")[0] ?? "";
  const codes = [...table.matchAll(/^ {2}(\w+):/gm)].map((match) => match[1] ?? "");
  expect(codes).toContain("NO_BROWSER");
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

test("docs/embedding.md names every part of the port and every option of mount", async () => {
  const page = await read("docs/embedding.md");
  const partsOf = (source: string, from: string) =>
    [...(source.split(from)[1]?.split("\n}")[0] ?? "").matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(
      (match) => match[1] ?? "",
    );
  const port = partsOf(await read("packages/bridge/src/game.ts"), "export interface GameDefinition<");
  const options = partsOf(await read("packages/bridge/src/page/mount.ts"), "export interface MountOptions {");
  expect(port).toContain("ticksPerSecond");
  expect(options).toContain("catchUpTicksMax");
  expect([...port, ...options].filter((part) => !new RegExp(`^\\|.*\`${part}[\`(]`, "m").test(page))).toEqual([]);
});

test("docs/replay-format.md names every field", async () => {
  const page = await read("docs/replay-format.md");
  const source =
    (await read("packages/replay/src/format.ts")).split("export interface Replay {")[1]?.split("\n}")[0] ?? "";
  const fields = [...source.matchAll(/^ {2}readonly (\w+)/gm)].map((match) => match[1] ?? "");
  expect(fields).toContain("provenance");
  expect(fields.filter((field) => !page.includes(`| \`${field}\` |`))).toEqual([]);
});

test.each(pages)("the links of %s lead somewhere", async (page) => {
  const broken: string[] = [];
  for (const [, target = ""] of (await read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https?:/.test(target)) continue;
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? page : join(dirname(page), path);
    if (!(await leadsSomewhere(file, anchor))) broken.push(target);
  }
  expect(broken).toEqual([]);
});

async function leadsSomewhere(file: string, anchor: string | undefined): Promise<boolean> {
  const text = await read(file).catch((error: NodeJS.ErrnoException) => (error.code === "EISDIR" ? "" : undefined));
  if (text === undefined || anchor === undefined) return text !== undefined;
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
  return headings.includes(anchor);
}
