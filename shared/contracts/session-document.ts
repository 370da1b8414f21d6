import * as z from "zod";
import { Waiting } from "./document-parts.ts";
import { documentItems } from "./document-records.ts";
import { AgentSlug, SessionId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

/** What a document says of itself; another version is another way to read it. */
export const documentFormat = "followthrough-session";
export const documentVersion = 1;

/** One item of a document, as it is used here: times are epoch milliseconds. `z.encode` makes it what is written. */
export const DocumentItem = z.discriminatedUnion("kind", documentItems);
export type DocumentItem = z.output<typeof DocumentItem>;

/** What waited in the mailbox when the export began. */
export const WaitingEntries = z.array(Waiting);

/** A session as one document, or a page of one, as it is answered. Items are described in docs/data-life.md. */
export const SessionDocument = z
  .object({
    format: z.literal(documentFormat),
    version: z.literal(documentVersion),
    session: z.object({
      id: SessionId,
      agent: AgentSlug,
      title: z.string(),
      channel: JsonObject.nullable(),
      status: z.enum(["active", "archived"]),
      created_at: Timestamp,
    }),
    waiting: z.array(JsonObject).meta({ description: "What waited in the mailbox; on the first page." }),
    items: z.array(z.object({ kind: z.string(), record: JsonObject })),
    next_cursor: z.string().nullable().meta({
      description: "Send it as `cursor` for the next page; null at the end. Put the items of all pages together.",
    }),
  })
  .meta({ id: "SessionDocument", description: "A session with everything in it, or a page of that." });
export type SessionDocument = z.infer<typeof SessionDocument>;
