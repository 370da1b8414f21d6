import type { Queues } from "../ports/queues.ts";
import { errorDetails, type Log } from "./log.ts";

/**
 * The ports of a function that answers people. Its steps nudge when their write is done, and whatever they nudge has a time
 * in the attention index by then. So a nudge that fails is logged as `nudge_failed` and the request goes on: the sweeper
 * finds the session within two minutes, and an error would have the client do again what is done. Workers need the
 * failure, because their message comes back with it.
 */
export function nudgingAtBest<P extends { readonly queues: Queues }>(ports: P, log: Log): P {
  return { ...ports, queues: atBest(ports.queues, log) };
}

function atBest(queues: Queues, log: Log): Queues {
  return {
    nudge: async (nudges, delaySeconds) => {
      try {
        await queues.nudge(nudges, delaySeconds);
      } catch (error) {
        for (const { session_id } of nudges) log.warn("nudge_failed", { session_id, ...errorDetails(error) });
      }
    },
    work: (tasks, delaySeconds) => queues.work(tasks, delaySeconds),
    ring: (rings, delaySeconds) => queues.ring(rings, delaySeconds),
  };
}
