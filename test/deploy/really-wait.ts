import { setTimeout as wait } from "node:timers/promises";
import { parseDuration } from "../../local/clock/duration.ts";

/** Lets real time go by: `20s`, `2m`. */
export async function reallyWait(duration: string): Promise<void> {
  const ms = parseDuration(duration);
  if (ms === undefined) throw new Error(`${duration} is not a duration`);
  await wait(ms);
}
