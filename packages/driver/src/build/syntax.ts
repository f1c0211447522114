// A source, parsed: its tree with the parent of every node, its comments, and what its global names refer to.

import { analyze, type ScopeManager } from "@typescript-eslint/scope-manager";
import {
  type Comment,
  type Node,
  type OxcError,
  type ParseResult,
  type ParserOptions,
  parseSync,
  visitorKeys,
} from "oxc-parser";

/** A node of the tree, as far as every node is alike. */
export type AnyNode = Node;

export interface Syntax {
  readonly code: string;
  readonly program: Node;
  readonly comments: readonly Comment[];
  /** Whether it has `import` or `export`. */
  readonly isModule: boolean;
  readonly scopes: ScopeManager;
  parentOf(node: AnyNode): AnyNode | undefined;
  /** Every node, parents first, in the order of the text. */
  readonly nodes: readonly AnyNode[];
}

/** Parses a source by the ending of its name. Throws a `SyntaxError` that names the place. */
export function parse(path: string, code: string): Syntax {
  const result = parseAsAny(path, code);
  const { program, comments, module } = result;
  const { nodes, parents } = walk(program);
  // The two libraries describe one standard, ESTree with TypeScript, in types of their own.
  const scopes = analyze(program as unknown as Parameters<typeof analyze>[0], { sourceType: "module", lib: [] });
  return {
    code,
    program,
    comments,
    isModule: module.hasModuleSyntax,
    scopes,
    nodes,
    parentOf: (node) => parents.get(node),
  };
}

/** Tries the ways to read a source, the likeliest first. */
function parseAsAny(path: string, code: string): ParseResult {
  const module: ParserOptions = { sourceType: "module", astType: "ts", range: true };
  // Bundlers are often told that .js may hold JSX.
  const modules = /\.[cm]?js$/.test(path) ? [module, { ...module, lang: "jsx" } as const] : [module];
  // What is no module may still be a script: `with`, names like `await`.
  const scripts = modules.map((options) => ({ ...options, sourceType: "script" }) as const);
  let error: OxcError | undefined;
  for (const options of [...modules, ...scripts]) {
    const result = parseSync(path, code, options);
    if (result.errors.length === 0) return result;
    if (options.sourceType === "module") error = result.errors[0];
  }
  throw new SyntaxError(error?.codeframe ?? error?.message);
}

function walk(program: Node): { readonly nodes: Node[]; readonly parents: Map<Node, Node> } {
  const nodes: Node[] = [];
  const parents = new Map<Node, Node>();
  const pending: Node[] = [program];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    nodes.push(node);
    const children: Node[] = [];
    for (const key of visitorKeys[node.type] ?? []) {
      const value = (node as unknown as Record<string, unknown>)[key];
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) children.push(child);
    }
    for (const child of children.reverse()) {
      parents.set(child, node);
      pending.push(child);
    }
  }
  return { nodes, parents };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The name of a member where the source gives it: `a.name`, `a["name"]`, or a key of a pattern. */
export function staticName(key: AnyNode, computed: boolean): string | undefined {
  if (key.type === "Identifier") return computed ? undefined : key.name;
  if (key.type === "Literal") return typeof key.value === "string" ? key.value : undefined;
  if (key.type === "TemplateLiteral" && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}
