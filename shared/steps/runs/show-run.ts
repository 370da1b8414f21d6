import type { ClosedEntry, Entry, Mailbox, Run } from "../../contracts/records.ts";
import type { RunView } from "../../contracts/run.ts";
import { presentRun, presentUnstartedRun } from "../../domain/present/present-run.ts";
import type { Reader } from "../../ports/reader.ts";

/** A run to show: started, still in the mailbox, or neither. */
export type FoundRun = { readonly kind: "found"; readonly run: RunView } | { readonly kind: "not_found" };

/** The run of a turn; while it waits in the mailbox, or after it left it without starting, what its entry tells of it. */
export async function readRun(reader: Reader, mailbox: Mailbox, turn: number): Promise<FoundRun> {
  const found = await findRun(reader, mailbox, turn);
  if (found.kind === "not_found") return found;
  if (found.kind === "started") return { kind: "found", run: presentRun(found.run, mailbox) };
  const { entry, closed } = found;
  const [whole] = entry.text_elsewhere ? await reader.texts(mailbox.session_id, [entry.event_id]) : [];
  return { kind: "found", run: presentUnstartedRun({ ...entry, text: whole ?? entry.text }, mailbox, closed) };
}

/** A stored run, or what there is of one that did not start: the entry that asks for it, and how that ended if it did. */
export type StoredRun =
  | { readonly kind: "started"; readonly run: Run }
  | { readonly kind: "unstarted"; readonly entry: Entry; readonly closed?: ClosedEntry }
  | { readonly kind: "not_found" };

/** Whether a turn has started, waits in the mailbox, or left it without starting. */
export async function findRun(reader: Reader, mailbox: Mailbox, turn: number): Promise<StoredRun> {
  const run = await reader.run(mailbox.session_id, turn);
  if (run !== null) return { kind: "started", run };
  const entry = mailbox.entries.find((one) => one.kind === "start_run" && one.turn === turn);
  if (entry !== undefined) return { kind: "unstarted", entry };
  // It left the mailbox without becoming a run: its history begins with how.
  const first = await reader.firstOfRun(mailbox.session_id, turn, mailbox.seq);
  if (first?.kind !== "entry" || first.closed.entry.kind !== "start_run") return { kind: "not_found" };
  return { kind: "unstarted", entry: first.closed.entry, closed: first.closed };
}
