import type { ClosedEntry, Entry, Mailbox, Run } from "../contracts/records.ts";
import type { RunView } from "../contracts/run.ts";
import { presentRun, presentUnstartedRun } from "../domain/present-run.ts";
import type { Reader } from "../ports/reader.ts";

/** A run to show: started, still in the mailbox, or neither. */
export type FoundRun = { readonly kind: "found"; readonly run: RunView } | { readonly kind: "not_found" };

/** The run of a turn; while it waits in the mailbox, or after it left it without starting, what its entry tells of it. */
export async function readRun(reader: Reader, mailbox: Mailbox, turn: number): Promise<FoundRun> {
  const run = await reader.run(mailbox.session_id, turn);
  if (run !== null) return { kind: "found", run: presentRun(run, mailbox) };
  const entry = mailbox.entries.find((one) => one.kind === "start_run" && one.turn === turn);
  if (entry !== undefined) return unstarted(reader, mailbox, entry);
  // It left the mailbox without becoming a run: its history begins with how.
  const [first] = (await reader.events(mailbox.session_id, { after: 0, upTo: mailbox.seq, turn, limit: 1 })).items;
  if (first?.kind !== "entry" || first.closed.entry.kind !== "start_run") return { kind: "not_found" };
  return unstarted(reader, mailbox, first.closed.entry, first.closed);
}

async function unstarted(reader: Reader, mailbox: Mailbox, entry: Entry, closed?: ClosedEntry): Promise<FoundRun> {
  const [whole] = entry.text_elsewhere ? await reader.texts(mailbox.session_id, [entry.event_id]) : [];
  return { kind: "found", run: presentUnstartedRun({ ...entry, text: whole ?? entry.text }, mailbox, closed) };
}

/** A stored run, or what stands for its absence. */
export type StoredRun = { readonly kind: "started"; readonly run: Run } | { readonly kind: "waiting" | "not_found" };

/** Whether a turn has started. */
export async function findRun(reader: Reader, mailbox: Mailbox, turn: number): Promise<StoredRun> {
  const run = await reader.run(mailbox.session_id, turn);
  if (run !== null) return { kind: "started", run };
  const waits = mailbox.entries.some((one) => one.kind === "start_run" && one.turn === turn);
  return { kind: waits ? "waiting" : "not_found" };
}
