import { type EventId, locateRun, type RunId } from "../../contracts/ids.ts";
import type { JsonObject } from "../../contracts/json.ts";
import type { OnBusy } from "../../contracts/records.ts";
import { fingerprint } from "../../domain/digest.ts";
import type { Ports } from "../../ports/ports.ts";
import type { AcceptOutcome } from "../../ports/stores.ts";
import { eventIdFor } from "./event-id-for.ts";
import { type IncomingSource, newSources, uploadIds } from "./incoming-source.ts";

/** A message that a person sends into a session after its first input. */
export type FollowUp = {
  readonly owner: string;
  readonly run_id: RunId;
  readonly text: string;
  readonly attachments: readonly IncomingSource[];
  readonly answers?: JsonObject;
  /** Absent: as the agent says. */
  readonly on_busy?: OnBusy;
  readonly idempotency_key?: string;
};

export type FollowUpOutcome =
  | { readonly kind: "accepted" | "repeated"; readonly event_id: EventId; readonly seq: number }
  | { readonly kind: Exclude<AcceptOutcome["kind"], "accepted" | "repeated"> };

/**
 * Accepts a follow-up: one conditional write that decides everything, then one nudge (invariants 1 and 10). A repeat is
 * answered like the first time and nudges again, since the first nudge may be what got lost.
 */
export async function acceptFollowUp(
  ports: Pick<Ports, "mailboxes" | "queues" | "clock" | "ids">,
  message: FollowUp,
): Promise<FollowUpOutcome> {
  const { sessionId, turn } = locateRun(message.run_id);
  const received_at = ports.clock.now();
  const event_id = eventIdFor(ports.ids, [message.owner, "message", sessionId], message.idempotency_key);
  const sources = newSources(ports.ids, sessionId, message.attachments, received_at);
  const source_ids = [...uploadIds(message.attachments), ...sources.map((source) => source.id)];
  const entry = {
    event_id,
    kind: "follow_up" as const,
    turn,
    text: message.text,
    received_at,
    origin: { type: "person" as const, owner: message.owner },
    ...(message.on_busy === undefined ? {} : { on_busy: message.on_busy }),
    ...(source_ids.length === 0 ? {} : { source_ids }),
    ...(Object.keys(message.answers ?? {}).length === 0 ? {} : { answers: message.answers }),
    hash: message.idempotency_key === undefined ? "" : payloadHash(message, turn),
  };
  const outcome = await ports.mailboxes.accept(sessionId, message.owner, entry, sources);
  if (outcome.kind !== "accepted" && outcome.kind !== "repeated") return { kind: outcome.kind };
  await ports.queues.nudge([{ session_id: sessionId }]);
  return { kind: outcome.kind, event_id, seq: outcome.seq };
}

const payloadHash = (message: FollowUp, turn: number): string =>
  fingerprint(
    {
      turn,
      text: message.text,
      attachments: message.attachments.map((attachment) => ({ ...attachment })),
      answers: message.answers ?? null,
      on_busy: message.on_busy ?? null,
    },
    16,
  );
