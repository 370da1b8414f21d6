import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { gateRequests, interleave } from "../../support/request-gate.ts";
import { cancel, fire, newRaces, runAll, startAgainstCancel, winner } from "../../support/wake-races.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
  gateRequests(table.client);
});
afterAll(() => table.stop());

/** With those of `wake-races`, 2,000. */
const IN_ORDER = 550;
const AT_RANDOM = 350;

describe("INV-5 a cancel against a start: never both, never neither", () => {
  test(
    "in the orders of their requests, from the ring on",
    () => startAgainstCancel(table, fire, IN_ORDER, false),
    300_000,
  );

  test("with two rings, two folds and two cancels at once, in random orders", async () => {
    const seeds = Array.from({ length: AT_RANDOM }, (_, seed) => seed + 1);
    const won = await runAll(await newRaces(table, AT_RANDOM), seeds, async (of, seed) => {
      const kinds: string[] = [];
      const cancels = async () => {
        kinds.push((await cancel(of)).kind);
      };
      await interleave([() => fire(of), () => fire(of), cancels, cancels], randomOrder(seed, 4, 60));
      const who = await winner(of, `seed ${seed}`);
      expect(kinds.sort(), `seed ${seed}`).toEqual([who === "cancelled" ? "cancelled" : "closed", "closed"]);
      return who;
    });
    expect(won.fired).toBeGreaterThan(AT_RANDOM / 20);
    expect(won.cancelled).toBeGreaterThan(AT_RANDOM / 20);
  }, 300_000);
});

/** Numbers below `below`, the same for the same seed; some orders favour one over the others. */
function randomOrder(seed: number, below: number, length: number): readonly number[] {
  let state = seed * 2_654_435_761;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
  const weights = Array.from({ length: below }, () => next() ** 2 + 0.05);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Array.from({ length }, () => {
    let at = next() * total;
    const index = weights.findIndex((weight) => {
      at -= weight;
      return at < 0;
    });
    return index === -1 ? 0 : index;
  });
}
