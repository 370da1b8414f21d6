import * as z from "zod";
import { ArtifactId, RunId, SessionId } from "./ids.ts";
import { Json } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

/** An artifact in a list: everything but its content. */
export const ArtifactSummary = z
  .object({
    id: ArtifactId,
    session_id: SessionId,
    run_id: RunId,
    dag_version: z.int().nonnegative(),
    step_id: z.string(),
    cell_id: z.string(),
    kind: z.enum(["output", "delivery", "answer"]),
    rests_on: z
      .array(z.string())
      .meta({ description: "Ids of what it rests on: artifacts, claims, passages, sources." }),
    as_of: Timestamp,
    stale_at: Timestamp.nullable().meta({ description: "From when on it is too old to answer from." }),
    created_at: Timestamp,
  })
  .meta({ id: "ArtifactSummary" });
export type ArtifactSummary = z.infer<typeof ArtifactSummary>;

/** An artifact with its content. It never changes. */
export const ArtifactView = ArtifactSummary.extend({ content: Json }).meta({
  id: "Artifact",
  description: "An immutable output of a task.",
});
export type ArtifactView = z.infer<typeof ArtifactView>;
