import { locateRun, type RunId } from "../../contracts/ids.ts";
import type { Mailbox } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { Ports } from "../../ports/ports.ts";
import type { Reader } from "../../ports/reader.ts";
import { ownRun } from "../sessions/own-session.ts";
import type { FollowUpOutcome } from "./accept-follow-up.ts";
import { eventIdFor } from "./event-id-for.ts";

/** Which run is to be done again, and for whom. */
export type Retry = { readonly owner: string; readonly run_id: RunId; readonly idempotency_key?: string };

type RetryPorts = Pick<Ports, "mailboxes" | "runs" | "queues" | "clock" | "ids"> & { readonly reader: Reader };

/** What stands in the conversation for it. */
const words = "Try again.";

/**
 * Accepts the wish to do a failed run again. It waits in the mailbox like a message, so that it is neither lost nor done
 * twice, and is decided under the lock: a run that goes on by then is left alone.
 */
export async function acceptRetry(
  ports: RetryPorts,
  { owner, run_id, idempotency_key }: Retry,
): Promise<FollowUpOutcome | { readonly kind: "not_failed" }> {
  const { sessionId, turn } = locateRun(run_id);
  // Before the mailbox: the same request, sent twice at once, may set it going, and is known there by then.
  const run = await ports.runs.readRun({ session_id: sessionId, turn });
  const owned = await ownRun(ports.reader, owner, run_id);
  if (owned.kind === "not_found") return { kind: "not_found" };
  const event_id = eventIdFor(ports.ids, [owner, "message", sessionId], idempotency_key);
  if (run?.status !== "failed" && !isRepeat(owned.mailbox, event_id)) return { kind: "not_failed" };
  const entry = {
    event_id,
    kind: "follow_up" as const,
    turn,
    text: words,
    received_at: ports.clock.now(),
    origin: { type: "person" as const, owner },
    on_busy: "enqueue" as const,
    retry: true as const,
    hash: idempotency_key === undefined ? "" : fingerprint({ turn, retry: true }, 16),
  };
  const outcome = await ports.mailboxes.accept(sessionId, owner, entry, []);
  if (outcome.kind !== "accepted" && outcome.kind !== "repeated") return { kind: outcome.kind };
  await ports.queues.nudge([{ session_id: sessionId }]);
  return { kind: outcome.kind, event_id, seq: outcome.seq };
}

/** A repeat is answered like the first time, also when the run goes on because of it. */
const isRepeat = ({ seen }: Mailbox, eventId: string): boolean => seen[eventId.slice("evt_".length)] !== undefined;
