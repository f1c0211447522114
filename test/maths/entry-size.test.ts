// What a game carries of the maths entry, and that nothing from outside has a part in its bits.

import { build } from "esbuild";
import { expect, test } from "vitest";
import { mathsBytesMax, measureMaths, sineBytesMax } from "../../scripts/bundle-size.js";
import { inRepository } from "../docs/page-support.js";

async function built(contents: string): Promise<{ readonly code: string; readonly inputs: readonly string[] }> {
  const { outputFiles, metafile, warnings } = await build({
    stdin: { contents, resolveDir: inRepository("."), sourcefile: "consumer.js" },
    absWorkingDir: inRepository("."),
    bundle: true,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  expect(warnings).toEqual([]);
  return { code: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}

test("a game that uses sin alone carries a fraction of the maths, and nothing of pow", async () => {
  const { mathsBytes, sineBytes } = await measureMaths();
  expect(mathsBytes).toBeLessThanOrEqual(mathsBytesMax);
  expect(sineBytes).toBeLessThanOrEqual(sineBytesMax);
  const { code } = await built('import { sin } from "@tickbridge/bridge/math"; globalThis.used = sin;');
  expect(code).toContain("math-base-special-sin/");
  expect(code).not.toContain("math-base-special-pow/");
  // The twin: pow is found where it is.
  const { code: withPow } = await built('import { pow } from "@tickbridge/bridge/math"; globalThis.used = pow;');
  expect(withPow).toContain("math-base-special-pow/");
});

test("the entry is whole: no other version of the library in a game's tree can change a bit", async () => {
  const { inputs } = await built('import * as maths from "@tickbridge/bridge/math"; globalThis.used = maths;');
  expect(inputs.length).toBeGreaterThan(22);
  expect(inputs.filter((path) => path !== "consumer.js" && !path.startsWith("packages/bridge/dist/"))).toEqual([]);
});
