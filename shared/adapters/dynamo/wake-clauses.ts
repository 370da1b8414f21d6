import type { Mailbox } from "../../contracts/records.ts";
import type { CommitOutcome } from "../../ports/stores.ts";
import type { WakeChange } from "../../ports/wake-change.ts";
import type { Clauses } from "./clauses.ts";
import { wakingAttribute } from "./mailbox-item.ts";

/** What a wake that became pending or stopped being so does to its session's mailbox: counters, and what they must be. */
export function wakeClauses(change: WakeChange, c: Clauses): void {
  c.set.push("pending_wakes = if_not_exists(pending_wakes, :zero) + :delta");
  // One attribute an agent, because a path into a map that is not there yet cannot be set.
  c.set.push("#waking = if_not_exists(#waking, :zero) + :delta");
  c.names["#waking"] = wakingAttribute(change.target);
  c.values[":zero"] = 0;
  c.values[":delta"] = change.delta;
  if (change.delta === 1) {
    mustBeOpen(c);
    c.must.push("(attribute_not_exists(pending_wakes) OR pending_wakes < :cap)");
    c.values[":cap"] = change.cap;
    if (change.alone) c.must.push("(attribute_not_exists(#waking) OR #waking = :zero)");
  } else if (change.fires !== undefined) {
    mustBeOpen(c);
    if (change.fires.silent_since === null) return;
    c.must.push("(attribute_not_exists(said) OR said <= :silent)");
    c.values[":silent"] = change.fires.silent_since;
  }
}

function mustBeOpen(c: Clauses): void {
  c.names["#status"] = "status";
  c.must.push("#status = :open");
  c.values[":open"] = "active";
}

type Lost = Extract<CommitOutcome, { kind: "lost" }>["lost"][number];

/** Which of those conditions does not hold now; null when all do. */
export function wakeLoss(change: WakeChange | undefined, now: Mailbox): Lost | null {
  if (change === undefined) return null;
  if (change.delta === 1) {
    if (now.status !== "active") return "archived";
    if (change.alone && (now.waking?.[change.target] ?? 0) > 0) return "alone";
    return now.pending_wakes >= change.cap ? "cap" : null;
  }
  if (change.fires === undefined) return null;
  if (now.status !== "active") return "archived";
  const { silent_since } = change.fires;
  return silent_since !== null && (now.said_seq ?? 0) > silent_since ? "replied" : null;
}
