import { limits } from "../../shared/contracts/limits.ts";
import { NudgeMessage } from "../../shared/contracts/queue-messages.ts";
import { findAgent } from "../../shared/runtime/find-agent.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { loggedBells } from "../../shared/runtime/logged-bells.ts";
import { queueHandler } from "../../shared/runtime/queue-handler.ts";
import { connectWorker } from "../../shared/runtime/worker-ports.ts";
import { fold } from "../../shared/steps/fold/fold.ts";

const { ports: connected, visibility } = connectWorker({ find: findAgent });
const log = processLog({ function: "fold" });
const ports = loggedBells(connected, log);

/** Takes what waits in a session's mailbox. A nudge carries no content: repeats and reordering are harmless. */
export const handler = queueHandler({
  message: NudgeMessage,
  visibility: visibility.nudges,
  log,
  concurrency: 10,
  run: async (nudge, { remainingMs }) => {
    const outcome = await fold(ports, nudge, () => remainingMs() >= limits.foldTakeMs, remainingMs);
    const line = { session_id: nudge.session_id, outcome: outcome.kind };
    // Follow-ups that were pending in a session that is gone are dropped, and nobody else says so.
    log.info(
      "folded",
      "wakes" in outcome ? { ...line, reason: outcome.reason, dropped: outcome.wakes.join(" ") } : line,
    );
  },
});
