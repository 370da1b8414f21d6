import * as z from "zod";
import { closedObject } from "./closed-object.ts";
import { EventId, RunId, SessionId, SourceId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { limits } from "./limits.ts";
import { OnBusyChoice, OriginView } from "./run.ts";
import { Timestamp } from "./timestamp.ts";
import { byteLength, PersonText, tooLarge } from "./wire-text.ts";

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

/** Body of `PATCH /api/sessions/{session_id}/mailbox/{event_id}`. A new text stays in the mailbox itself, so it is short. */
export const EditMailboxEntry = closedObject({
  text: PersonText.refine((text) => byteLength(text) <= limits.inlineTextBytes, {
    error: `must be at most ${limits.inlineTextBytes} bytes of UTF-8; withdraw it and send a longer one anew`,
    params: tooLarge,
  }).meta({ description: "What it is to say instead, at most 4 KB.", maxLength: limits.inlineTextBytes }),
}).meta({ id: "EditMailboxEntry" });
export type EditMailboxEntry = z.infer<typeof EditMailboxEntry>;
