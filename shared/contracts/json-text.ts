import * as z from "zod";
import { JsonObject } from "./json.ts";

/** The text of a JSON object, as the object. */
export const JsonObjectText = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      // JSON.parse throws for a syntax error, and for nothing else.
      context.addIssue({ code: "custom", message: "is not JSON" });
      return z.NEVER;
    }
  })
  .pipe(JsonObject);
