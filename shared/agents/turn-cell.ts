import * as z from "zod";
import type { JsonObject } from "../contracts/json.ts";

/** The built-in cell of a turn in which the model works freely with its tools: a woken turn. */
export const TURN = "turn";

/** What a `turn` is to do; for a woken turn its own note. */
export const turnArgs: z.ZodType<JsonObject> = z.strictObject({ instruction: z.string().min(1) });

/** Grows when the same turn would now be carried out differently. */
export const turnVersion = 1;

/** What a `turn` makes. */
export const TurnContent = z.object({ text: z.string(), supported: z.boolean() });
