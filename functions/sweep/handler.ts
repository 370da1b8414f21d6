import { SweepInput } from "../../shared/contracts/queue-messages.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { sweepPorts } from "../../shared/runtime/sweep-ports.ts";
import { sweep } from "../../shared/steps/sweep.ts";

const ports = sweepPorts();
const log = processLog({ function: "sweep" });

/** Every minute: what somebody should have looked at and nobody has. */
export const handler = async (event: unknown): Promise<void> => {
  const { ahead_seconds } = SweepInput.parse(event);
  const found = await sweep(ports, ahead_seconds);
  log.info("swept", found);
};
