// Prints "N passed, N failed" of vitest's JSON report, and exits 1 if anything failed: a test, a test file that could
// not be loaded, the runner itself, or the gate. Arguments: report, exit code of the tests, exit code of the gate.

import { readFileSync } from "node:fs";

const [report = "", tests, gate] = process.argv.slice(2);
let { passed, failed } = countTests();
if (tests !== "0" && failed === 0) failed = 1;
if (passed === 0 && failed === 0) {
  console.log("no test ran");
  failed = 1;
}
console.log(`tests: exit ${tests}; check: exit ${gate}${gate === "0" ? "" : " (counted as one failure)"}`);
if (gate !== "0") failed += 1;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function countTests() {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: Number(numPassedTests), failed: Number(numFailedTests) };
  } catch {
    return { passed: 0, failed: 0 };
  }
}
