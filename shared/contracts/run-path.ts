import * as z from "zod";
import { RunId } from "./ids.ts";

const runId = RunId.meta({ description: "`run_`, the session's ULID, `_` and the turn." });

/** Path parameters of everything under a run. */
export const RunPath = z.object({ run_id: runId });
