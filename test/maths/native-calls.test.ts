// That the maths do not depend on the engine, from their source: the bundle of the entry calls no function of `Math`
// whose bits the standard leaves open, and has no `**`.

import { build } from "esbuild";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";
import { inRepository } from "../docs/page-support.js";

/** Exact by the standard: one result is right, and every engine gives it. */
const exact = ["abs", "ceil", "floor", "fround", "imul", "max", "min", "round", "sign", "sqrt", "trunc", "clz32"];

/** What in `code` may give other bits elsewhere: each use of `Math` that is no exact function or constant, and `**`. */
function engineDependent(code: string): string[] {
  const found: string[] = [];
  const { program, errors } = parseSync("maths.js", code);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const known = new Set<number>();
  new Visitor({
    MemberExpression(node) {
      if (node.object.type !== "Identifier" || node.object.name !== "Math") return;
      if (node.computed || node.property.type !== "Identifier") return;
      const { name } = node.property;
      if (exact.includes(name) || /^[A-Z]/.test(name)) known.add(node.object.start);
    },
    Identifier(node) {
      if (node.name === "Math" && !known.has(node.start)) found.push(code.slice(node.start, node.end + 12));
    },
    BinaryExpression(node) {
      if (node.operator === "**") found.push("**");
    },
    AssignmentExpression(node) {
      if (node.operator === "**=") found.push("**=");
    },
  }).visit(program);
  return found;
}

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: inRepository("."), sourcefile: "entry.js" },
    bundle: true,
    format: "esm",
    // Lower targets would turn `**` into Math.pow, and a minifier might fold what is looked for.
    target: "esnext",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}

test("the maths entry uses no function of Math that engines compute differently, and no ** but of BigInt", async () => {
  const code = await bundled('export * from "@tickbridge/bridge/math";');
  expect(code).toContain("Math.sqrt");
  // One stands for two BigInt, which are exact: what replaces the operator has to keep them.
  expect(engineDependent(code)).toEqual(["**"]);
  expect(code).toContain("return left ** right;");
});

test.each([
  "Math.sin(1)",
  "Math['sqrt'](2)",
  "const { exp } = Math; exp(1)",
  "const maths = Math; maths.sqrt(2)",
  "globalThis.Math.log(2)",
  "a ** b",
  "a **= b",
])("the twin: %s is found", (code) => {
  expect(engineDependent(`let a = 2, b = 3; ${code};`)).toHaveLength(1);
});
