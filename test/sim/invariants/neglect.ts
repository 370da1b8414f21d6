import type { Host } from "../process.ts";
import { must } from "../violation.ts";
import { isLive, type MailboxRow, mailboxOf, type RunRow, rows } from "./rows.ts";
import { mayBeTaken } from "./takeable.ts";

/** What of the queues matters: whether a nudge for a session is there, and whether there is anything at all to do. */
export type Queued = { hasNudge(session: string): boolean; readonly isIdle: boolean };

/**
 * Whenever the world stands still although nothing harmful has happened: whatever could be taken from a mailbox is about
 * to be, because somebody holds its lock or a nudge is on its way; and when nothing is going on at all, nothing is left.
 */
export function checkNeglect(machine: Host, { hasNudge, isIdle }: Queued): void {
  for (const pk of machine.shadow.keys("S#")) {
    const session = machine.shadow.partition(pk);
    const mailbox = mailboxOf(session);
    const end = machine.lives.end(pk);
    if (mailbox === null) {
      const had = end === undefined ? [] : [...end.rows.all().keys()].filter((sk) => !hidden.includes(sk));
      // What a worker noted meanwhile is left for the last look.
      const isUntouched = had.length > 0 && had.every((sk) => session.get(sk) !== null);
      must(8, !isIdle || !isUntouched, () => `nobody removes ${pk} although nothing went wrong`);
      continue;
    }
    const live = rows<RunRow>(session, "RUN").find(isLive);
    must(
      8,
      !isIdle || live === undefined,
      () => `run ${live?.turn} of ${pk} was forgotten although nothing went wrong`,
    );
    if (isHeld(machine, mailbox) || hasNudge(pk.slice(2))) continue;
    const [left] = Object.entries(mailbox.entries).find(([key, entry]) => mayBeTaken(mailbox, key, entry)) ?? [];
    must(8, left === undefined, () => `${left} waits in ${pk}, and nobody was told although nothing went wrong`);
  }
}

/** What goes when the session goes, and what comes then. */
const hidden = ["MAILBOX", "SESSION", "GONE"];

const isHeld = (machine: Host, { lock_token }: MailboxRow): boolean =>
  lock_token !== undefined && [...machine.alive].some(({ tokens }) => tokens.has(lock_token));
