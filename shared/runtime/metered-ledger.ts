import { metricNames } from "../contracts/metrics.ts";
import type { Ledger } from "../ports/stores.ts";
import type { WakeWrite } from "../ports/wake-change.ts";
import type { Measure, Measurement } from "./metrics.ts";

/** A ledger that measures what became of wakes, once it is written. */
export function meteredLedger(ledger: Ledger, measure: Measure): Ledger {
  return {
    commit: async (commit) => {
      const outcome = await ledger.commit(commit);
      if (outcome.kind === "lost") return outcome;
      for (const write of commit.writes) {
        if (write.kind === "wake_new" || write.kind === "wake_ended") for (const one of measured(write)) measure(one);
      }
      return outcome;
    },
    writeAhead: (sessionId, lockToken, tasks) => ledger.writeAhead(sessionId, lockToken, tasks),
  };
}

function measured(write: Exclude<WakeWrite, { kind: "wake_moved" }>): readonly Measurement[] {
  if (write.kind === "wake_new") return [one(metricNames.scheduled)];
  switch (write.status) {
    case "fired":
      return [
        one(metricNames.fired),
        { name: metricNames.lateness, unit: "Milliseconds", value: Math.max(0, write.at - write.wake.fires_at) },
      ];
    case "cancelled":
      return [one(metricNames.cancelled)];
    case "dropped":
      return [{ ...one(metricNames.dropped), dimensions: { Reason: write.dropped_reason ?? "unknown" } }];
  }
}

const one = (name: Measurement["name"]): Measurement => ({ name, unit: "Count", value: 1 });
