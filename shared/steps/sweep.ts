import type { Ports } from "../ports/ports.ts";
import type { Overdue } from "../ports/stores.ts";

/** What a sweep found. */
export type SweepOutcome = { readonly sessions: number; readonly wakes: number };

/**
 * Nudges every session and rings every wake that somebody should have looked at by now, or will have to within
 * `aheadSeconds` (after an outage of the queues). Nudges and rings are harmless to repeat.
 */
export async function sweep(
  ports: Pick<Ports, "attention" | "queues" | "clock">,
  aheadSeconds: number,
): Promise<SweepOutcome> {
  const overdue = await ports.attention.overdue(ports.clock.now() + aheadSeconds * 1000);
  const sessions = overdue.filter((item) => item.kind === "session");
  const wakes = overdue.filter((item) => item.kind === "wake");
  await ports.queues.nudge(sessions.map(({ session_id }) => ({ session_id, tend: true })));
  await ports.queues.ring(
    wakes.map(({ session_id, followup_id }: Extract<Overdue, { kind: "wake" }>) => ({ session_id, followup_id })),
  );
  return { sessions: sessions.length, wakes: wakes.length };
}
