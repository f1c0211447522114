// Uses of `Math`, clocks and random numbers by their global names, also through `globalThis`, a constant that stands for
// `Math`, and patterns. A local variable of such a name is no use.

import { nativeMaths, outsideMembers } from "./findings.js";
import { type AnyNode, type Syntax, staticName } from "./syntax.js";
import type { Use } from "./uses.js";

/** The objects whose members matter; `global` is the global object itself. */
type Known = "global" | "Math" | "Date" | "performance" | "crypto";

const knownNames: Readonly<Record<string, Known>> = {
  globalThis: "global",
  window: "global",
  self: "global",
  global: "global",
  Math: "Math",
  Date: "Date",
  performance: "performance",
  crypto: "crypto",
};

/** Around an expression, without changing what it is. */
const wrappers: ReadonlySet<string> = new Set([
  "ParenthesizedExpression",
  "TSAsExpression",
  "TSNonNullExpression",
  "TSSatisfiesExpression",
  "TSTypeAssertion",
]);

/** Parents in which an object is looked at, and not handed on. */
const lookers: ReadonlySet<string> = new Set([
  "ExpressionStatement",
  "UnaryExpression",
  "BinaryExpression",
  "TSTypeQuery",
  "TSQualifiedName",
  "JSXMemberExpression",
]);

/** All uses in a source. */
export function globalUses(syntax: Syntax): Use[] {
  const search = new Search(syntax);
  for (const { identifier } of syntax.scopes.globalScope?.through ?? []) {
    const known = Object.hasOwn(knownNames, identifier.name) ? knownNames[identifier.name] : undefined;
    if (known !== undefined) search.follow(identifier as unknown as AnyNode, known);
  }
  return search.uses;
}

class Search {
  readonly uses: Use[] = [];
  private readonly seen = new Set<AnyNode>();

  constructor(private readonly syntax: Syntax) {}

  /** Goes on from an expression whose value is known. */
  follow(expression: AnyNode, known: Known): void {
    if (this.seen.has(expression)) return;
    this.seen.add(expression);
    const { whole, parent } = this.unwrapped(expression);
    if (parent === undefined || lookers.has(parent.type)) return;
    if (parent.type === "MemberExpression" && parent.object === whole) this.member(parent, known);
    else if (parent.type === "VariableDeclarator" && parent.init === whole) this.declared(parent, whole, known);
    else if (parent.type === "AssignmentExpression" && parent.right === whole && parent.left.type === "ObjectPattern") {
      this.pattern(parent.left, whole, known);
    } else if (isCalled(parent, whole)) this.called(parent, known);
    else this.handedOn(whole, known);
  }

  /** The expression with what is only wrapped around it, and what that stands in. */
  private unwrapped(expression: AnyNode): { readonly whole: AnyNode; readonly parent: AnyNode | undefined } {
    let whole = expression;
    let parent = this.syntax.parentOf(whole);
    while (parent !== undefined && wrappers.has(parent.type)) {
      whole = parent;
      parent = this.syntax.parentOf(whole);
    }
    return { whole, parent };
  }

  private member(member: AnyNode & { type: "MemberExpression" }, known: Known): void {
    const name = staticName(member.property, member.computed);
    if (known === "global") {
      const next = name !== undefined && Object.hasOwn(knownNames, name) ? knownNames[name] : undefined;
      if (next !== undefined) this.follow(member, next);
    } else if (name === undefined) {
      if (known === "Math") this.handedOn(member, known);
    } else if (known === "Math" && nativeMaths.has(name)) {
      const { whole, parent } = this.unwrapped(member);
      const isTarget = parent !== undefined && changes(parent, whole);
      const use = { api: `Math.${name}`, kind: "maths", node: member } as const;
      this.uses.push(isTarget ? use : { ...use, edit: { kind: "member", node: member, name } });
    } else if (outsideMembers[known]?.includes(name)) {
      this.uses.push({ api: `${known}.${name}`, kind: "outside", node: member });
    }
  }

  private declared(declarator: AnyNode & { type: "VariableDeclarator" }, source: AnyNode, known: Known): void {
    if (declarator.id.type === "ObjectPattern") this.pattern(declarator.id, source, known);
    else this.followVariable(declarator.id, source, known);
  }

  /** Follows a variable to where it is read; one that changes, or is exported, may stand for anything anywhere. */
  private followVariable(target: AnyNode, source: AnyNode, known: Known): void {
    const declarator = this.ancestor(target, "VariableDeclarator");
    const variables =
      declarator === undefined
        ? []
        : this.syntax.scopes.getDeclaredVariables(
            declarator as unknown as Parameters<Syntax["scopes"]["getDeclaredVariables"]>[0],
          );
    const name = target.type === "Identifier" ? target.name : undefined;
    const variable = variables.find((declared) => declared.name === name);
    const isExported = this.ancestor(target, "ExportNamedDeclaration") !== undefined;
    if (variable === undefined || isExported || variable.references.filter((use) => use.isWrite()).length > 1) {
      this.handedOn(source, known);
    }
    for (const reference of variable?.references ?? []) {
      if (reference.isRead()) this.follow(reference.identifier as unknown as AnyNode, known);
    }
  }

  private ancestor(node: AnyNode, type: AnyNode["type"]): AnyNode | undefined {
    let above = this.syntax.parentOf(node);
    while (above !== undefined && above.type !== type && above.type !== "BlockStatement")
      above = this.syntax.parentOf(above);
    return above?.type === type ? above : undefined;
  }

  private pattern(pattern: AnyNode & { type: "ObjectPattern" }, source: AnyNode, known: Known): void {
    const keys: string[] = [];
    const found: { readonly name: string; readonly node: AnyNode }[] = [];
    let isWhole = true;
    for (const property of pattern.properties) {
      const name = property.type === "Property" ? staticName(property.key, property.computed) : undefined;
      if (property.type !== "Property" || name === undefined) {
        isWhole = false;
        this.handedOn(property, known);
        continue;
      }
      keys.push(name);
      if (known === "Math" && nativeMaths.has(name)) found.push({ name, node: property });
      else if (outsideMembers[known]?.includes(name)) {
        this.uses.push({ api: `${known}.${name}`, kind: "outside", node: property });
      } else if (known === "global" && Object.hasOwn(knownNames, name) && property.value.type === "Identifier") {
        this.followVariable(property.value, property, knownNames[name] as Known);
      }
    }
    for (const { name, node } of found) {
      const use = { api: `Math.${name}`, kind: "maths", node } as const;
      this.uses.push(isWhole ? { ...use, edit: { kind: "pattern", source, keys } } : use);
    }
  }

  /** `new Date()` and `Date()` read the clock; `new Date(time)` does not. */
  private called(call: AnyNode & { type: "CallExpression" | "NewExpression" }, known: Known): void {
    if (known !== "Date") return;
    if (call.type === "NewExpression" && call.arguments.length > 0) return;
    this.uses.push({ api: call.type === "NewExpression" ? "new Date()" : "Date()", kind: "outside", node: call });
  }

  private handedOn(node: AnyNode, known: Known): void {
    if (known === "Math") this.uses.push({ api: "Math", kind: "maths", node });
  }
}

function isCalled(parent: AnyNode, callee: AnyNode): parent is AnyNode & { type: "CallExpression" | "NewExpression" } {
  return (parent.type === "CallExpression" || parent.type === "NewExpression") && parent.callee === callee;
}

/** Whether a member in this place is written or removed: no import can stand there. */
function changes(parent: AnyNode, member: AnyNode): boolean {
  switch (parent.type) {
    case "UnaryExpression":
      return parent.operator === "delete";
    case "AssignmentExpression":
    case "AssignmentPattern":
    case "ForInStatement":
    case "ForOfStatement":
      return parent.left === member;
    default:
      return ["UpdateExpression", "ArrayPattern", "RestElement"].includes(parent.type);
  }
}
