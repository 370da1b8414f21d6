import { limits } from "../../shared/contracts/limits.ts";
import { TaskQueueMessage } from "../../shared/contracts/queue-messages.ts";
import { findAgent } from "../../shared/runtime/find-agent.ts";
import { errorDetails, processLog } from "../../shared/runtime/log.ts";
import { loggedBells } from "../../shared/runtime/logged-bells.ts";
import { queueHandler } from "../../shared/runtime/queue-handler.ts";
import { connectWorker } from "../../shared/runtime/worker-ports.ts";
import { workThrough } from "../../shared/steps/tasks/work-through.ts";
import { answerFollowUp } from "../../shared/steps/turns/answer-follow-up.ts";

const { ports: connected, visibility } = connectWorker({ find: findAgent });
const log = processLog({ function: "task" });
const ports = loggedBells(connected, log);

/** Runs a step of a plan, and those that it sets free while there is time; or gives an answer. */
export const handler = queueHandler({
  message: TaskQueueMessage,
  visibility: visibility.tasks,
  log,
  concurrency: 10,
  run: async (message, { remainingMs }) => {
    const worked = (outcome: string): void =>
      log.info("worked", { session_id: message.session_id, kind: message.kind, outcome });
    if (message.kind === "answer") return worked((await answerFollowUp(ports, message)).kind);
    const mayGoOn = (): boolean => remainingMs() >= limits.stepMs + limits.stepMarginMs;
    const failed = (error: unknown): void =>
      log.warn("message_failed", { session_id: message.session_id, ...errorDetails(error) });
    await workThrough(ports, message, { mayGoOn, worked, failed });
  },
});
