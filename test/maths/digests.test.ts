// Every bit of every maths function is pinned under the id that replays carry, in goldens/maths-digests.json.
// `UPDATE_MATHS_DIGESTS=1 npx vitest run test/maths/digests.test.ts` adds a new id to that file; an old one never changes.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as maths from "@tickbridge/bridge/math";
import { findBrowser } from "@tickbridge/driver";
import { build } from "esbuild";
import { chromium } from "playwright";
import { expect, test } from "vitest";
import {
  exactDigests,
  type MathsTable,
  mathsDigest,
  mathsDigests,
  mathsInputCountMin,
  mathsNames,
} from "../support/maths-digest.js";
import { forEachInput } from "../support/maths-inputs.js";

const goldens = new URL("../goldens/maths-digests.json", import.meta.url);
type Digests = Record<string, string>;

// The operator `**` for all operands goes through pow.
const { mathId, raise: _raise, raiseMember: _raiseMember, ...functions } = maths;
const table: MathsTable = functions;
const digests: Digests = mathsDigests(table);

async function readGoldens(): Promise<Record<string, Digests>> {
  return JSON.parse(await readFile(goldens, "utf8"));
}

/** The functions whose bits differ, and what to do about it. */
function changes(before: Digests, now: Digests): string {
  const changed = Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]);
  if (changed.length === 0) return "none";
  return `the bits of ${changed.join(", ")} changed: raise mathId in packages/bridge/src/math-id.ts`;
}

test("the functions that are digested are all that the module has", () => {
  expect(Object.keys(functions).sort()).toEqual([...mathsNames].sort());
});

test("the bits of every function are those that the id stands for, in Node", async () => {
  const known = await readGoldens();
  if (process.env.UPDATE_MATHS_DIGESTS === "1" && known[mathId] === undefined) {
    known[mathId] = digests;
    await writeFile(goldens, `${JSON.stringify(known, null, 2)}\n`);
  }
  const pinned = known[mathId];
  if (pinned === undefined) throw new Error(`${mathId} has no digests yet: see the first lines of this test`);
  expect(changes(pinned, digests)).toBe("none");
});

test("what the standard wants to be exact is, in Node: operators, roots, rounding, the least and the greatest", async () => {
  const now = exactDigests();
  const known = await readGoldens();
  if (process.env.UPDATE_MATHS_DIGESTS === "1" && known.exact === undefined) {
    await writeFile(goldens, `${JSON.stringify({ exact: now, ...known }, null, 2)}\n`);
  }
  expect((await readGoldens()).exact).toEqual(now);
});

test("and in Chromium", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as maths from "@tickbridge/bridge/math";
        import { exactDigests, mathsDigests } from "./test/support/maths-digest.js";
        globalThis.digests = { maths: mathsDigests(maths), native: mathsDigests(Math), exact: exactDigests() };`,
      resolveDir: fileURLToPath(new URL("../..", import.meta.url)),
    },
    bundle: true,
    format: "iife",
    write: false,
  });
  const { executablePath } = await findBrowser();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: outputFiles[0]?.text ?? "" });
    const inPage = (await page.evaluate("digests")) as Record<"maths" | "native" | "exact", Digests>;
    expect(changes((await readGoldens())[mathId] ?? {}, inPage.maths)).toBe("none");
    expect(inPage.exact).toEqual((await readGoldens()).exact);
    // The twin: the same inputs tell Chromium's native functions from Node's.
    expect(changes(mathsDigests(Math), inPage.native)).toContain("sin");
  } finally {
    await browser.close();
  }
});

test("every function gets a million inputs and more", () => {
  const counts = Object.values(digests).map((digest) => Number(digest.split(":")[0]));
  expect(counts).toHaveLength(22);
  for (const count of counts) expect(count).toBeGreaterThanOrEqual(mathsInputCountMin);
});

test("the inputs hold both zeros, NaN, the infinities, subnormals and huge numbers", () => {
  const seen = new Set<string>();
  forEachInput("sin", (value) => {
    const size = Math.abs(value);
    if (value === 0) seen.add(Object.is(value, -0) ? "-0" : "0");
    else if (Number.isNaN(value)) seen.add("NaN");
    else if (size === Number.POSITIVE_INFINITY) seen.add(String(value));
    else if (size < 2.2250738585072014e-308) seen.add("subnormal");
    else if (size > 1e300) seen.add("huge");
  });
  expect([...seen].sort()).toEqual(["-0", "-Infinity", "0", "Infinity", "NaN", "huge", "subnormal"]);
});

test("one result that is one bit off changes the digest, wherever it comes, and a NaN's bits do not", () => {
  const broken = (isBroken: (call: number) => boolean, change: (value: number) => number): string => {
    let call = 0;
    return mathsDigest({ ...table, sin: (x) => (isBroken(call++) ? change(maths.sin(x)) : maths.sin(x)) }, "sin");
  };
  const nextDouble = (value: number) => value + (Number.isNaN(value) ? 0 : Math.abs(value) * 2.3e-16 + 5e-324);
  for (const at of [300, 500_000, 1_062_817]) expect(broken((call) => call === at, nextDouble)).not.toBe(digests.sin);
  const otherNaN = new Float64Array(new BigUint64Array([0xfff8_0000_0000_0001n]).buffer)[0] as number;
  expect(
    broken(
      () => true,
      (value) => (Number.isNaN(value) ? otherNaN : value),
    ),
  ).toBe(digests.sin);
});
