import { type Ended, pkOf } from "../lives.ts";
import type { Host } from "../process.ts";
import type { Change } from "../shadow.ts";
import { must } from "../violation.ts";
import { isLive, type MailboxRow, type RunRow, row, rows, type WakeRow, type Written } from "./rows.ts";

/** What stands for a session that is gone, or for one that is being made of a document: that has a digest. */
export type TombstoneRow = {
  readonly reason: "session_deleted" | "session_expired" | "import_unfinished";
  readonly at: number;
  readonly done_at?: number;
  readonly att_at?: number;
  readonly digest?: string;
};

/** How far the time that is written into a session may be behind the time when it was written: a function's life, and clocks. */
const BEHIND_MS = 320_000;
/** What a worker or an operator who knew of a session may still note of it; nobody reads it, and it is removed later. */
const notes = ["WORK", "EFF", "SPENT", "HIST", "OVERRIDE", "KILLED"];

/** A session leaves everybody's reach at once, by its owner's will or because nobody used it. */
export function checkEnding(machine: Host, written: Written): void {
  const { by, pk, now, changes } = written;
  const mailbox = row<MailboxRow>(written.before("MAILBOX"));
  const stone = row<TombstoneRow>(now.get("GONE"));
  must(8, stone !== null && stone.done_at === undefined, () => `the mailbox of ${pk} is gone without a tombstone`);
  must(8, stone?.att_at !== undefined, () => `${pk} is to be removed, and nobody will look`);
  must(9, now.get("SESSION") === null && !isListed(machine, pk, mailbox), () => `${pk} is gone and still listed`);
  const other = changes.find(({ sk }) => !["MAILBOX", "SESSION", "GONE"].includes(sk));
  must(1, other === undefined, () => `${other?.sk} changed when ${pk} was taken away`);
  if (stone?.reason === "session_expired") checkIdle(machine, written, mailbox);
  else
    must(9, by.owner !== null && by.owner === mailbox?.owner, () => `${by.owner} removes ${pk} of ${mailbox?.owner}`);
  countEnding(machine, written, stone?.reason === "session_expired", mailbox);
}

function isListed({ shadow }: Host, pk: string, mailbox: MailboxRow | null): boolean {
  const list = rows<{ readonly session_id: string }>(shadow.partition(`O#${mailbox?.owner}`), "SES");
  return list.some(({ session_id }) => pkOf(session_id) === pk);
}

/** Only what nobody used for the whole time expires. */
function checkIdle(machine: Host, { pk }: Written, mailbox: MailboxRow | null): void {
  const { keepMs } = machine.settings;
  const idleMs = machine.now - machine.lives.usedAt(pk);
  must(1, keepMs !== null && idleMs >= keepMs - BEHIND_MS, () => `${pk} expires ${idleMs} ms after it was used`);
  const waits = Object.keys(mailbox?.entries ?? {});
  must(1, waits.length === 0, () => `${pk} expires while ${waits.join(", ")} wait`);
  must(1, mailbox?.active_turn === undefined, () => `${pk} expires while run ${mailbox?.active_turn} goes on`);
}

function countEnding({ deeds }: Host, { now }: Written, isExpiry: boolean, mailbox: MailboxRow | null): void {
  deeds.happened(isExpiry ? "session_expired" : "session_deleted");
  if (isExpiry) return;
  const isAtWork = mailbox?.active_turn !== undefined || mailbox?.lock_token !== undefined;
  deeds.happened("session_deleted_at_work", isAtWork);
  deeds.happened("session_deleted_with_wakes", pendingOf(now.family("WAKE").values()).length > 0);
}

const pendingOf = (wakes: Iterable<unknown>): readonly WakeRow[] =>
  ([...wakes] as WakeRow[]).filter(({ status }) => status === "scheduled");

/** Where there is no session, only the rest of one is taken away, or one is made of a document. */
export function checkAbsent(machine: Host, written: Written): void {
  const { by, pk, changes } = written;
  const isImport = by.route === "POST /api/sessions/import";
  const isOwn = by.owner === null || by.owner === machine.lives.end(pk)?.mailbox.owner;
  must(9, isOwn || isImport, () => `${by.owner} writes into ${pk}, which is not there`);
  const stone = row<TombstoneRow>(written.before("GONE")) ?? row<TombstoneRow>(written.now.get("GONE"));
  for (const change of changes) {
    if (change.sk === "GONE") checkTombstone(machine, written, change);
    else if (change.after === null) checkTaken(machine, written, change, stone);
    else if (isImport) checkImported(written, change, stone);
    else if (change.before === null) checkNote(machine, written, change, stone);
    else if (change.sk.startsWith("WAKE#")) checkOrphan(machine, written, change);
  }
}

/** A wake may still be cancelled or dropped by who had read it, who then takes its bell back; it cannot fire. */
function checkOrphan({ lives }: Host, { pk }: Written, { sk, before, after }: Change): void {
  const [was, is] = [row<WakeRow>(before)?.status, row<WakeRow>(after)?.status];
  must(5, was === is || (was === "scheduled" && is !== "fired"), () => `${sk} was ${was} and is ${is} in ${pk}`);
  lives.end(pk)?.rows.set(sk, after);
}

function checkTombstone(machine: Host, { pk, now }: Written, change: Change): void {
  const before = row<TombstoneRow>(change.before);
  const after = row<TombstoneRow>(change.after);
  must(1, after !== null, () => `the tombstone of ${pk} is gone, and no session is there`);
  if (after === null) return;
  const begins = before === null || before.at !== after.at;
  must(1, !begins || after.reason === "import_unfinished", () => `${pk} was not there and is ${after.reason}`);
  must(1, before?.done_at === undefined || !begins, () => `an import goes on with ${pk}, which is gone`);
  const isOver = after.done_at !== undefined && before?.done_at === undefined;
  must(
    8,
    after.done_at !== undefined || after.att_at !== undefined,
    () => `${pk} is to be removed, and nobody will look`,
  );
  const left = [...now.all().keys()].filter((sk) => sk !== "GONE");
  must(8, !isOver || left.length === 0, () => `${pk} is said to be removed, and there is ${left.join(", ")}`);
  const hasLooked = !begins && before?.att_at !== after.att_at;
  const end = machine.lives.end(pk);
  if ((isOver || hasLooked) && end !== undefined) checkBells(machine, end);
}

/** The bells of what was promised are taken back, unless they were set while it was being removed. */
function checkBells(machine: Host, { at, rows: before }: Ended): void {
  for (const { followup_id } of pendingOf(before.family("WAKE").values())) {
    const setAt = machine.bellSetAt(followup_id);
    must(5, setAt === null || setAt > at, () => `the bell of ${followup_id} is left, and its session is removed`);
  }
}

function checkTaken(machine: Host, { by, pk }: Written, { sk }: Change, stone: TombstoneRow | null): void {
  const remover = machine.lives.removers.get(pk);
  machine.deeds.happened("removal_died", remover !== undefined && remover !== by && remover.state === "dead");
  machine.lives.removers.set(pk, by);
  const isMade = stone?.reason === "import_unfinished" && stone.digest !== undefined;
  must(1, !isMade, () => `${by.name} removes ${sk} of ${pk}, which is being imported`);
}

function checkImported({ by, pk }: Written, { sk }: Change, stone: TombstoneRow | null): void {
  const isMade = stone?.reason === "import_unfinished" && stone.digest !== undefined;
  must(4, isMade, () => `${by.name} goes on writing ${sk} of ${pk}, which is being removed`);
}

/** A worker who did not hear of it cannot bring anything back; what it notes is there before the last look. */
function checkNote(machine: Host, { by, pk }: Written, { sk }: Change, stone: TombstoneRow | null): void {
  const isNote = notes.includes(sk.split("#", 1).join());
  must(4, isNote, () => `${by.name} writes ${sk} into ${pk}, which is gone`);
  const isInTime = stone !== null && stone.done_at === undefined;
  must(8, isInTime, () => `${by.name} writes ${sk} into ${pk} after the last look, and it stays for ever`);
  machine.deeds.happened("written_behind_a_tombstone");
}

/** A session begins with nothing of one that had its id before, and one that is made of a document is at rest. */
export function checkOpening(machine: Host, written: Written): void {
  const { by, pk, now, changes } = written;
  machine.deeds.happened("session_opened_again", machine.lives.turn(pk) > 0);
  const stone = row<TombstoneRow>(now.get("GONE"));
  must(4, stone === null || stone.done_at !== undefined, () => `${pk} is opened while it is being removed`);
  const isImport = by.route === "POST /api/sessions/import";
  if (isImport) checkAtRest(written);
  const isNew = (key: string) => key === "GONE" || changes.some(({ sk }) => sk === key);
  const old = isImport ? undefined : [...now.all().keys()].find((sk) => !isNew(sk));
  must(9, old === undefined, () => `${pk} is opened with ${old} of the session that had its id before`);
}

function checkAtRest({ pk, now }: Written): void {
  const live = rows<RunRow>(now, "RUN").find((run) => isLive(run) || run.status === "awaiting_input");
  must(6, live === undefined, () => `run ${live?.turn} goes on in ${pk}, which was imported`);
  const [wake] = pendingOf(now.family("WAKE").values());
  must(5, wake === undefined, () => `${wake?.followup_id} is pending in ${pk}, which was imported`);
  const open = rows<{ readonly status: string }>(now, "Q").find(({ status }) => status === "open");
  must(1, open === undefined, () => `something is asked in ${pk}, which was imported`);
  const claimed = rows<{ readonly status: string }>(now, "WORK").find(({ status }) => status !== "done");
  must(3, claimed === undefined, () => `work is claimed in ${pk}, which was imported`);
}
