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
    importance: z.number(),
    version: z.int().nonnegative(),
    created_at: Timestamp,
  })
  .meta({ id: "Memory" });
export type MemoryView = z.infer<typeof MemoryView>;
