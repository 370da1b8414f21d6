import type { Overdue } from "../../ports/attention.ts";
import type { Ports } from "../../ports/ports.ts";

/** What a sweep found, as far as it got. */
export type SweepOutcome = {
  readonly sessions: number;
  readonly wakes: number;
  /** Runs with a question whose time is over. */
  readonly questions: number;
  /** Milliseconds since somebody should have looked at the oldest of it; 0 when nothing is overdue. */
  readonly oldest_ms: number;
};

/** How long one sweep goes on: the next one starts a minute after it, and its function ends at 60 s. */
const longestMs = 45_000;

/**
 * Nudges every session and rings every wake that somebody should have looked at by now, or will have to within
 * `aheadSeconds` (after an outage of the queues). Nudges and rings are harmless to repeat. However much is overdue, it
 * goes through it in pages, the oldest first, and leaves to the next sweep what it does not get to.
 */
export async function sweep(ports: SweepPorts, aheadSeconds: number): Promise<SweepOutcome> {
  const now = ports.clock.now();
  const found = { sessions: 0, wakes: 0, questions: 0, oldest_ms: 0 };
  await ports.attention.eachOverdue(now + aheadSeconds * 1000, async (page) => {
    const { questions, ...others } = await askFor(ports, page);
    found.sessions += others.sessions;
    found.wakes += others.wakes;
    found.questions += questions;
    // A question may have to wait for the end of another run; that is not late.
    for (const { kind, since } of page) {
      if (kind !== "question") found.oldest_ms = Math.max(found.oldest_ms, now - since);
    }
    return ports.clock.now() - now < longestMs;
  });
  return found;
}

type SweepPorts = Pick<Ports, "attention" | "queues" | "clock">;

async function askFor({ queues }: SweepPorts, page: readonly Overdue[]): Promise<Omit<SweepOutcome, "oldest_ms">> {
  const sessions = page.filter((item) => item.kind === "session");
  const wakes = page.filter((item) => item.kind === "wake");
  const asking = new Map(
    page.flatMap((item) => (item.kind === "question" ? [[`${item.session_id}/${item.turn}`, item] as const] : [])),
  );
  await queues.nudge([
    ...sessions.map(({ session_id }) => ({ session_id, tend: true })),
    ...[...asking.values()].map(({ session_id, turn }) => ({ session_id, tend: true, turn })),
  ]);
  await queues.ring(wakes.map(({ session_id, followup_id }) => ({ session_id, followup_id })));
  return { sessions: sessions.length, wakes: wakes.length, questions: asking.size };
}
