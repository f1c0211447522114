// The direction of imports, as a table of rules: who may import what. ARCHITECTURE.md says why.
// test/tooling/check-imports.test.ts breaks each rule once.

import { readdir, readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { parseSync } from "oxc-parser";

export interface ImportViolation {
  readonly rule: string;
  /** From the repository's root, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  readonly message: string;
}

interface Import {
  readonly specifier: string;
  /** The file or folder meant, from the repository's root; undefined for an import by package name. */
  readonly target: string | undefined;
  /** Nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
  readonly line: number;
}

interface Rule {
  readonly name: string;
  readonly message: string;
  /** The files that the rule is about. */
  governs(file: string): boolean;
  forbids(imported: Import, file: string, entries: ReadonlySet<string>): boolean;
}

const sourceFolders = ["packages", "examples", "scripts", "test", "docs"];
const isTest = (file: string): boolean =>
  file.endsWith(".test.ts") || /^packages\/\w+\/test\//.test(file) || file.includes("/testing/");
const isBelow = (path: string | undefined, ...folders: readonly string[]): boolean =>
  path !== undefined && folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
const isPackage = (specifier: string, ...names: readonly string[]): boolean =>
  names.some((name) => specifier === name || specifier.startsWith(`${name}/`));
const isNodeModule = (specifier: string): boolean =>
  specifier.startsWith("node:") || builtinModules.includes(specifier);
const workspaceOf = (path: string): string | undefined => /^(?:packages|examples)\/[^/]+/.exec(path)?.[0];

const playerFiles = [
  "index",
  "tripwires",
  "page/mount",
  "page/stubs",
  "page/console-ears",
  "gate",
  "fixed-tick-loop",
  "plain-play",
  "keyboard",
  "gamepads",
  "random",
  "command-names",
  "game",
  "math-id",
].map((stem) => `packages/bridge/src/${stem}.ts`);

/** What stands behind the gate, and is loaded by `import()`. */
const gatedFiles = ["packages/bridge/src/page/core.ts", "packages/bridge/src/tripwires/loaded.ts"];

const rules: readonly Rule[] = [
  {
    name: "replay-stands-alone",
    message: "replay is pure: it imports its own files and fast-json-stable-stringify, nothing else",
    governs: (file) => isBelow(file, "packages/replay/src") && !isTest(file),
    forbids: ({ specifier, target }) => target === undefined && specifier !== "fast-json-stable-stringify",
  },
  {
    name: "replay-below-bridge-and-driver",
    message: "imports point one way: replay <- bridge <- driver",
    governs: (file) => isBelow(file, "packages/replay"),
    forbids: ({ specifier }) => isPackage(specifier, "@tickbridge/bridge", "@tickbridge/driver"),
  },
  {
    name: "bridge-below-driver",
    message: "imports point one way: replay <- bridge <- driver",
    governs: (file) => isBelow(file, "packages/bridge"),
    forbids: ({ specifier }) => isPackage(specifier, "@tickbridge/driver"),
  },
  {
    name: "session-without-page",
    message: "session/ runs in page and Node alike: time and turns reach it through session/host.ts, never page/",
    governs: (file) => isBelow(file, "packages/bridge/src/session", "packages/bridge/src/math"),
    forbids: ({ target }) =>
      isBelow(target, "packages/bridge/src/page", "packages/bridge/src/global.ts", "packages/bridge/src/index.ts"),
  },
  {
    name: "players-load-no-bridge",
    message:
      "what every player loads reaches the bridge by import type, and by the dynamic imports of page/core.ts and tripwires/loaded.ts only",
    governs: (file) => playerFiles.includes(file),
    forbids: ({ target, typeOnly, dynamic }) => {
      if (target === undefined || typeOnly) return false;
      return dynamic ? !gatedFiles.includes(target) : !playerFiles.includes(target);
    },
  },
  {
    name: "one-file-imports-playwright",
    message:
      "only packages/driver/src/browser.ts imports Playwright (tests and the bench may, to look at pages from outside)",
    governs: (file) =>
      isBelow(file, "packages", "examples") && file !== "packages/driver/src/browser.ts" && !isTest(file),
    forbids: ({ specifier }) => isPackage(specifier, "playwright", "playwright-core", "@playwright/test"),
  },
  {
    name: "packages-know-no-example",
    message: "a package never imports an example: the examples stand on the packages",
    governs: (file) => isBelow(file, "packages"),
    forbids: ({ specifier, target }) => isBelow(target, "examples") || specifier.startsWith("@tickbridge/example-"),
  },
  {
    name: "public-entries-only",
    message: 'import what the package lists in the "exports" of its package.json, as its users do',
    governs: () => true,
    forbids: ({ specifier }, _file, entries) => isPackage(specifier, "@tickbridge") && !entries.has(specifier),
  },
  {
    name: "no-reach-into-packages",
    message: "never reach into another workspace by a relative path: import it by its name",
    // The page that lists all commands is made from notes that are not shipped.
    governs: (file) => file !== "docs/generate-commands.ts",
    forbids: ({ target }, file) => {
      const own = workspaceOf(file);
      const other = target === undefined ? undefined : workspaceOf(target);
      if (other === undefined || other === own) return false;
      // Scripts and tests use the examples' sources: those are no packages.
      return own !== undefined || isBelow(other, "packages") || isBelow(target, `${other}/dist`);
    },
  },
  {
    name: "node-in-driver-only",
    message: "only the driver, builds, scripts and tests import Node's modules: the rest runs in pages",
    governs: (file) =>
      isBelow(file, "packages", "examples") &&
      !isBelow(file, "packages/driver") &&
      !isTest(file) &&
      !file.endsWith("/build.ts"),
    forbids: ({ specifier }) => isNodeModule(specifier),
  },
];

export const ruleNames: readonly string[] = rules.map(({ name }) => name);

/** All imports below `root` that break a rule, in the order of files and lines. */
export async function findImportViolations(root: string): Promise<readonly ImportViolation[]> {
  const entries = await publicEntries(root);
  const violations: ImportViolation[] = [];
  for (const file of await sourceFiles(root)) {
    const governing = rules.filter((rule) => rule.governs(file));
    for (const imported of importsOf(file, await readFile(join(root, file), "utf8"))) {
      const { specifier, line } = imported;
      for (const { name, message } of governing.filter((rule) => rule.forbids(imported, file, entries))) {
        violations.push({ rule: name, file, line, specifier, message });
      }
    }
  }
  return violations;
}

/** One line for people. */
export function violationLine({ rule, file, line, specifier, message }: ImportViolation): string {
  return `${file}:${line} imports "${specifier}": ${message} (${rule})`;
}

async function sourceFiles(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    const listed = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of listed) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== "node_modules" && entry.name !== "dist") await visit(path);
      else if (entry.isFile() && /\.m?[jt]s$/.test(entry.name)) found.push(path);
    }
  };
  for (const folder of sourceFolders) await visit(folder);
  return found.sort();
}

/** `@tickbridge/bridge`, `@tickbridge/bridge/math`, … */
async function publicEntries(root: string): Promise<ReadonlySet<string>> {
  const entries = new Set<string>();
  for (const name of await readdir(join(root, "packages"))) {
    const manifest = JSON.parse(await readFile(join(root, "packages", name, "package.json"), "utf8")) as {
      readonly name: string;
      readonly exports: { readonly [path: string]: unknown };
    };
    for (const path of Object.keys(manifest.exports)) entries.add(manifest.name + path.slice(1));
  }
  return entries;
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** Every import of a file: static, re-exported, dynamic, required, and in a type. */
function importsOf(file: string, text: string): readonly Import[] {
  const { program, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const found: Import[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isSyntaxNode(value)) {
      const specifier = specifierOf(value);
      if (specifier !== undefined) found.push(describeImport(value, specifier, file, text));
      Object.values(value).forEach(visit);
    }
  };
  visit(program);
  return found;
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function specifierOf(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return textOf(node.source);
    case "TSExternalModuleReference":
      return textOf(node.expression);
    case "CallExpression": {
      const callee = node.callee as SyntaxNode;
      return callee.type === "Identifier" && callee.name === "require"
        ? textOf((node.arguments as readonly unknown[])[0])
        : undefined;
    }
    default:
      return undefined;
  }
}

function textOf(literal: unknown): string | undefined {
  return isSyntaxNode(literal) && typeof literal.value === "string" ? literal.value : undefined;
}

function describeImport(node: SyntaxNode, specifier: string, file: string, text: string): Import {
  return {
    specifier,
    target: specifier.startsWith(".") ? targetOf(specifier, file) : undefined,
    typeOnly: node.importKind === "type" || node.exportKind === "type" || node.type === "TSImportType",
    dynamic: node.type === "ImportExpression",
    line: text.slice(0, node.start).split("\n").length,
  };
}

function targetOf(specifier: string, file: string): string {
  const path = relative(".", join(dirname(file), specifier))
    .split(sep)
    .join("/");
  return path.replace(/\.js$/, ".ts");
}
