import type { Mailbox } from "../../contracts/records.ts";
import type { Wake } from "../../contracts/wake.ts";
import { wakeEventId } from "../../domain/wakes/wake-event-id.ts";
import type { Ports } from "../../ports/ports.ts";
import type { CommitOutcome, MailboxChange } from "../../ports/stores.ts";
import type { WakeEnding } from "../../ports/wakes.ts";

/**
 * `ended`: by this call, with the row as it is now; `let_go`: and the lock under which it was ended was let go with it.
 * `closed`: it had fired or ended before; nothing changed. `lock_lost`: nor did anything; somebody else holds the lock.
 */
export type EndWakeOutcome =
  | { readonly kind: "ended"; readonly wake: Wake; readonly let_go: boolean }
  | { readonly kind: "closed" | "lock_lost" };

type EndPorts = Pick<Ports, "mailboxes" | "ledger" | "wakes" | "ids" | "clock">;

/**
 * Ends a wake that is still scheduled: row, counters, dedup guard, event, and its entry when it rang already, in one
 * transaction. Works without the session's lock, because the row's status decides; a fold brings the token of its lock, as
 * with whatever it writes.
 */
export async function endWake(
  ports: EndPorts,
  wake: Wake,
  ending: WakeEnding,
  lock_token?: string,
): Promise<EndWakeOutcome> {
  for (;;) {
    const ended = endedBy(wake, ending, ports.clock.now());
    const mailbox = await ports.mailboxes.read(wake.session_id);
    if (mailbox === null) {
      const done = await ports.wakes.endOrphan(wake, ending, ended.closed_at);
      return done ? { kind: "ended", wake: ended, let_go: false } : { kind: "closed" };
    }
    const held = lock_token === undefined ? { calm: true } : { lock_token };
    const outcome = await commitEnd(ports, { mailbox, held }, ended, ending);
    if (outcome.kind === "done") return { kind: "ended", wake: ended, let_go: outcome.let_go };
    if (outcome.lost.includes("wake_ended")) return { kind: "closed" };
    if (outcome.lost.includes("lock")) return { kind: "lock_lost" };
  }
}

type EndedWake = Wake & { readonly status: WakeEnding["status"]; readonly closed_at: number };

const endedBy = (wake: Wake, ending: WakeEnding, closed_at: number): EndedWake =>
  ending.status === "dropped"
    ? { ...wake, status: "dropped", dropped_reason: ending.reason, closed_at }
    : { ...wake, status: "cancelled", closed_at };

/** The mailbox as it was read, and how the commit stands to its lock. */
type Seen = { readonly mailbox: Mailbox; readonly held: Pick<MailboxChange, "calm" | "lock_token"> };

function commitEnd(
  ports: EndPorts,
  { mailbox, held }: Seen,
  ended: EndedWake,
  ending: WakeEnding,
): Promise<CommitOutcome> {
  const { session_id, followup_id, status, dropped_reason, closed_at: at } = ended;
  const { by, action } = ending;
  const entry = mailbox.entries.find(({ event_id }) => event_id === wakeEventId(followup_id));
  const disposition = { kind: "refused" as const, reason: dropped_reason ?? "followup_cancelled" };
  return ports.ledger.commit({
    session_id,
    at,
    mailbox: {
      ...(entry === undefined ? {} : { close: [{ entry, verdict: null, disposition }] }),
      wakes: { delta: -1, target: ended.target },
      ...held,
    },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: ended.scheduled_by_turn,
        type: "followup_closed",
        payload: { followup_id, status, reason: dropped_reason ?? null },
      },
    ],
    writes: [
      {
        kind: "wake_ended",
        wake: ended,
        status,
        at,
        ...(dropped_reason === undefined ? {} : { dropped_reason }),
        by,
        action,
      },
    ],
  });
}
