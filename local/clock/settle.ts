import { setTimeout as wait } from "node:timers/promises";
import type { QueueState } from "../sqs/messages.ts";
import type { Activity } from "./activity.ts";

/** What has to be still. */
export interface Movements {
  readonly activity: Activity;
  readonly queues: { state(): Promise<QueueState> };
}

/** A change is normally told about; this is how long to wait for one that is not. */
const lookAgainMs = 50;

/**
 * Waits until nothing runs and no queue that feeds a function holds a message that could be taken now. What is due
 * later, such as a delayed message or a schedule, is not waited for. False when `limitMs` of real time went by first.
 */
export async function settle(movements: Movements, limitMs: number): Promise<boolean> {
  const endsAt = performance.now() + limitMs;
  while (true) {
    const changed = movements.activity.changed();
    if (await isStill(movements)) return true;
    const leftMs = endsAt - performance.now();
    if (leftMs <= 0) return false;
    const abort = new AbortController();
    const pause = wait(Math.min(lookAgainMs, leftMs), undefined, { signal: abort.signal }).catch(() => undefined);
    await Promise.race([changed, pause]);
    abort.abort();
  }
}

/** Nothing may begin while the queues are asked, or what was seen before and what was seen after do not fit together. */
async function isStill({ activity, queues }: Movements): Promise<boolean> {
  if (activity.running > 0) return false;
  const begun = activity.begun;
  const { visible, batches } = await queues.state();
  return visible === 0 && batches === 0 && activity.running === 0 && activity.begun === begun;
}
