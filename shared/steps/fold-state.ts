import type { Disposition, Entry, Mailbox, Verdict } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";
import type { CommitOutcome } from "../ports/stores.ts";

/** One fold at work: whose mailbox, as it was read last, and under which token. */
export type Fold = {
  readonly ports: Ports;
  readonly token: string;
  /** Aborts when the lock was taken over. */
  readonly signal: AbortSignal;
  /** Verdicts by event id, kept over a lost commit so that a model is not asked twice. */
  readonly verdicts: Map<string, Verdict>;
  readonly mailbox: Mailbox;
};

/** How one attempt to take something ended. `again`: something had changed meanwhile; nothing was written. */
export type Taken = "committed" | "again" | "lock_lost";

/** What a commit under the lock means for the fold: done, look again, or stop because somebody else holds the lock now. */
export function takenOf(outcome: CommitOutcome): Taken {
  if (outcome.kind === "done") return "committed";
  return outcome.lost.includes("lock") || outcome.lost.includes("session") ? "lock_lost" : "again";
}

/** Ends entries without doing anything for them. */
export async function closeEntries(
  { ports, token, mailbox }: Fold,
  entries: readonly Entry[],
  disposition: Disposition,
): Promise<Taken> {
  const outcome = await ports.ledger.commit({
    session_id: mailbox.session_id,
    at: ports.clock.now(),
    mailbox: {
      close: entries.map((entry) => ({ entry, verdict: entry.verdict ?? null, disposition })),
      lock_token: token,
    },
    events: [],
    writes: [],
  });
  return takenOf(outcome);
}
