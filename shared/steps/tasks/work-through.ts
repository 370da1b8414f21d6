import type { Ports } from "../../ports/ports.ts";
import type { StepMessage } from "../runs/dispatch.ts";
import type { MayGoOn } from "./may-go-on.ts";
import { runTask, type TaskOutcome } from "./run-task.ts";

/** Who works through steps: whether there is time for one more, and who is told of each. */
export type Working = {
  readonly mayGoOn: MayGoOn;
  readonly worked: (kind: TaskOutcome["kind"]) => void;
  /** A step beyond the first failed and is on the queue. */
  readonly failed: (error: unknown) => void;
};

/** Seconds until a step that failed here comes by the queue: what the queue waits after a first failure. */
const RETRY_SECONDS = 5;

/**
 * Runs a step, and goes on with one that it sets free as long as there is time: a chain of quick steps is one invocation and
 * needs no queue between. The message stands for all of them until it is deleted: when it comes again, each step that is
 * done is passed over, and the first that is not is worked on. A step that fails has a message of its own from then on, so
 * that its attempts are counted for itself. @throws what the first step throws.
 */
export async function workThrough(ports: Ports, message: StepMessage, working: Working): Promise<void> {
  let outcome = await runTask(ports, message, working.mayGoOn);
  working.worked(outcome.kind);
  while (outcome.next !== undefined) outcome = await goOn(ports, outcome.next, working);
}

async function goOn(ports: Ports, next: StepMessage, working: Working): Promise<TaskOutcome> {
  try {
    const outcome = await runTask(ports, next, working.mayGoOn);
    working.worked(outcome.kind);
    return outcome;
  } catch (error) {
    await ports.queues.work([next], RETRY_SECONDS);
    working.failed(error);
    return { kind: "again" };
  }
}
