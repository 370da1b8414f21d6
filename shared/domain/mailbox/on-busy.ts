import type { Entry, Mailbox, OnBusy } from "../../contracts/records.ts";

/** What becomes of a follow-up to a run that is going on. `start_over`: it is taken, and what is not delivered is undone. */
export type BusyFate = "take" | "start_over" | "wait" | "refuse";

/**
 * Decides about a follow-up to the run that goes on, from what the message said, else from what the agent says.
 * `reject` was decided when the message was accepted, but for a session that was opened before its agent said so.
 */
export function busyFate(
  entry: Pick<Entry, "on_busy">,
  { by_agent, mailbox }: { readonly by_agent: OnBusy; readonly mailbox: Pick<Mailbox, "on_busy"> },
): BusyFate {
  switch (entry.on_busy ?? by_agent) {
    case "revise":
      return "take";
    case "rollback":
      return "start_over";
    case "enqueue":
      return "wait";
    case "reject":
      return entry.on_busy === undefined && mailbox.on_busy !== "reject" ? "refuse" : "take";
  }
}
