import * as z from "zod";
import { EventId, RunId, SessionId, SourceId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

/** Answer of `POST /api/runs/{run_id}/messages`. */
export const MessageAccepted = z
  .object({
    accepted: z.literal(true),
    event_id: EventId,
    seq: z.int().positive(),
    revision: z.literal("scheduled"),
    message: z.string().meta({ description: "The acknowledgement, as it is shown in the conversation." }),
  })
  .meta({ id: "MessageAccepted", description: "The follow-up is recorded and will be taken in." });
export type MessageAccepted = z.infer<typeof MessageAccepted>;

/** Something that was said in a session. */
export const MessageView = z
  .object({
    id: EventId,
    session_id: SessionId,
    run_id: RunId,
    seq: z.int().positive(),
    role: z.enum(["user", "assistant", "wake", "system"]).meta({
      description:
        "Who speaks: the owner, the agent, or what the agent was woken with. `wake`: a follow-up that it had scheduled itself; `system`: its wake-up at fixed times.",
    }),
    text: z.string(),
    truncated: z.boolean().meta({ description: "True when `text` is the beginning of what the artifact holds." }),
    state: z
      .enum(["waiting", "answering", "taken"])
      .meta({ description: "`waiting` and `answering`: still in the mailbox. `taken`: part of the run." }),
    disposition: JsonObject.nullable().meta({ description: "What became of it, unless the agent said it." }),
    artifact_id: z.string().nullable().meta({ description: "What an answer of the assistant shows." }),
    source_ids: z.array(SourceId),
    created_at: Timestamp,
  })
  .meta({ id: "Message" });
export type MessageView = z.infer<typeof MessageView>;
