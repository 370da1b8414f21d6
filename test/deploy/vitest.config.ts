import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Runs against deployments: apart from the other tests, because time really passes here and other things are needed. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, "..", ".."),
    include: ["test/deploy/*.run.ts"],
    silent: "passed-only",
    // Some scenarios wait minutes for a wake, and others are played meanwhile; an emulator on two cores bears a few.
    maxConcurrency: 4,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
