import { defineConfig } from "vitest/config";

/**
 * One project per kind of test, each with the isolation it needs. A test file costs about 0.1 s of worker start when it
 * is isolated, so files that share nothing but pure code run in one worker.
 */
export default defineConfig({
  test: {
    restoreMocks: true,
    // For what hangs, not for what is slow: a busy machine is ten times slower than a quiet one.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    maxWorkers: "100%",
    silent: "passed-only",
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["test/unit/**/*.test.ts"], isolate: false },
      },
      {
        extends: true,
        // Each file starts its own DynamoDB, so files cannot see each other's tables; they share nothing else that changes.
        test: { name: "store", include: ["test/store/**/*.test.ts"], isolate: false },
      },
      {
        extends: true,
        // One synthesis serves every file of a worker: it is kept in a module variable.
        test: {
          name: "infra",
          include: ["test/infra/**/*.test.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "local", include: ["test/local/**/*.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "sim",
          include: ["test/sim/**/*.test.ts"],
          isolate: false,
        },
      },
      {
        extends: true,
        // Each starts whole stacks, which wait for their disk and their processes: after everything else, a process each.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          pool: "forks",
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
