// What counts as a use of native maths, a clock or a random number, where it is, and what is put in its place.

import * as maths from "@tickbridge/bridge/math";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { nativeMaths } from "./findings.js";
import { checkSource } from "./source-check.js";

function found(code: string, path = "game.ts"): string[] {
  return checkSource(path, code).findings.map(({ api, line, column }) => `${api} ${line}:${column}`);
}

function replaced(code: string, path = "game.ts"): string | undefined {
  return checkSource(path, code).rewritten()?.code;
}

it("every function that is looked for is one that the SDK has, and the other way round", () => {
  const { mathId: _, raise: _raise, raiseMember: _raiseMember, ...functions } = maths;
  expect([...nativeMaths].sort()).toEqual(Object.keys(functions).sort());
});

describe("what is found", () => {
  it.each([
    ["Math.sin(1)", ["Math.sin 1:1"]],
    ["list.map(Math.sqrt).map(Math.cbrt)", ["Math.cbrt 1:25"]],
    ['Math["pow"](2, 3)', ["Math.pow 1:1"]],
    ["Math[`exp`](1)", ["Math.exp 1:1"]],
    ["Math[name](1)", ["Math 1:1"]],
    ["globalThis.Math.sin(1); window['Math'].cos(2)", ["Math.sin 1:1", "Math.cos 1:25"]],
    ["Math?.sin?.(1)", ["Math.sin 1:1"]],
    ["(Math as any).sin(1); Math!.tan(1)", ["Math.sin 1:1", "Math.tan 1:23"]],
    ["const { sin, PI, sqrt: root } = Math", ["Math.sin 1:9"]],
    ["let log; ({ log } = Math)", ["Math.log 1:13"]],
    ["const { sin, ...rest } = Math", ["Math.sin 1:9", "Math 1:14"]],
    ["const maths = Math;\nmaths.sin(1)", ["Math.sin 2:1"]],
    ["const maths = globalThis.Math, again = maths; again.exp(1)", ["Math.exp 1:47"]],
    ["const { Math: maths } = globalThis; maths.exp(1)", ["Math.exp 1:37"]],
    ["let maths = Math; maths = other; maths.sin(1)", ["Math 1:13", "Math.sin 1:34"]],
    ["export const maths = Math", ["Math 1:22"]],
    ["use(Math)", ["Math 1:5"]],
    ["2 ** x", ["** 1:1"]],
    ["x **= 2", ["**= 1:1"]],
    [
      "Math.random(); Date.now(); new Date(); Date(); performance.now()",
      ["Math.random 1:1", "Date.now 1:16", "new Date() 1:28", "Date() 1:40", "performance.now 1:48"],
    ],
    ["crypto.randomUUID(); const { now } = performance;", ["crypto.randomUUID 1:1", "performance.now 1:30"]],
    ["/* é😀 */ Math.sin(1)\r\n\tMath.cos(1)", ["Math.sin 1:11", "Math.cos 2:2"]],
  ])("%s", (code, expected) => {
    expect(found(code)).toEqual(expected);
  });

  it.each([
    "Math.sqrt(2) + Math.PI + Math.floor(1.5) + Math.imul(2, 3)",
    "function f(Math) { return Math.sin(1); }",
    "import { Math } from 'other'; Math.sin(1)",
    "const Math = { sin: (x) => x }; Math.sin(1)",
    "object.Math.sin(1); class A { Math = 1 }",
    "type M = typeof Math; let m: M | Math; interface Math { x: number }",
    "typeof Math === 'object' && 'f16round' in Math",
    "'Math.sin(1) ** 2' // Math.sin ** \n/** Math.cos */",
    "2n ** 64n; big **= 3n; (-2n) ** (x)",
    "new Date(0); Date.UTC(2000, 1); Date.parse(text)",
    "function f(performance) { return performance.now(); }",
    "for (const Math of list) Math.sin(1)",
    "try {} catch (Math) { Math.sin(1) }",
  ])("nothing in %s", (code) => {
    expect(found(code)).toEqual([]);
  });

  it("reads TypeScript, JSX and JavaScript by the ending of the name", () => {
    expect(found("const x: number = <number>Math.sin(1);", "a.ts")).toEqual(["Math.sin 1:27"]);
    expect(found("const a = <p title={Math.sin(1)}>{2 ** 3}</p>;", "a.tsx")).toEqual(["Math.sin 1:21", "** 1:35"]);
    expect(found("const a = <p>{Math.sin(1)}</p>;", "a.jsx")).toEqual(["Math.sin 1:15"]);
    for (const path of ["a.js", "a.mjs", "a.cjs"])
      expect(found("const a = <p>{Math.sin(1)}</p>;", path)).toEqual(["Math.sin 1:15"]);
    expect(found("with (x) { Math.sin(1) }", "a.cjs")).toEqual(["Math.sin 1:12"]);
    expect(() => found("const = 2 ** 3", "a.js")).toThrow(SyntaxError);
  });

  it("leaves out a line that says so, or the line under it", () => {
    const code = "Math.sin(1); // tickbridge-ignore: drawn only\n// tickbridge-ignore\nMath.cos(1);\nMath.tan(1);";
    expect(found(code)).toEqual(["Math.tan 4:1"]);
    expect(replaced(code)).toContain("\nMath.cos(1);\ntickbridge_tan(1);");
  });
});

describe("what is put in its place", () => {
  const from = 'from "@tickbridge/bridge/math"; ';
  it.each([
    ["Math.sin(Math.PI)", `import { sin as tickbridge_sin } ${from}tickbridge_sin(Math.PI)`],
    ["a ** b ** c", `import { raise as tickbridge_raise } ${from}tickbridge_raise(a , tickbridge_raise(b , c))`],
    ["(a ** b) ** -c", `import { raise as tickbridge_raise } ${from}tickbridge_raise((tickbridge_raise(a , b)) , -c)`],
    ["a /** ** */ ** b", `import { raise as tickbridge_raise } ${from}tickbridge_raise(a /** ** */ , b)`],
    [
      "Math.sin(x) ** Math.cos(x)",
      "import { raise as tickbridge_raise, sin as tickbridge_sin, cos as tickbridge_cos } " +
        `${from}tickbridge_raise(tickbridge_sin(x) , tickbridge_cos(x))`,
    ],
    ["x **= y", `import { raise as tickbridge_raise } ${from}x = tickbridge_raise(x, y)`],
    [
      "a.b[c] **= d",
      `import { raise as tickbridge_raise, raiseMember as tickbridge_raiseMember } ${from}tickbridge_raiseMember(a.b,c) .by( d)`,
    ],
    [
      "a.b.c **= d",
      `import { raise as tickbridge_raise, raiseMember as tickbridge_raiseMember } ${from}tickbridge_raiseMember(a.b,"c") .by( d)`,
    ],
    [
      "class A { #x = 2; f() { this.#x **= 3; } }",
      `import { raise as tickbridge_raise } ${from}class A { #x = 2; f() { this.#x = tickbridge_raise(this.#x, 3); } }`,
    ],
    [
      "const { sin, PI } = Math",
      `import { sin as tickbridge_sin } ${from}const { sin, PI } = { "sin": tickbridge_sin, "PI": Math["PI"] }`,
    ],
    [
      "function f(a, b) { return(a)**b }",
      `import { raise as tickbridge_raise } ${from}function f(a, b) { return tickbridge_raise((a),b) }`,
    ],
    ["'use strict'; Math.sin(1)", `'use strict';import { sin as tickbridge_sin } ${from} tickbridge_sin(1)`],
    [
      "let tickbridge_sin = Math.sin;",
      `import { sin as tickbridge_sin_ } ${from}let tickbridge_sin = tickbridge_sin_;`,
    ],
    [
      "module.exports = Math.sin(1)",
      'const { sin: tickbridge_sin } = require("@tickbridge/bridge/math"); module.exports = tickbridge_sin(1)',
    ],
  ])("%s", (code, expected) => {
    expect(replaced(code)).toBe(expected);
  });

  it.each([
    ["a.js", '"use strict"\nexport const a = Math.sin(1)', "import"],
    ["a.mjs", "#!/usr/bin/env node\n'use strict'\nrequire(Math.sin(1))", "import"],
    ["a.mts", "'use strict' // as it was\n'use other'\nMath.sin(1)", "import"],
    ["a.js", "'use strict'\nmodule.exports = Math.sin(1)", "require"],
    ["a.cjs", '"use strict"\nglobalThis.a = Math.sin(1)', "require"],
  ])("%s: a program whose directive has no semicolon stays one: %j, by %s", (path, code, how) => {
    const rewritten = replaced(code, path) ?? "";
    expect(rewritten.includes("import {") ? "import" : "require").toBe(how);
    const { program, errors } = parseSync(path, rewritten, { sourceType: how === "import" ? "module" : "script" });
    expect(errors).toEqual([]);
    expect(program.body[0]).toMatchObject({ directive: "use strict" });
    expect(rewritten.split("\n")).toHaveLength(code.split("\n").length);
  });

  it.each([
    "Math.sin = f",
    "delete Math.sin",
    "super.x **= 2",
    "use(Math)",
    "Math.random()",
    "f().#x **= 2",
    "[Math.sin] = list",
  ])("%s stays as it is", (code) => {
    const inClass = `class A extends B { #x = 1; f() { ${code}; } }`;
    expect(checkSource("a.js", inClass).findings.map(({ isReplaceable }) => isReplaceable)).toEqual([false]);
    expect(replaced(inClass, "a.js")).toBeUndefined();
  });
});
