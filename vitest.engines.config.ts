// The tests in other engines, one file at a time: each starts three browsers.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/engines/**/*.test.ts"],
    // No test is decided by time: the limits only end what hangs.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    fileParallelism: false,
  },
});
