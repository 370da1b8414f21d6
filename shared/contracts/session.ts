import * as z from "zod";
import { boundedObject } from "./bounded-json.ts";
import { closedObject } from "./closed-object.ts";
import { AgentSlug, RunId, SessionId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";
import { wireLimits } from "./wire-limits.ts";
import { lineOfText } from "./wire-text.ts";

/** Body of `POST /api/sessions`. */
export const CreateSession = closedObject({
  agent: AgentSlug.meta({ description: "Slug of the agent to talk with." }),
  title: lineOfText(wireLimits.titleCharacters).optional(),
  channel: boundedObject(wireLimits.channelBytes)
    .optional()
    .meta({ description: "Where the conversation takes place, in your own words; it comes back with every answer." }),
}).meta({ id: "CreateSession" });
export type CreateSession = z.infer<typeof CreateSession>;

/** A session as it is answered. */
export const SessionView = z
  .object({
    id: SessionId,
    agent: AgentSlug,
    title: z.string(),
    channel: JsonObject.nullable(),
    status: z.enum(["active", "archived"]),
    created_at: Timestamp,
  })
  .meta({ id: "Session", description: "The long-lived conversation between an owner and an agent." });
export type SessionView = z.infer<typeof SessionView>;

/** A session read alone: what goes on in it as well. */
export const SessionDetail = SessionView.extend({
  active_run_id: RunId.nullable().meta({ description: "The run that is going on." }),
  last_run_id: RunId.nullable().meta({ description: "The newest run, also one that has only been asked for." }),
  waiting: z.int().nonnegative().meta({ description: "How many entries wait in the mailbox." }),
  memory_summary: z.string().nullable().meta({
    description: "The session in short: a line a run, older ones together. Null before the first run ended.",
  }),
  memory_version: z.int().nonnegative().meta({ description: "How many memories were written so far." }),
}).meta({ id: "SessionDetail", description: "A session, and what goes on in it." });
export type SessionDetail = z.infer<typeof SessionDetail>;
