// Finds the fenced code blocks of the docs and what their marks say, and writes outputs back when asked to.

import { readFile, writeFile } from "node:fs/promises";
import { inRepository } from "./page-support.js";

/** Every page whose code is checked. */
export const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "docs/embedding.md",
  "docs/maths.md",
  "docs/agents.md",
  "docs/audit-tutorial.md",
  "docs/commands.md",
  "docs/command-line.md",
  "docs/determinism-contract.md",
  "docs/engines.md",
  "docs/replay-format.md",
  "docs/glossary.md",
  "docs/proofs.md",
] as const;

/** The marks that a block can have after its language. */
export type Mark =
  /** A program for Node; blocks of one name are one program. */
  | "run"
  /** The body of an asynchronous function in a page of the game that is named. */
  | "page"
  /** A program for Node; `GAME_URL` holds the address of the game that is named. */
  | "play"
  /** The same with the driver. */
  | "driver"
  /** A shell command, run in a folder that holds a replay and the paddle game. */
  | "shell"
  /** A vite.config.js. */
  | "vite"
  /** The text of a file of the repository. */
  | "file"
  /** What the block before it printed or returned. */
  | "output"
  /** Not run. */
  | "excerpt";

export interface CodeBlock {
  readonly page: string;
  /** The line of the fence, from 1. */
  readonly line: number;
  /** Which block of its page it is, from 0; unlike the line it stays when outputs are written. */
  readonly ordinal: number;
  readonly language: string;
  readonly mark: Mark | undefined;
  /** What stands behind `=` in the mark. */
  readonly name: string | undefined;
  readonly code: string;
  /** The next block, when it is this one's output. */
  readonly output: string | undefined;
}

const marks: readonly string[] = ["run", "page", "play", "driver", "shell", "vite", "file", "output", "excerpt"];

export async function codeBlocks(page: string): Promise<readonly CodeBlock[]> {
  const lines = (await readFile(inRepository(page), "utf8")).split("\n");
  const blocks: CodeBlock[] = [];
  for (let index = 0; index < lines.length; index++) {
    const fence = /^```(\w*) ?(.*)$/.exec(lines[index] ?? "");
    if (fence === null) continue;
    const end = lines.indexOf("```", index + 1);
    if (end < 0) throw new Error(`${page}:${index + 1}: the block is not closed`);
    const [mark = "", name] = (fence[2] ?? "").split("=");
    const code = lines.slice(index + 1, end).join("\n");
    const known = marks.includes(mark) ? (mark as Mark) : undefined;
    const before = blocks.at(-1);
    if (known === "output" && before !== undefined) blocks[blocks.length - 1] = { ...before, output: code };
    blocks.push({
      page,
      line: index + 1,
      ordinal: blocks.length,
      language: fence[1] ?? "",
      mark: known,
      name,
      code,
      output: undefined,
    });
    index = end;
  }
  return blocks;
}

/** Whether `UPDATE_DOCS=1` asks that outputs and copies of files be written into the pages instead of compared. */
export const updatesDocs = process.env.UPDATE_DOCS === "1";

/** Makes `code` the text of a page's block. */
export async function writeBlock(page: string, ordinal: number, code: string): Promise<void> {
  const lines = (await readFile(inRepository(page), "utf8")).split("\n");
  let start = -1;
  let end = -1;
  for (let block = 0; block <= ordinal; block++) {
    start = lines.findIndex((text, index) => index > end && text.startsWith("```"));
    end = lines.indexOf("```", start + 1);
  }
  lines.splice(start + 1, end - start - 1, ...code.split("\n"));
  await writeFile(inRepository(page), lines.join("\n"));
}

/** JSON for a page: a member of the outermost object on each line. */
export function shownJson(value: unknown): string {
  const flat = JSON.stringify(value);
  if (flat.length <= 110 || typeof value !== "object" || value === null || Array.isArray(value)) return flat;
  const members = Object.entries(value).map(([key, member]) => `  ${JSON.stringify(key)}: ${JSON.stringify(member)}`);
  return `{\n${members.join(",\n")}\n}`;
}
