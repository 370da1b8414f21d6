import type { Run } from "../contracts/records.ts";
import type { Ports } from "../ports/ports.ts";
import type { CommitOutcome, CommitWrite, MailboxChange, NewEvent } from "../ports/stores.ts";
import type { Version } from "./make-version.ts";

/** Writes of one commit besides task rows: the mailbox, the run, the revision and room for a wake. */
const OTHER_WRITES = 12;

/**
 * Commits a version with the run that it belongs to and what it does to the mailbox. A version is whole or invisible: its
 * task rows are in the same transaction, or were all written under the lock before.
 */
export async function commitVersion(
  ports: Pick<Ports, "ledger" | "ids" | "clock">,
  lockToken: string,
  version: Version,
  run: { readonly next: Run; readonly expect_rev: number | null },
  change: Omit<MailboxChange, "lock_token">,
  more: { readonly writes?: readonly CommitWrite[]; readonly events?: readonly NewEvent[] } = {},
): Promise<CommitOutcome> {
  const { next } = run;
  const events = [...(more.events ?? []), committedEvent(ports, version)];
  const room = 100 - OTHER_WRITES - events.length - (change.close?.length ?? 0);
  const together = version.tasks.length <= room;
  if (!together && !(await ports.ledger.writeAhead(next.session_id, lockToken, version.tasks))) {
    return { kind: "lost", lost: ["lock"] };
  }
  return ports.ledger.commit({
    session_id: next.session_id,
    at: ports.clock.now(),
    mailbox: { ...change, active: { turn: next.turn }, lock_token: lockToken },
    events,
    writes: [
      { kind: "run", run: next, expect_rev: run.expect_rev },
      { kind: "revision", revision: version.revision },
      ...(together ? version.tasks.map((task): CommitWrite => ({ kind: "task", task })) : []),
      ...(more.writes ?? []),
    ],
  });
}

function committedEvent(ports: Pick<Ports, "ids">, { revision }: Version): NewEvent {
  return {
    id: `evt_${ports.ids.ulid()}`,
    turn: revision.turn,
    type: "revision_committed",
    payload: {
      dag_version: revision.dag_version,
      added: revision.added,
      reused: revision.reused,
      dropped: revision.dropped,
      caused_by: revision.caused_by.map(({ event_id, superseded_by }) => ({ event_id, superseded_by })),
    },
  };
}
