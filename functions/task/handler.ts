import { TaskQueueMessage } from "../../shared/contracts/queue-messages.ts";
import { findAgent } from "../../shared/runtime/find-agent.ts";
import { processLog } from "../../shared/runtime/log.ts";
import { queueHandler } from "../../shared/runtime/queue-handler.ts";
import { connectWorker } from "../../shared/runtime/worker-ports.ts";
import { answerFollowUp } from "../../shared/steps/answer-follow-up.ts";
import { runTask } from "../../shared/steps/run-task.ts";

const { ports, visibility } = connectWorker({ find: findAgent });
const log = processLog({ function: "task" });

/** Runs one step of a plan, or gives one answer. */
export const handler = queueHandler({
  message: TaskQueueMessage,
  visibility: visibility.tasks,
  log,
  concurrency: 10,
  run: async (message) => {
    const outcome = message.kind === "step" ? await runTask(ports, message) : await answerFollowUp(ports, message);
    log.info("worked", { session_id: message.session_id, kind: message.kind, outcome: outcome.kind });
  },
});
