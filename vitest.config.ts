// All tests but those in other browser engines (test/engines), which ask for browsers that not every machine has.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/engines/**"],
    // No test is decided by time: the limits only end what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Not into the home of whoever runs them.
    env: { TICKBRIDGE_JOURNALS: join(tmpdir(), "tickbridge-test-journals") },
  },
});
