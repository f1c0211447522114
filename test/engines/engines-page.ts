// The tables of docs/engines.md: written where docs are being updated, else compared.

import { readFile, writeFile } from "node:fs/promises";
import { expect } from "vitest";
import { updatesDocs } from "../docs/code-blocks.js";
import { inRepository } from "../docs/page-support.js";

const page = inRepository("docs/engines.md");

/** Prints a table and makes it, or expects it to be, the one that stands under this name on the page. */
export async function expectOnPage(name: string, table: string): Promise<void> {
  console.log(`${name}\n\n${table}\n`);
  if (updatesDocs) await writeOnPage(name, table);
  else expect(await readFromPage(name), "docs/engines.md: npm run engines:table writes it anew").toBe(table);
}

/** Prints a table that may differ from machine to machine, and writes it where docs are being updated. */
export async function showOnPage(name: string, table: string): Promise<void> {
  console.log(`${name}\n\n${table}\n`);
  if (updatesDocs) await writeOnPage(name, table);
  else expect(await readFromPage(name), `docs/engines.md has no ${name}`).not.toBe("");
}

/** A table in Markdown, its columns padded so that it can be read in a terminal too. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? "").length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

async function readFromPage(name: string): Promise<string> {
  const [, ...parts] = (await readFile(page, "utf8")).split(opening(name));
  return parts[0]?.split(closing)[0]?.trim() ?? "";
}

async function writeOnPage(name: string, table: string): Promise<void> {
  const [before = "", after] = (await readFile(page, "utf8")).split(opening(name));
  if (after === undefined) throw new Error(`docs/engines.md has no place for ${name}`);
  const rest = after.slice(after.indexOf(closing));
  await writeFile(page, `${before}${opening(name)}\n\n${table}\n\n${rest}`);
}

const opening = (name: string) => `<!-- ${name} -->`;
const closing = "<!-- end -->";
