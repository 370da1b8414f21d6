import { expect, test } from "vitest";
import type { Wake } from "../../../shared/contracts/wake.ts";
import type { Commit, CommitOutcome, Ledger } from "../../../shared/ports/stores.ts";
import { meteredLedger } from "../../../shared/runtime/metered-ledger.ts";
import { createMeasure, type Measurement } from "../../../shared/runtime/metrics.ts";

test("a measurement is one line in the embedded metric format of CloudWatch", () => {
  const lines: string[] = [];
  const measure = createMeasure("prod", { now: () => 1_700_000_000_000 }, (line) => lines.push(line));
  measure({ name: "WakesDropped", unit: "Count", value: 1, dimensions: { Reason: "late" } });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      _aws: {
        Timestamp: 1_700_000_000_000,
        CloudWatchMetrics: [
          {
            Namespace: "Followthrough",
            Dimensions: [["Stage", "Reason"]],
            Metrics: [{ Name: "WakesDropped", Unit: "Count" }],
          },
        ],
      },
      Stage: "prod",
      Reason: "late",
      WakesDropped: 1,
    },
  ]);
});

const wake = { fires_at: 10_000 } as Wake;
const ended = (more: object) => ({ kind: "wake_ended" as const, wake, at: 12_500, ...more });

/** What is measured of a commit that ends so. */
async function measuredOf(writes: Commit["writes"], outcome: CommitOutcome): Promise<readonly Measurement[]> {
  const measured: Measurement[] = [];
  const ledger: Ledger = { commit: async () => outcome, writeAhead: async () => true };
  const commit = { session_id: "ses_1", at: 0, mailbox: {}, events: [], writes };
  await meteredLedger(ledger, (one) => measured.push(one)).commit(commit);
  return measured;
}

const done = { kind: "done" } as CommitOutcome;

test.each<{ what: string; write: Commit["writes"][number]; measured: readonly object[] }>([
  { what: "scheduled", write: { kind: "wake_new", wake }, measured: [{ name: "WakesScheduled", value: 1 }] },
  {
    what: "fired",
    write: ended({ status: "fired" }) as Commit["writes"][number],
    measured: [
      { name: "WakesFired", value: 1 },
      { name: "WakeLateness", unit: "Milliseconds", value: 2_500 },
    ],
  },
  {
    what: "cancelled",
    write: ended({ status: "cancelled" }) as Commit["writes"][number],
    measured: [{ name: "WakesCancelled", value: 1 }],
  },
  {
    what: "dropped",
    write: ended({ status: "dropped", dropped_reason: "late" }) as Commit["writes"][number],
    measured: [{ name: "WakesDropped", value: 1, dimensions: { Reason: "late" } }],
  },
])("a wake that was $what is measured", async ({ write, measured }) => {
  expect(await measuredOf([write], done)).toMatchObject(measured);
});

test("what was not written is not measured", async () => {
  expect(await measuredOf([{ kind: "wake_new", wake }], { kind: "lost", lost: ["cap"] })).toEqual([]);
});
