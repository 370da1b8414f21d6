import * as z from "zod";
import { closedObject } from "./closed-object.ts";
import { EventId, RunId, SessionId, SourceId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { limits } from "./limits.ts";
import { OnBusyChoice } from "./on-busy-choice.ts";
import { OriginView } from "./run.ts";
import { Timestamp } from "./timestamp.ts";
import { PersonText } from "./wire-text.ts";

/** What waits in a mailbox, as it is answered. */
export const MailboxEntryView = z
  .object({
    id: EventId,
    session_id: SessionId,
    run_id: RunId.meta({ description: "The run it is addressed to; for `start_run` the run it starts." }),
    seq: z.int().positive(),
    kind: z.enum(["start_run", "follow_up", "wake"]),
    state: z.enum(["waiting", "answering"]),
    text: z.string(),
    truncated: z.boolean().meta({ description: "True when `text` is only the beginning." }),
    origin: OriginView,
    on_busy: OnBusyChoice,
    source_ids: z.array(SourceId),
    answers: JsonObject.nullable(),
    received_at: Timestamp,
  })
  .meta({ id: "MailboxEntry", description: "A follow-up that waits for the next fold." });
export type MailboxEntryView = z.infer<typeof MailboxEntryView>;

const Text = PersonText.meta({
  description: "What it is to say instead, 1 byte to 256 KB. Not for an entry with answers, nor behind a turn.",
});
const Position = z.int().min(1).max(limits.mailboxEntries).meta({
  description: "Where it is to stand among those that wait, from 1; further back than there are means last.",
});
const Before = EventId.meta({ description: "The entry that it is to stand before." });

/** Body of `PATCH /api/sessions/{session_id}/mailbox/{event_id}`: other words, or another place; numbers stay. */
export const EditMailboxEntry = z
  .union([closedObject({ text: Text }), closedObject({ position: Position }), closedObject({ before: Before })])
  .meta({ id: "EditMailboxEntry", description: "What changes about an entry that still waits: one of these." });
export type EditMailboxEntry = z.infer<typeof EditMailboxEntry>;
