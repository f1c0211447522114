// Uses of `**` and `**=`. With a BigInt literal on a side the operator is exact, or throws, in every engine.

import type { AnyNode, Syntax } from "./syntax.js";
import type { Use } from "./uses.js";

/** All uses in a source. */
export function powerUses({ nodes }: Syntax): Use[] {
  const uses: Use[] = [];
  for (const node of nodes) {
    if (node.type === "BinaryExpression" && node.operator === "**") {
      if (isBigInt(node.left) || isBigInt(node.right)) continue;
      uses.push({ api: "**", kind: "maths", node, edit: { kind: "power", node } });
    } else if (node.type === "AssignmentExpression" && node.operator === "**=") {
      if (isBigInt(node.right)) continue;
      const use = { api: "**=", kind: "maths", node } as const;
      uses.push(isReplaceable(node.left) ? { ...use, edit: { kind: "power-assignment", node } } : use);
    }
  }
  return uses;
}

function isBigInt(node: AnyNode): boolean {
  if (node.type === "ParenthesizedExpression") return isBigInt(node.expression);
  if (node.type === "UnaryExpression") return node.operator !== "+" && isBigInt(node.argument);
  return node.type === "Literal" && "bigint" in node && typeof node.bigint === "string";
}

/** Nothing stands for `super`, nor for a private name of an object that must be evaluated once. */
function isReplaceable(target: AnyNode): boolean {
  if (target.type === "Identifier") return true;
  if (target.type !== "MemberExpression" || target.object.type === "Super") return false;
  return target.property.type !== "PrivateIdentifier" || isPlain(target.object);
}

/** Whether an expression can be written twice: it has no effect and nothing happens between its two readings. */
export function isPlain(node: AnyNode): boolean {
  return node.type === "Identifier" || node.type === "ThisExpression" || node.type === "Literal";
}
