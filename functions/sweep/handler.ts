import { metricNames } from "../../shared/contracts/metrics.ts";
import { SweepInput } from "../../shared/contracts/queue-messages.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { processMeasure } from "../../shared/runtime/metrics.ts";
import { sweepPorts } from "../../shared/runtime/sweep-ports.ts";
import { sweep } from "../../shared/steps/sweep/sweep.ts";
import { sweepIdle } from "../../shared/steps/sweep/sweep-idle.ts";

const ports = sweepPorts();
const dayMs = 86_400_000;
const log = processLog({ function: "sweep" });
const measure = processMeasure(ports.clock);

/** Every minute: what somebody should have looked at and nobody has, and how much is pending. */
export const handler = async (event: unknown): Promise<void> => {
  const { ahead_seconds } = SweepInput.parse(event);
  const found = await sweep(ports, ahead_seconds);
  log.info("swept", found);
  // A look ahead finds what is not overdue yet.
  if (ahead_seconds > 0) return;
  if (ports.sessionDays > 0) log.info("swept_idle", { sessions: await sweepIdle(ports, ports.sessionDays * dayMs) });
  measure({ name: metricNames.overdue, unit: "Count", value: found.sessions + found.wakes });
  measure({ name: metricNames.oldestOverdue, unit: "Milliseconds", value: found.oldest_ms });
  measure({ name: metricNames.pending, unit: "Count", value: await ports.attention.pendingWakes() });
};
