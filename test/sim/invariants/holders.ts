import { debouncing } from "../sim-agents.ts";
import { must } from "../violation.ts";
import { changed, type MailboxRow, mailboxOf, type RunRow, row, rows, type WakeRow, type Written } from "./rows.ts";
import { mayBeTaken } from "./takeable.ts";

/**
 * At most one writer a session: what only the holder of the lock may write is written by who holds it, and nobody takes
 * a lease that has not run out, by their own clock. Requests of others touch nothing of an owner's.
 */
export function checkHolders(written: Written): void {
  const { by, pk } = written;
  const before = row<MailboxRow>(written.before("MAILBOX"));
  const now = mailboxOf(written.now);
  const owner = before?.owner ?? now?.owner;
  must(9, by.owner === null || owner === by.owner, () => `${by.owner} writes into ${pk} of ${owner}`);
  if (before === null || now === null) return;
  checkLock(written, before, now);
  checkLetGo(written, before, now);
  const why = needsLock(written, before, now);
  const holds = before.lock_token !== undefined && by.tokens.has(before.lock_token);
  must(4, why === null || holds, () => `${by.name} ${why} without the lock, which is ${before.lock_token}'s`);
}

function checkLock({ by }: Written, before: MailboxRow, now: MailboxRow): void {
  const { lock_token: had } = before;
  if (had === undefined || had === now.lock_token || by.tokens.has(had)) return;
  const ownNow = by.machine.now + by.skewMs;
  must(4, now.lock_token !== undefined, () => `${by.name} lets go of the lock of ${had}`);
  must(4, (before.lock_until ?? 0) < ownNow, () => `${by.name} takes the lock of ${had} before it runs out`);
}

/**
 * Whoever lets go of the lock has seen everything that is to be taken, because nobody else will look; unless it failed and
 * comes back, or tells another, which its end shows. Agents that wait for more of what was sent just now are left out.
 */
function checkLetGo({ by, pk, now: session }: Written, { lock_token: had }: MailboxRow, now: MailboxRow): void {
  if (had === undefined || now.lock_token !== undefined) return;
  const agentOf = (turn: number | undefined) => rows<RunRow>(session, "RUN").find((run) => run.turn === turn)?.agent;
  const [left] =
    Object.entries(now.entries).find(([key, entry]) => {
      return mayBeTaken(now, key, entry) && !debouncing.includes(agentOf(now.turn_of[key] ?? entry.turn) ?? "");
    }) ?? [];
  if (left === undefined) by.leftBehind.delete(pk);
  else by.leftBehind.set(pk, left);
}

/** What in this write only the holder of the lock may do. */
function needsLock(written: Written, before: MailboxRow, now: MailboxRow): string | null {
  const created = (family: string) => changed<object>(written, family).some((change) => change.before === null);
  if (created("REV")) return "commits a version";
  if (created("RUN")) return "creates a run";
  if (created("TASK")) return "creates tasks";
  if (now.active_turn !== undefined && now.active_turn !== before.active_turn) return "sets a run going";
  if (written.by.role !== "fold") return null;
  const endsWake = changed<WakeRow>(written, "WAKE").some(({ after }) => after !== null && after.status !== "fired");
  const left = Object.keys(before.entries).filter((key) => now.entries[key] === undefined);
  if (left.length > 0 && !endsWake) return "closes entries";
  const marked = Object.entries(now.entries).some(([key, { state }]) => {
    const was = before.entries[key];
    return was !== undefined && was.state !== state;
  });
  return marked ? "hands on entries" : null;
}
