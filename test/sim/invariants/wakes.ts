import { simLimits } from "../deployment.ts";
import { must } from "../violation.ts";
import {
  changed,
  isLive,
  type MailboxRow,
  mailboxOf,
  type RunRow,
  row,
  rows,
  runSk,
  type WakeRow,
  type Written,
} from "./rows.ts";

/** A wake starts at most one run, only while none goes on, and never after it ended; counters and guards are exact. */
export function checkWakes(written: Written): void {
  for (const { sk, before, after } of changed<WakeRow>(written, "WAKE")) {
    must(5, after !== null, () => `${sk} is gone`);
    if (after === null) continue;
    if (before === null) checkNew(written, after);
    else checkChange(written, before, after);
  }
  for (const { before, after } of changed<RunRow>(written, "RUN"))
    if (before === null && after?.wake !== undefined) checkWoken(written, after);
  checkPending(written);
}

function checkNew(written: Written, wake: WakeRow): void {
  must(5, wake.status === "scheduled", () => `${wake.followup_id} begins as ${wake.status}`);
  const limits = simLimits(wake.from_agent);
  const pending = rows<WakeRow>(written.now, "WAKE").filter(({ status }) => status === "scheduled").length;
  must(7, pending <= limits.pending, () => `${wake.followup_id} is one of ${pending} pending of ${wake.from_agent}`);
  must(7, wake.depth >= 1 && wake.depth <= limits.depth, () => `${wake.followup_id} is ${wake.depth} deep`);
  const isKilled = written.before(`KILLED#${wake.root_id}`) !== null;
  must(7, !isKilled, () => `${wake.followup_id} goes on with the killed chain ${wake.root_id}`);
  const note = row<RunRow>(written.now.get(runSk(wake.scheduled_by_turn)))?.wake;
  const isNewChain = wake.depth === 1 && wake.root_id === wake.followup_id;
  const goesOn = note !== undefined && wake.depth === note.depth + 1 && wake.root_id === note.root_id;
  must(7, isNewChain || goesOn, () => `${wake.followup_id} is ${wake.depth} deep in a chain it does not belong to`);
}

function checkChange(written: Written, before: WakeRow, after: WakeRow): void {
  const { followup_id: id } = after;
  must(5, before.status === "scheduled" || before.status === after.status, () => {
    return `${id} was ${before.status} and became ${after.status}`;
  });
  if (before.rung_at === undefined && after.rung_at !== undefined)
    must(5, after.rung_at >= after.fires_at, () => `${id} rang ${after.fires_at - (after.rung_at ?? 0)} ms early`);
  if (after.status === "fired" && before.status !== "fired") {
    const run = changed<RunRow>(written, "RUN").find(
      (one) => one.before === null && one.after?.wake?.followup_id === id,
    );
    must(5, run !== undefined, () => `${id} is fired, and its run was not created with it`);
  }
  const needsReason = after.status === "dropped" && after.dropped_reason === undefined;
  must(5, !needsReason, () => `${id} was dropped without a reason`);
}

function checkWoken(written: Written, run: RunRow): void {
  const id = run.wake?.followup_id;
  const same = rows<RunRow>(written.now, "RUN").filter(({ wake }) => wake?.followup_id === id);
  must(5, same.length === 1, () => `${id} started ${same.length} runs`);
  const wake = row<WakeRow>(written.now.get(`WAKE#${id}`));
  must(5, wake?.status === "fired", () => `${id} started a run and is ${wake?.status}`);
  const before = row<MailboxRow>(written.before("MAILBOX"));
  must(6, before?.active_turn === undefined, () => `${id} starts a run while run ${before?.active_turn} goes on`);
  must(5, before?.status === "active", () => `${id} starts a run in an archived session`);
  const others = rows<RunRow>(written.now, "RUN").filter((other) => isLive(other) && other.turn !== run.turn);
  must(6, others.length === 0, () => `${id} starts a run while run ${others[0]?.turn} goes on`);
}

/** The counters of the mailbox, the marks of what is pending and the guards of its keys say what the rows say. */
function checkPending(written: Written): void {
  const mailbox = mailboxOf(written.now);
  if (mailbox === null) return;
  const pending = rows<WakeRow>(written.now, "WAKE").filter(({ status }) => status === "scheduled");
  const waiting = new Set(Object.values(mailbox.entries).map(({ origin }) => origin.followup_id));
  const lost = pending.find(({ followup_id, rung_at }) => rung_at !== undefined && !waiting.has(followup_id));
  must(5, lost === undefined, () => `${lost?.followup_id} rang, is pending, and waits nowhere`);
  must(7, (mailbox.pending_wakes ?? 0) === pending.length, () => {
    return `${pending.length} wakes are pending, and the mailbox counts ${mailbox.pending_wakes}`;
  });
  const marks = rows<{ readonly followup_id: string }>(written.now, "PWAKE").map(({ followup_id }) => followup_id);
  const ids = pending.map(({ followup_id }) => followup_id);
  must(
    7,
    [...marks].sort().join() === ids.sort().join(),
    () => `${marks.length} wakes are marked as pending, not ${ids.length}`,
  );
  const byTarget = new Map<string, number>();
  for (const { target } of pending) byTarget.set(target, (byTarget.get(target) ?? 0) + 1);
  for (const [name, count] of Object.entries(mailbox))
    if (name.startsWith("waking:"))
      must(7, count === (byTarget.get(name.slice(7)) ?? 0), () => `${name} is ${String(count)}`);
  const keys = pending.flatMap(({ dedup_key }) => (dedup_key === undefined ? [] : [dedup_key]));
  must(7, new Set(keys).size === keys.length, () => `two pending wakes have one key of ${keys.join(", ")}`);
}
