import * as z from "zod";
import { EventId } from "../contracts/ids.ts";
import type { JsonObject } from "../contracts/json.ts";

/** What is asked for later, by which event, and its number. */
export const Promised = z.strictObject({ asked: z.string().min(1), event_id: EventId, seq: z.int().positive() });

/** What a `promise` is to schedule. */
export const promiseArgs: z.ZodType<JsonObject> = Promised as unknown as z.ZodType<JsonObject>;

/** Grows when the same promise would now be looked after differently. */
export const promiseVersion = 1;

/** What a `promise` makes: what is said of it to the person. */
export const PromiseContent = z.object({ text: z.string() });
