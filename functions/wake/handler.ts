import * as z from "zod";
import { metricNames } from "../../shared/contracts/metrics.ts";
import { RingQueueMessage } from "../../shared/contracts/queue-messages.ts";
import { WakeUpMessage } from "../../shared/contracts/wake-up.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { queueHandler } from "../../shared/runtime/queue-handler.ts";
import { connectRingWorker } from "../../shared/runtime/ring-ports.ts";
import { hearRing } from "../../shared/steps/wakes/hear-ring.ts";
import { startWakeUp } from "../../shared/steps/wakes/start-wake-up.ts";

const { ports, visibility, wakeUpOwner, measure } = connectRingWorker();
const log = processLog({ function: "wake" });

/** Looks at a wake whose bell rang, where the row decides; or starts what an agent does at fixed times. */
export const handler = queueHandler({
  message: z.union([WakeUpMessage, RingQueueMessage]),
  visibility,
  log,
  concurrency: 10,
  run: async (message) => {
    if ("kind" in message) {
      const { kind, session_id } = await startWakeUp(ports, wakeUpOwner, message);
      log.info("woke_up", { agent: message.agent, wake_up: message.name, session_id, outcome: kind });
      return;
    }
    const { kind, late_ms, reason, counted } = await hearRing(ports, message);
    if (late_ms !== undefined) measure({ name: metricNames.ringLateness, unit: "Milliseconds", value: late_ms });
    log.info("rang", { followup_id: message.followup_id, outcome: kind, reason: reason ?? null, counted });
  },
});
