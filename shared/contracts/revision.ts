import * as z from "zod";
import { EventId, RunId, SourceId } from "./ids.ts";
import { Json, JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

const NodeView = z.object({
  step_id: z.string(),
  cell_id: z.string(),
  title: z.string(),
  args: JsonObject,
  depends_on: z.array(z.string()),
});

const VerdictView = z
  .object({
    route: z.enum(["direct_answer", "resume_need_input", "revise_run", "new_run"]),
    reason: z.string(),
    by: z.enum(["rules", "model", "fallback"]),
    with_change: z.literal(true).optional().meta({
      description: "It asks for something later besides; a turn schedules that first, and then the change is made.",
    }),
  })
  .meta({ id: "Verdict", description: "Where a follow-up was routed, why, and by which side." });

const CausedByView = z.object({
  event_id: EventId,
  seq: z.int().positive(),
  text: z.string(),
  verdict: VerdictView.nullable(),
  became: Json,
  superseded_by: EventId.nullable(),
});

/** One committed plan version, as it is answered. */
export const RevisionView = z
  .object({
    id: z.string().meta({ description: "The run and the version." }),
    run_id: RunId,
    dag_version: z.int().positive(),
    base_version: z.int().nonnegative().meta({
      description:
        "The version it was made from: an older one after a rollback or when something is taken back, 0 for a start from nothing.",
    }),
    nodes: z.array(NodeView),
    brief: JsonObject,
    source_ids: z.array(SourceId),
    added: z.array(
      z.object({ step_id: z.string(), because: z.enum(["new", "changed", "inputs_changed", "unfinished"]) }),
    ),
    reused: z.array(z.string()),
    dropped: z.array(z.string()),
    caused_by: z.array(CausedByView),
    committed_at: Timestamp,
  })
  .meta({ id: "Revision", description: "A committed plan: what it added, reused and dropped, and what caused it." });
export type RevisionView = z.infer<typeof RevisionView>;
