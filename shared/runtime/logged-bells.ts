import type { Bells, Queues, RingMessage } from "../ports/queues.ts";
import { errorDetails, type Log } from "./log.ts";

/**
 * The ports of a function that schedules wakes. A wake whose bell cannot be set is rung by the sweep, and nobody but the log
 * sees a Scheduler or a queue that refuses: it says `bell_unset` for each, with the error, which goes on as it came.
 */
export function loggedBells<P extends { readonly bells: Bells; readonly queues: Queues }>(ports: P, log: Log): P {
  const { bells, queues } = ports;
  const logged = async (rings: readonly RingMessage[], set: () => Promise<void>): Promise<void> => {
    try {
      await set();
    } catch (error) {
      for (const ring of rings) log.warn("bell_unset", { ...ring, ...errorDetails(error) });
      throw error;
    }
  };
  return {
    ...ports,
    bells: {
      set: (ring, at) => logged([ring], () => bells.set(ring, at)),
      remove: (ring) => bells.remove(ring),
    },
    queues: {
      nudge: (nudges, delaySeconds) => queues.nudge(nudges, delaySeconds),
      work: (tasks, delaySeconds) => queues.work(tasks, delaySeconds),
      ring: (rings, delaySeconds) => logged(rings, () => queues.ring(rings, delaySeconds)),
    },
  };
}
