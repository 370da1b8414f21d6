import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Database } from "./database.ts";
import { mutants } from "./mutants/list.ts";
import { mutate } from "./mutants/plant.ts";
import { runSpread, spawnPart } from "./part.ts";
import { neverHappened } from "./report.ts";
import { simulate } from "./simulation.ts";

/** Under 40 s on two quiet cores. */
const SEEDS = 500;
/** Of a machine that is busy with everything else. */
const PATIENCE_MS = 900_000;

test(
  `INV-1 to INV-10 hold after every request of ${SEEDS} seeds, with every kind of fault and of deed`,
  async () => {
    const report = await runSpread({ from: 1, seeds: SEEDS }, { processes: availableParallelism(), seedsAPart: 125 });
    const told = report.failures.map(({ seed, message, story }) => [
      `seed ${seed}: ${message}`,
      ...story.slice(-40),
      `replay it: npm run sim -- --from ${seed} --seeds 1 --story`,
    ]);
    expect(told).toEqual([]);
    expect(report.seeds).toBe(SEEDS);
    expect(neverHappened(report)).toEqual([]);
  },
  PATIENCE_MS,
);

describe("a seed", () => {
  let database: Database;
  beforeAll(async () => {
    database = await Database.start();
  });
  afterAll(() => database.stop());

  test("is the same in every run, alone and among others", async () => {
    const seeds = Array.from({ length: 6 }, (_, index) => 7_000 + index);
    const alone: string[] = [];
    for (const seed of seeds) alone.push((await simulate(database, seed)).digest);
    const together = await Promise.all(seeds.map((seed) => simulate(database, seed)));
    expect(together.map(({ digest }) => digest)).toEqual(alone);
    expect(new Set(alone).size).toBe(seeds.length);
  });
});

describe("a guard that is switched off", () => {
  test("is still there, in each of the mutants", () => {
    const root = new URL("../../", import.meta.url);
    for (const mutant of mutants)
      for (const { file, find, put } of mutant.edits) {
        const text = readFileSync(new URL(file, root), "utf8");
        expect(mutate({ ...mutant, edits: [{ file, find, put }] }, file, text)).not.toBe(text);
      }
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  test.each([
    ["lock-although-held", "INV-4"],
    ["accept-a-repeat", "INV-1"],
    ["one-key-twice", "INV-7"],
    ["remove-and-list", "INV-9"],
  ])(
    "is missed: %s",
    async (mutant, invariant) => {
      const { failures } = await spawnPart({ mutant, from: 1, seeds: 100, until_failure: true });
      expect(failures[0]?.message).toContain(invariant);
    },
    PATIENCE_MS,
  );
});
