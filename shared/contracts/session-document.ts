import * as z from "zod";
import { boundedObject, depthOf, isStorable } from "./bounded-json.ts";
import { closedObject } from "./closed-object.ts";
import { Waiting } from "./document-parts.ts";
import { documentItems } from "./document-records.ts";
import { AgentSlug, SessionId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { limits } from "./limits.ts";
import { Timestamp } from "./timestamp.ts";
import { wireLimits } from "./wire-limits.ts";

/** What a document says of itself; another version is another way to read it. */
export const documentFormat = "followthrough-session";
export const documentVersion = 1;

/** One item of a document, as it is used here: times are epoch milliseconds. `z.encode` makes it what is written. */
export const DocumentItem = z.discriminatedUnion("kind", documentItems);
export type DocumentItem = z.output<typeof DocumentItem>;

/** What waited in the mailbox when the export began. */
export const WaitingEntries = z.array(Waiting);
export type WaitingEntry = z.output<typeof Waiting>;

/** The parts of a document that are read; `z.decode` makes them what is used here. */
export const ReadDocument = z.object({ items: z.array(DocumentItem), waiting: WaitingEntries });

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

/** A record that the table can hold as it is. */
const mayBeKept = (record: JsonObject): boolean => isStorable(record) && depthOf(record) <= wireLimits.recordDepth;
const kept = `must have member names of 1 to 200 characters, numbers that can be kept, and at most ${wireLimits.recordDepth} levels in each`;

/**
 * Body of `POST /api/sessions/import`: a whole document. What the ids in it named is elsewhere, so none of them says
 * anything about the caller's own.
 */
export const ImportSession = closedObject({
  format: z.literal(documentFormat),
  version: z.literal(documentVersion),
  session: z.object({
    id: z.string().optional(),
    agent: AgentSlug,
    // The title of a session that began with a message is the beginning of that, whatever it held once.
    title: z
      .string()
      .min(1)
      .max(2 * wireLimits.titleCharacters),
    channel: boundedObject(wireLimits.channelBytes).nullable(),
    status: z.enum(["active", "archived"]),
    created_at: Timestamp.optional(),
  }),
  waiting: z
    .array(JsonObject)
    .max(limits.mailboxEntries)
    .refine((entries) => entries.every(mayBeKept), { error: kept }),
  items: z
    .array(closedObject({ kind: z.string(), record: JsonObject }))
    .refine((items) => items.every(({ record }) => mayBeKept(withoutContent(record))), { error: kept }),
  next_cursor: z.null().optional().meta({ description: "Null: the document is whole." }),
}).meta({ id: "ImportSession", description: "A session that was exported, all its pages put together." });
export type ImportSession = z.infer<typeof ImportSession>;

/** The content of an artifact is kept as text, and may hold any JSON. */
const withoutContent = ({ content: _content, ...record }: JsonObject): JsonObject => record;
