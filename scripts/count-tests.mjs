// Prints "N passed, N failed" of vitest's JSON reports, and exits 1 if anything failed: a test, a test file that could
// not be loaded, a runner itself, or the gate. Arguments: exit code of the gate, then for each run of tests its name, its
// report and its exit code.

import { readFileSync } from "node:fs";

const [gate = "", ...runs] = process.argv.slice(2);
/** @type {string[]} */
const words = [];
let passed = 0;
let failed = 0;
for (let at = 0; at < runs.length; at += 3) {
  const [name = "", report = "", exit = ""] = runs.slice(at, at + 3);
  const counted = countTests(report);
  if (counted.passed === 0 && counted.failed === 0) console.log(`${name}: no test ran`);
  // A runner that fails with no failed test counts as one, and so does one that ran nothing.
  const silent = counted.failed === 0 && (exit !== "0" || counted.passed === 0);
  passed += counted.passed;
  failed += counted.failed + (silent ? 1 : 0);
  words.push(`${name}: exit ${exit}`);
}
if (runs.length === 0) failed += 1;
if (gate !== "0") failed += 1;
words.push(`check: exit ${gate}${gate === "0" ? "" : " (counted as one failure)"}`);
console.log(words.join("; "));
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {string} report */
function countTests(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
