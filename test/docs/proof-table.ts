// Reads docs/proofs.md, and the titles of the tests that it names.

import { readFile } from "node:fs/promises";
import { parseSync } from "oxc-parser";
import { inRepository } from "./page-support.js";

export interface Proof {
  /** The heading that the row stands under. */
  readonly section: string;
  readonly rule: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The rows of the tables `| rule | test |`; several tests of a rule are parted by `<br>`. */
export function readProofs(page: string): Proof[] {
  const proofs: Proof[] = [];
  let section = "";
  for (const line of page.split("\n")) {
    if (line.startsWith("## ")) section = line.slice(3);
    const [, rule = "", tests = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (!line.startsWith("|") || rule === "rule" || rule.startsWith("-")) continue;
    proofs.push({ section, rule, tests: tests.split("<br>").map(readTest) });
  }
  return proofs;
}

/** `file › title`, or `file › group › title`. */
function readTest(words: string): Proof["tests"][number] {
  const [file = "", ...title] = words.split(" › ");
  return { file: file.replaceAll("`", ""), title: title.join(" › ") };
}

/** The titles of a file's tests, groups before them; what a table or a template fills in stands as `…`. */
export async function titlesOf(file: string): Promise<Set<string>> {
  const text = await readFile(inRepository(file), "utf8");
  const titles = new Set<string>();
  const visit = (value: unknown, groups: readonly string[]): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, groups);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const node = value as Node;
    const kind = node.type === "CallExpression" ? rootName(node.callee) : undefined;
    const title = kind === undefined ? undefined : titleOf(node.arguments?.[0], text);
    if (title !== undefined && kind !== "describe") titles.add([...groups, title].join(" › "));
    const within = title !== undefined && kind === "describe" ? [...groups, title] : groups;
    for (const part of Object.values(node)) visit(part, within);
  };
  visit(parseSync(file, text).program, []);
  return titles;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly callee?: Node;
  readonly object?: Node;
  readonly arguments?: readonly Node[];
}

/** `test` of `test(…)`, of `test.each(…)(…)` and of `test.for(…)(…)`; undefined for other calls. */
function rootName(callee: Node | undefined): string | undefined {
  if (callee?.type === "Identifier") return ["test", "it", "describe"].find((name) => name === callee.name);
  if (callee?.type === "CallExpression") {
    const { callee: inner } = callee;
    return inner?.type === "MemberExpression" ? rootName(inner.object) : undefined;
  }
  return undefined;
}

function titleOf(argument: Node | undefined, text: string): string | undefined {
  if (argument?.type === "Literal" && typeof argument.value === "string") return withoutValues(argument.value);
  if (argument?.type === "TemplateLiteral") return withoutValues(text.slice(argument.start + 1, argument.end - 1));
  return undefined;
}

function withoutValues(title: string): string {
  return title.replace(/\$\{[^}]*\}|%[sdifjo]|\$\w+/g, "…");
}
