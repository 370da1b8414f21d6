import type { Overdue } from "../ports/attention.ts";
import type { Ports } from "../ports/ports.ts";

/** What a sweep found. */
export type SweepOutcome = {
  readonly sessions: number;
  readonly wakes: number;
  /** Runs with a question whose time is over. */
  readonly questions: number;
  /** Milliseconds since somebody should have looked at the oldest of it; 0 when nothing is overdue. */
  readonly oldest_ms: number;
};

/**
 * Nudges every session and rings every wake that somebody should have looked at by now, or will have to within
 * `aheadSeconds` (after an outage of the queues). Nudges and rings are harmless to repeat.
 */
export async function sweep(
  ports: Pick<Ports, "attention" | "queues" | "clock">,
  aheadSeconds: number,
): Promise<SweepOutcome> {
  const now = ports.clock.now();
  const overdue = await ports.attention.overdue(now + aheadSeconds * 1000);
  const sessions = overdue.filter((item) => item.kind === "session");
  const wakes = overdue.filter((item) => item.kind === "wake");
  const asking = new Map(
    overdue.flatMap((item) => (item.kind === "question" ? [[`${item.session_id}/${item.turn}`, item] as const] : [])),
  );
  await ports.queues.nudge([
    ...sessions.map(({ session_id }) => ({ session_id, tend: true })),
    ...[...asking.values()].map(({ session_id, turn }) => ({ session_id, tend: true, turn })),
  ]);
  await ports.queues.ring(
    wakes.map(({ session_id, followup_id }: Extract<Overdue, { kind: "wake" }>) => ({ session_id, followup_id })),
  );
  // A question may have to wait for the end of another run; that is not late.
  const late = overdue.filter(({ kind }) => kind !== "question");
  const oldest_ms = late.reduce((oldest, { since }) => Math.max(oldest, now - since), 0);
  return { sessions: sessions.length, wakes: wakes.length, questions: asking.size, oldest_ms };
}
