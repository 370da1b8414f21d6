import * as z from "zod";
import { SessionId, SourceId } from "./ids.ts";
import { SourceMediaType } from "./source.ts";
import { Timestamp } from "./timestamp.ts";

/** An uploaded source as it is answered; `id` is what `upload_id` names. */
export const Upload = z
  .object({
    id: SourceId,
    session_id: SessionId,
    name: z.string(),
    media_type: SourceMediaType,
    bytes: z.int().nonnegative(),
    created_at: Timestamp,
  })
  .meta({ id: "Upload", description: "A stored source. Its `id` is what `upload_id` names in later requests." });
export type Upload = z.infer<typeof Upload>;
