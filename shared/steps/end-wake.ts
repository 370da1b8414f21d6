import type { Mailbox } from "../contracts/records.ts";
import type { Wake } from "../contracts/wake.ts";
import { wakeEventId } from "../domain/wake-event-id.ts";
import type { Ports } from "../ports/ports.ts";
import type { CommitOutcome } from "../ports/stores.ts";
import type { WakeEnding } from "../ports/wakes.ts";

/** `ended`: by this call. `closed`: it had fired or ended before; nothing changed. */
export type EndWakeOutcome = { readonly kind: "ended" | "closed" };

type EndPorts = Pick<Ports, "mailboxes" | "ledger" | "wakes" | "ids" | "clock">;

/**
 * Ends a wake that is still scheduled: row, counters, dedup guard, event, and its entry when it rang already, in one
 * transaction. Works without the session's lock, because the row's status decides.
 */
export async function endWake(ports: EndPorts, wake: Wake, ending: WakeEnding): Promise<EndWakeOutcome> {
  for (;;) {
    const mailbox = await ports.mailboxes.read(wake.session_id);
    if (mailbox === null) {
      const ended = await ports.wakes.endOrphan(wake, ending, ports.clock.now());
      return { kind: ended ? "ended" : "closed" };
    }
    const outcome = await commitEnd(ports, mailbox, wake, ending);
    if (outcome.kind === "done") return { kind: "ended" };
    if (outcome.lost.includes("wake_ended")) return { kind: "closed" };
  }
}

function commitEnd(ports: EndPorts, mailbox: Mailbox, wake: Wake, ending: WakeEnding): Promise<CommitOutcome> {
  const at = ports.clock.now();
  const { status, by, action } = ending;
  const reason = ending.status === "dropped" ? ending.reason : null;
  const entry = mailbox.entries.find(({ event_id }) => event_id === wakeEventId(wake.followup_id));
  const disposition = { kind: "refused" as const, reason: reason ?? "followup_cancelled" };
  return ports.ledger.commit({
    session_id: wake.session_id,
    at,
    mailbox: {
      ...(entry === undefined ? {} : { close: [{ entry, verdict: null, disposition }] }),
      wakes: { delta: -1, target: wake.target },
      calm: true,
    },
    events: [
      {
        id: `evt_${ports.ids.ulid()}`,
        turn: wake.scheduled_by_turn,
        type: "followup_closed",
        payload: { followup_id: wake.followup_id, status, reason },
      },
    ],
    writes: [
      { kind: "wake_ended", wake, status, at, ...(reason === null ? {} : { dropped_reason: reason }), by, action },
    ],
  });
}
