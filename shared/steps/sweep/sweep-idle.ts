import type { Ports } from "../../ports/ports.ts";

/** Sessions of each shard that one sweep has looked at: about 160 a minute, a quarter of a million a day. */
const IDLE_PER_SHARD = 10;

/** Has sessions looked at that may not have been used for `keepMs`; how many. Which of them were decides who looks. */
export async function sweepIdle(ports: Pick<Ports, "attention" | "queues" | "clock">, keepMs: number): Promise<number> {
  const idle_before = ports.clock.now() - keepMs;
  const idle = await ports.attention.idle(idle_before, IDLE_PER_SHARD);
  await ports.queues.nudge(idle.map((session_id) => ({ session_id, idle_before })));
  return idle.length;
}
