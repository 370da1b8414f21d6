import type { Mailbox, Run } from "../contracts/records.ts";
import type { RunView } from "../contracts/run.ts";
import { presentPlannedRun, presentRun } from "../domain/present-run.ts";
import type { Reader } from "../ports/reader.ts";

/** A run to show: started, still in the mailbox, or neither. */
export type FoundRun = { readonly kind: "found"; readonly run: RunView } | { readonly kind: "not_found" };

/** The run of a turn; while it only waits in the mailbox, what its entry tells of it. */
export async function readRun(reader: Reader, mailbox: Mailbox, turn: number): Promise<FoundRun> {
  const run = await reader.run(mailbox.session_id, turn);
  if (run !== null) return { kind: "found", run: presentRun(run, mailbox) };
  const entry = mailbox.entries.find((one) => one.kind === "start_run" && one.turn === turn);
  if (entry === undefined) return { kind: "not_found" };
  const [whole] = entry.text_elsewhere ? await reader.texts(mailbox.session_id, [entry.event_id]) : [];
  return { kind: "found", run: presentPlannedRun(entry, whole ?? entry.text, mailbox) };
}

/** A stored run, or what stands for its absence while it only waits. */
export type StoredRun = { readonly kind: "started"; readonly run: Run } | { readonly kind: "waiting" | "not_found" };

/** Whether a turn has started. */
export async function findRun(reader: Reader, mailbox: Mailbox, turn: number): Promise<StoredRun> {
  const run = await reader.run(mailbox.session_id, turn);
  if (run !== null) return { kind: "started", run };
  const waits = mailbox.entries.some((one) => one.kind === "start_run" && one.turn === turn);
  return { kind: waits ? "waiting" : "not_found" };
}
