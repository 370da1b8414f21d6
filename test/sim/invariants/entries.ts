import { must } from "../violation.ts";
import {
  artifactSk,
  changed,
  type EntryRow,
  type EventRow,
  type MailboxRow,
  mailboxOf,
  type QuestionRow,
  type RevisionRow,
  revisionSk,
  row,
  rows,
  type Written,
} from "./rows.ts";

/** Entries that may wait in one mailbox. */
const ROOM = 64;

/**
 * Nothing that was accepted is lost, and everything ends once: an entry leaves the mailbox only in the request that writes
 * how it ended, under its own number; numbers have no gaps and no doubles; what is written stays as it is.
 */
export function checkEntries(written: Written): void {
  const now = mailboxOf(written.now);
  const before = row<MailboxRow>(written.before("MAILBOX"));
  must(1, now !== null || before === null, () => `the mailbox of ${written.pk} is gone`);
  if (now === null) return;
  if (before !== null) checkGrowth(before, now);
  if (before !== null) checkArchived(before, now);
  checkLeft(written, before?.entries ?? {}, now);
  const events = changed<EventRow>(written, "EVT");
  for (const { sk, before: old, after } of events) {
    must(1, old === null && after !== null, () => `${sk} was changed or removed after it was written`);
    if (after?.entry !== undefined) checkClosed(written, before, after);
  }
  checkNumbers(written, now);
  const waits = Object.keys(now.entries).length;
  must(7, waits <= ROOM, () => `${waits} entries wait`);
  const isQuiet = waits === 0 && now.active_turn === undefined;
  must(8, isQuiet || now.att_at !== undefined, () => "something has to happen, and nobody will look");
}

function checkGrowth(before: MailboxRow, now: MailboxRow): void {
  must(9, before.owner === now.owner, () => `the session changed hands to ${now.owner}`);
  for (const counter of ["seq", "accepted", "turns"] as const)
    must(1, now[counter] >= before[counter], () => `${counter} went back from ${before[counter]} to ${now[counter]}`);
}

/** An archived session takes nothing more. */
function checkArchived(before: MailboxRow, now: MailboxRow): void {
  if (before.status !== "archived") return;
  must(1, now.status === "archived", () => `the session is ${now.status} again`);
  const came = Object.keys(now.entries).find((key) => before.entries[key] === undefined);
  must(1, came === undefined, () => `the archived session took ${came}`);
}

/** What left the mailbox is closed in the same request, as it was. */
function checkLeft(written: Written, before: Readonly<Record<string, EntryRow>>, now: MailboxRow): void {
  for (const [key, entry] of Object.entries(before)) {
    if (now.entries[key] !== undefined) continue;
    const closed = changed<EventRow>(written, "EVT").find(
      ({ after }) => after?.entry?.event_id === `evt_${key}`,
    )?.after;
    must(1, closed?.disposition !== undefined, () => `the entry ${key} left the mailbox without a disposition`);
    must(1, closed?.entry?.text === entry.text, () => `the entry ${key} was closed with other words than it had`);
  }
}

function checkClosed(written: Written, before: MailboxRow | null, closed: EventRow): void {
  const key = closed.entry?.event_id.slice(4) ?? "";
  must(1, before?.entries[key] !== undefined, () => `${key} was closed and did not wait`);
  must(
    1,
    before?.seq_of[key] === closed.seq,
    () => `${key} was closed under ${closed.seq}, not ${before?.seq_of[key]}`,
  );
  const isTakenBack = closed.disposition?.kind === "withdrawn" && before?.entries[key]?.state === "answering";
  must(1, !isTakenBack, () => `${key} was withdrawn while it was being answered`);
  must(1, mailboxOf(written.now)?.entries[key] === undefined, () => `${key} was closed and still waits`);
  const isTrue = holdsTrue(written, closed);
  must(1, isTrue, () => `${key} did not end as ${JSON.stringify(closed.disposition)}`);
}

/** What a disposition says of the rest of the session, as it is in the same request. */
function holdsTrue(written: Written, { entry, turn, disposition }: EventRow): boolean {
  const cause = (run: number, version: number) =>
    row<RevisionRow>(written.now.get(revisionSk(run, version)))?.caused_by.find(
      ({ event_id }) => event_id === entry?.event_id,
    );
  switch (disposition?.kind) {
    case "merged":
      return cause(turn, disposition.dag_version)?.superseded_by === null;
    case "superseded":
      return cause(turn, disposition.dag_version)?.superseded_by === disposition.by;
    case "started_run":
      return cause(Number(disposition.run_id.split("_").at(-1)), 1) !== undefined;
    case "answered":
      return written.now.get(artifactSk(turn, disposition.artifact_id)) !== null;
    case "filled":
      return disposition.question_ids.every((id) => {
        const question = rows<QuestionRow>(written.now, "Q").find((one) => one.id === id);
        return question?.answer !== undefined;
      });
    default:
      return disposition !== undefined;
  }
}

/** Every number up to the counter is taken exactly once: by what is closed, or by what waits. */
function checkNumbers(written: Written, now: MailboxRow): void {
  const taken = new Uint8Array(now.seq + 1);
  const take = (seq: number, span: number, what: string) => {
    for (let number = seq; number < seq + span; number += 1) {
      must(1, number >= 1 && number <= now.seq, () => `${what} has the number ${number} of ${now.seq}`);
      must(1, taken[number] === 0, () => `${what} has the number ${number}, which is taken`);
      taken[number] = 1;
    }
  };
  for (const { seq, span = 1, entry, type } of rows<EventRow>(written.now, "EVT"))
    take(seq, span, entry?.event_id ?? type ?? "");
  for (const [key, { kind }] of Object.entries(now.entries)) take(now.seq_of[key] ?? 0, kind === "wake" ? 1 : 3, key);
  const gap = taken.indexOf(0, 1);
  must(1, gap === -1, () => `the number ${gap} of ${now.seq} is nobody's`);
}
