import * as z from "zod";
import { RunId, SessionId } from "./ids.ts";
import { Timestamp } from "./timestamp.ts";

/** Something later turns can use, as it is answered. */
export const MemoryView = z
  .object({
    id: z.string(),
    session_id: SessionId,
    source_run_id: RunId,
    kind: z.enum(["summary", "preference", "delivery", "error", "source"]),
    content: z.object({ text: z.string() }),
    importance: z.number().min(0).max(1),
    version: z.int().nonnegative().meta({ description: "The session's memory counter as of this write." }),
    pinned: z.boolean().meta({
      description: "A rule the person set: kept word for word and given to every plan and turn.",
    }),
    withdrawn: z.boolean().meta({ description: "The person took the rule back." }),
    refs: z.array(z.string()).meta({ description: "Ids of what it is about: an artifact, a source, a message." }),
    created_at: Timestamp,
  })
  .meta({ id: "Memory", description: "Something later turns can use, written with the event that caused it." });
export type MemoryView = z.infer<typeof MemoryView>;
