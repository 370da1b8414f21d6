import type { Host } from "../process.ts";
import { plain } from "../shadow.ts";
import { must } from "../violation.ts";
import {
  changed,
  type EntryRow,
  type EventRow,
  type MailboxRow,
  mailboxOf,
  type RevisionRow,
  type RunRow,
  revisionSk,
  row,
  runSk,
  type Written,
} from "./rows.ts";

/** A retry is accepted for a run that failed, and does once more what was planned; what goes on by then is left alone. */
export function checkRetries(machine: Host, written: Written): void {
  const before = row<MailboxRow>(written.before("MAILBOX"))?.entries ?? {};
  for (const [key, entry] of Object.entries(mailboxOf(written.now)?.entries ?? {}))
    if (entry.retry === true && before[key] === undefined) checkAccepted(machine, written, entry);
  // With other words it is a message like any other.
  for (const { after } of changed<EventRow>(written, "EVT"))
    if (after?.entry?.retry === true && after.entry.edits === undefined) checkDone(machine, written, after);
}

function checkAccepted({ lives }: Host, { by, pk }: Written, { turn = 0 }: EntryRow): void {
  const wasFailed = lives.wasFailed(pk, runSk(turn), by.startedAt);
  must(2, wasFailed, () => `${by.name} accepts a retry of run ${turn}, which did not fail`);
}

function checkDone(machine: Host, written: Written, { turn, disposition }: EventRow): void {
  const { by, pk } = written;
  const was = row<RunRow>(written.before(runSk(turn)));
  if (disposition?.kind === "merged") {
    must(2, was?.status === "failed", () => `run ${turn} was ${was?.status} and is done again`);
    const version = disposition.dag_version;
    const isSame = planOf(written, turn, version) === planOf(written, turn, version - 1);
    must(2, isSame, () => `version ${version} of run ${turn} is a retry, and another plan`);
  }
  if (disposition?.kind !== "refused" || disposition.reason !== "run_not_failed") return;
  machine.deeds.happened("retry_came_too_late");
  const wasNotFailed = machine.lives.wasNotFailed(pk, runSk(turn), by.startedAt);
  must(1, wasNotFailed, () => `the retry of run ${turn}, which failed, is refused`);
}

function planOf({ now }: Written, turn: number, version: number): string {
  const revision = row<RevisionRow>(now.get(revisionSk(turn, version)));
  const nodes = revision?.nodes.map(({ step_id, cell_id, args, depends_on }) => ({
    step_id,
    cell_id,
    args,
    depends_on,
  }));
  return plain({ nodes, brief: revision?.brief });
}
