// Code in the docs runs: programs in Node, commands in a real page, shell commands in a shell. What they print must be
// what the docs say. `UPDATE_DOCS=1 npx vitest run test/docs` writes the outputs anew.

import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type RunningServer, serveDirectory } from "@tickbridge/driver";
import { build } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCandyrush } from "../../examples/candyrush-mock/build.js";
import { buildPaddle } from "../../examples/paddle/build.js";
import { type CodeBlock, codeBlocks, pages, shownJson, updatesDocs, writeBlock } from "./code-blocks.js";
import { inRepository, launchChromium, repository, temporaryFolder } from "./page-support.js";

const run = promisify(execFile);
const blocks = (await Promise.all(pages.map(codeBlocks))).flat();
const programs = programsOf(blocks);

let browser: Browser;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: RunningServer;

/** One program of one or more blocks. */
interface Program {
  readonly file: string;
  readonly blocks: readonly CodeBlock[];
}

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeWorkspace(folder.path);
  await buildPaddle({ outDir: join(folder.path, "paddle") });
  await buildCandyrush({ outDir: join(folder.path, "candyrush"), agent: true });
  server = await serveDirectory(folder.path);
  browser = await launchChromium();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await server?.close();
  await folder?.remove();
});

test("every code block of the docs says how it is checked", () => {
  const unmarked = blocks.filter((block) => block.mark === undefined);
  expect(unmarked.map((block) => `${block.page}:${block.line}`)).toEqual([]);
});

describe("a copy of a file equals the file", () => {
  for (const block of blocksWith("file")) {
    test(titleOf(block), async () => {
      const text = (await readFile(inRepository(block.name ?? ""), "utf8")).trimEnd();
      if (updatesDocs) await writeBlock(block.page, block.ordinal, text);
      else expect(block.code).toBe(text);
    });
  }
});

test("the programs of the docs have no type errors", async () => {
  const tsc = inRepository("node_modules/.bin/tsc");
  const { stdout } = await run(tsc, ["-p", folder.path]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
}, 60_000);

describe("programs", () => {
  for (const program of programs) {
    const [first] = program.blocks;
    if (first === undefined) continue;
    test(titleOf(first), () => checkProgram(program), 120_000);
  }
});

describe("commands in a page", () => {
  for (const block of blocksWith("page")) test(titleOf(block), () => checkPageBlock(block), 60_000);
});

describe("shell commands", () => {
  for (const block of blocksWith("shell")) {
    test(titleOf(block), () => checkShell(block), 120_000);
  }
});

describe("vite", () => {
  for (const block of blocksWith("vite")) {
    test(`${titleOf(block)} leaves no trace of the bridge`, () => checkVite(block), 60_000);
  }
});

function blocksWith(mark: CodeBlock["mark"]): readonly CodeBlock[] {
  return blocks.filter((block) => block.mark === mark);
}

function titleOf(block: CodeBlock): string {
  return `${block.page}:${block.line}`;
}

/** Blocks of one name are one program; a block without a name is one alone. */
function programsOf(all: readonly CodeBlock[]): readonly Program[] {
  const byFile = new Map<string, CodeBlock[]>();
  for (const block of all) {
    if (block.mark !== "run" && block.mark !== "play" && block.mark !== "driver") continue;
    const alone = `${block.page.replaceAll(/\W/g, "-")}-${block.line}`;
    const file = `${block.mark === "run" ? (block.name ?? alone) : alone}.ts`;
    byFile.set(file, [...(byFile.get(file) ?? []), block]);
  }
  return [...byFile].map(([file, parts]) => ({ file, blocks: parts }));
}

/** A game author's folder: the paddle game's sources and every program of the docs. */
async function makeWorkspace(path: string): Promise<void> {
  await symlink(inRepository("node_modules"), join(path, "node_modules"));
  await cp(inRepository("examples/paddle/src"), join(path, "src"), { recursive: true });
  await cp(inRepository("examples/paddle/index.html"), join(path, "index.html"));
  await writeFile(join(path, "package.json"), '{ "type": "module" }');
  for (const program of programs) {
    const code = program.blocks.map((block) => block.code).join("\n\n");
    // Code at the top of a page may await; without an import or export it would not be a module.
    await writeFile(join(path, program.file), `${code}\nexport {};\n`);
  }
  const compilerOptions = {
    composite: false,
    noEmit: true,
    noUnusedLocals: false,
    types: ["node"],
    lib: ["ES2023", "DOM", "DOM.Iterable"],
  };
  const config = {
    extends: join(repository, "tsconfig.base.json"),
    compilerOptions,
    files: programs.map((program) => program.file),
  };
  await writeFile(join(path, "tsconfig.json"), JSON.stringify(config));
  await makeOrchardPage(path);
}

/** The game of docs/embedding.md, in a page. */
async function makeOrchardPage(path: string): Promise<void> {
  const contents = 'import { mount } from "@tickbridge/bridge";\nimport { game } from "./orchard.js";\nmount(game);\n';
  await mkdir(join(path, "orchard"));
  await build({
    stdin: { contents, resolveDir: path, loader: "ts" },
    outfile: join(path, "orchard/main.js"),
    bundle: true,
    format: "esm",
  });
  await cp(inRepository("examples/paddle/index.html"), join(path, "orchard/index.html"));
}

async function checkProgram(program: Program): Promise<void> {
  const tsx = createRequire(import.meta.url).resolve("tsx/cli");
  const game = program.blocks[0]?.name ?? "candyrush";
  const env = { ...process.env, NO_COLOR: "1", GAME_URL: `${server.url}${game}/` };
  const { stdout } = await run(process.execPath, [tsx, program.file], { cwd: folder.path, env });
  await checkOutput(program.blocks.at(-1), stdout.trimEnd());
}

async function checkPageBlock(block: CodeBlock): Promise<void> {
  const page = await browser.newPage();
  await page.goto(`${server.url}${block.name}/?agent=1`);
  await page.evaluate("__candyReady");
  const returned = await page.evaluate(`(async () => {\n${block.code}\n})()`);
  await page.close();
  await checkOutput(block, shownJson(returned ?? null));
}

async function checkShell(block: CodeBlock): Promise<void> {
  const env = {
    ...process.env,
    NO_COLOR: "1",
    GAME_URL: `${server.url}${block.name ?? "candyrush"}/`,
    PATH: `${inRepository("node_modules/.bin")}:${process.env.PATH}`,
  };
  const { stdout } = await run("sh", ["-e", "-c", block.code], { cwd: folder.path, env });
  await checkOutput(block, stdout.trimEnd());
}

async function checkVite(block: CodeBlock): Promise<void> {
  const root = join(folder.path, `with-vite-${block.page.replaceAll(/\W/g, "-")}`);
  await mkdir(root);
  await cp(join(folder.path, "src"), join(root, "src"), { recursive: true });
  const html = await readFile(join(folder.path, "index.html"), "utf8");
  await writeFile(join(root, "index.html"), html.replace("main.js", "/src/main.ts"));
  await writeFile(join(root, "vite.config.js"), block.code);
  // vitest brings Vite with it.
  const entry = createRequire(createRequire(import.meta.url).resolve("vitest/package.json")).resolve("vite");
  const vite = (await import(pathToFileURL(entry).href)) as { build(options: object): Promise<unknown> };
  await vite.build({ root, logLevel: "error" });
  const files = await readdir(join(root, "dist/assets"));
  const code = (await Promise.all(files.map((file) => readFile(join(root, "dist/assets", file), "utf8")))).join("");
  expect(files.length).toBe(1);
  expect(["__candy", "CANDY_", "agent-mode", "installBridge"].filter((trace) => code.includes(trace))).toEqual([]);
}

async function checkOutput(block: CodeBlock | undefined, actual: string): Promise<void> {
  if (block?.output === undefined) return;
  if (updatesDocs) await writeBlock(block.page, block.ordinal + 1, actual);
  else expect(block.output).toBe(actual);
}
