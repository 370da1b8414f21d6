import * as z from "zod";
import { ArtifactId, QuestionId, RunId } from "./ids.ts";
import { JsonObject } from "./json.ts";
import { Timestamp } from "./timestamp.ts";

/** One node of a revision at work, as it is answered. */
export const TaskView = z
  .object({
    id: z.string().meta({ description: "The run, the version and the step." }),
    run_id: RunId,
    dag_version: z.int().positive(),
    step_id: z.string(),
    cell_id: z.string(),
    title: z.string(),
    args: JsonObject,
    depends_on: z.array(z.string()),
    order_index: z.int().nonnegative(),
    status: z.enum(["pending", "running", "done", "failed", "not_started"]).meta({
      description: "`not_started`: it never will be, because its version was superseded or its run is over.",
    }),
    waiting_on: z.array(z.string()),
    waiting_input: z.array(QuestionId).meta({ description: "Questions that it waits for an answer to." }),
    artifact_id: ArtifactId.nullable(),
    reused: z.boolean().meta({ description: "True when an artifact that was there already is used: nothing was run." }),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
  })
  .meta({ id: "Task" });
export type TaskView = z.infer<typeof TaskView>;
