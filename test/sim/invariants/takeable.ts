import type { EntryRow, MailboxRow } from "./rows.ts";

/** What a fold would take at once, whatever the agent: with the session free everything, else changes to its run. */
export function mayBeTaken(mailbox: MailboxRow, key: string, entry: EntryRow): boolean {
  const { active_turn: active, entries, turn_of } = mailbox;
  if (entry.state !== "waiting") return false;
  const turn = turn_of[key] ?? entry.turn;
  const isBehindChange = Object.entries(entries).some(([other, { state, verdict, turn: its }]) => {
    return state === "answering" && verdict?.with_change === true && (turn_of[other] ?? its) === turn;
  });
  if (entry.kind === "follow_up" && isBehindChange) return false;
  const isAnswering = Object.values(entries).some(({ state }) => state === "answering");
  if (entry.kind === "wake" && isAnswering) return false;
  if (active === undefined) return true;
  const isChange = entry.verdict === undefined || entry.verdict.route === "revise_run";
  return entry.kind === "follow_up" && turn === active && entry.on_busy !== "enqueue" && isChange;
}
