import { RingQueueMessage } from "../../shared/contracts/queue-messages.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { queueHandler } from "../../shared/runtime/queue-handler.ts";
import { connectRingWorker } from "../../shared/runtime/ring-ports.ts";
import { ringWake } from "../../shared/steps/ring-wake.ts";

const { ports, visibility } = connectRingWorker();
const log = processLog({ function: "wake" });

/** Looks at a wake whose bell rang. The row decides. */
export const handler = queueHandler({
  message: RingQueueMessage,
  visibility,
  log,
  concurrency: 10,
  run: async (ring) => {
    const outcome = await ringWake(ports, ring);
    log.info("rang", { followup_id: ring.followup_id, outcome: outcome.kind });
  },
});
