// Puts the SDK's functions in the place of native maths, in the text of a source: all that is not replaced stays as it
// is, and the order in which operands are evaluated, too.

import MagicString from "magic-string";
import { nativeMaths } from "./findings.js";
import { isPlain } from "./power-uses.js";
import type { AnyNode, Syntax } from "./syntax.js";
import type { Edit } from "./uses.js";

export interface Rewritten {
  readonly code: string;
  /** A source map of version 3, as JSON. */
  readonly map: string;
}

/** The entry that the functions come from. */
const mathsEntry = "@tickbridge/bridge/math";

/** Applies edits to a source of this path. */
export function rewrite(path: string, syntax: Syntax, edits: readonly Edit[]): Rewritten {
  const rewriter = new Rewriter(syntax);
  for (const edit of edits) rewriter.apply(edit);
  return rewriter.finish(path);
}

class Rewriter {
  private readonly text: MagicString;
  private readonly names = new Map<string, string>();
  private readonly replaced = new Set<AnyNode>();

  constructor(private readonly syntax: Syntax) {
    this.text = new MagicString(syntax.code);
  }

  apply(edit: Edit): void {
    if (edit.kind === "member") this.overwrite(edit.node, this.imported(edit.name));
    else if (edit.kind === "pattern") this.pattern(edit.source, edit.keys);
    else if (edit.kind === "power") this.power(edit.node);
    else this.powerAssignment(edit.node);
  }

  finish(path: string): Rewritten {
    if (this.names.size > 0) this.text.prependLeft(this.start(), this.importLine(path));
    const map = this.text.generateMap({ source: path, includeContent: true, hires: "boundary" });
    return { code: this.text.toString(), map: map.toString() };
  }

  private imported(name: string): string {
    let local = this.names.get(name);
    if (local === undefined) {
      local = `tickbridge_${name}`;
      while (this.syntax.code.includes(local)) local += "_";
      this.names.set(name, local);
    }
    return local;
  }

  private importLine(path: string): string {
    const parts = [...this.names].map(([name, local]) => [name, local]);
    // A directive may end with its line; what follows on that line must not belong to it.
    const end = /["']/.test(this.syntax.code[this.start() - 1] ?? "") ? ";" : "";
    // On the first line, so that no line of the source moves.
    if (isCommonJs(path, this.syntax)) {
      return `${end}const { ${parts.map((part) => part.join(": ")).join(", ")} } = require("${mathsEntry}"); `;
    }
    return `${end}import { ${parts.map((part) => part.join(" as ")).join(", ")} } from "${mathsEntry}"; `;
  }

  /** Behind `#!` and directives. */
  private start(): number {
    const { program } = this.syntax;
    if (program.type !== "Program") return 0;
    let start = program.hashbang === null ? 0 : program.hashbang.end + 1;
    for (const statement of program.body) {
      if (statement.type !== "ExpressionStatement" || !("directive" in statement) || statement.directive === null)
        break;
      start = statement.end;
    }
    return Math.min(start, this.syntax.code.length);
  }

  private overwrite(node: AnyNode, content: string): void {
    this.text.update(node.start, node.end, this.apart(node.start, content));
  }

  /** With a blank before, where it would grow together with a word: `return(a)**b`. */
  private apart(start: number, content: string): string {
    return /[\p{ID_Continue}$]/u.test(this.syntax.code[start - 1] ?? "") ? ` ${content}` : content;
  }

  private pattern(source: AnyNode, keys: readonly string[]): void {
    if (this.replaced.has(source)) return;
    this.replaced.add(source);
    const text = this.syntax.code.slice(source.start, source.end);
    const parts = [...new Set(keys)].map((key) => {
      const name = JSON.stringify(key);
      return `${name}: ${nativeMaths.has(key) ? this.imported(key) : `${text}[${name}]`}`;
    });
    this.overwrite(source, `{ ${parts.join(", ")} }`);
  }

  private power(node: AnyNode & { type: "BinaryExpression" }): void {
    this.call(node, this.imported("raise"));
    this.operator(node, "**", ",");
  }

  private powerAssignment(node: AnyNode & { type: "AssignmentExpression" }): void {
    const { left } = node;
    const raise = this.imported("raise");
    const isTwice = left.type === "Identifier" || (left.type === "MemberExpression" && isMemberPlain(left));
    if (isTwice) {
      const target = this.syntax.code.slice(left.start, left.end);
      this.operator(node, "**=", `= ${raise}(${target},`);
      this.text.appendLeft(node.end, ")");
    } else if (left.type === "MemberExpression") {
      // The object and the key are evaluated once, and the value is read before the right side is evaluated.
      this.text.appendLeft(left.start, this.apart(left.start, `${this.imported("raiseMember")}(`));
      if (left.computed) {
        const open = this.find(left.object.end, left.property.start, "[");
        this.text.update(open, open + 1, ",");
        const close = this.find(left.property.end, left.end, "]");
        this.text.update(close, close + 1, ")");
      } else {
        const dot = this.find(left.object.end, left.property.start, ".");
        this.text.update(dot, dot + 1, ",");
        const name = this.syntax.code.slice(left.property.start, left.property.end);
        this.text.update(left.property.start, left.property.end, `${JSON.stringify(name)})`);
      }
      this.operator(node, "**=", ".by(");
      this.text.appendLeft(node.end, ")");
    }
  }

  private call(node: AnyNode, name: string): void {
    this.text.appendLeft(node.start, this.apart(node.start, `${name}(`));
    this.text.appendLeft(node.end, ")");
  }

  private operator(node: { readonly left: AnyNode; readonly right: AnyNode }, operator: string, content: string): void {
    const at = this.find(node.left.end, node.right.start, operator);
    this.text.update(at, at + operator.length, content);
  }

  /** Where a token is between two nodes, comments aside. */
  private find(from: number, to: number, token: string): number {
    for (let at = from; at < to; at++) {
      const comment = this.syntax.comments.find(({ start, end }) => start <= at && at < end);
      if (comment !== undefined) at = comment.end - 1;
      else if (this.syntax.code.startsWith(token, at)) return at;
    }
    throw new Error(`no ${token} at ${from} to ${to}`);
  }
}

function isMemberPlain(member: AnyNode & { type: "MemberExpression" }): boolean {
  return isPlain(member.object) && (!member.computed || isPlain(member.property));
}

/** By the ending of its name; or no `import` or `export`, but one of the names that CommonJS gives a module. */
function isCommonJs(path: string, { isModule, scopes }: Syntax): boolean {
  if (/\.[cm][jt]sx?$/.test(path)) return /\.c[jt]sx?$/.test(path) && !isModule;
  const names = new Set((scopes.globalScope?.through ?? []).map(({ identifier }) => identifier.name));
  return !isModule && ["module", "exports", "require"].some((name) => names.has(name));
}
