import * as z from "zod";
import { JsonObject } from "../contracts/json.ts";

const known = new WeakMap<z.ZodType, JsonObject>();

/**
 * The JSON Schema a model is told of a zod schema: what may be put in, so fields with a default are optional. The same
 * bytes in every call, so that a prompt cache finds them again.
 */
export function toToolSchema(schema: z.ZodType): JsonObject {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { $schema: _, ...told } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const made = JsonObject.parse(told);
  known.set(schema, made);
  return made;
}

/** What is wrong with a value, one line each, for the model to repair: where it is and what was expected. */
export function issuesOf(error: z.ZodError): string {
  const lines = error.issues.slice(0, 10).map((issue) => {
    const where = issue.path.map(String).join(".");
    return `- ${where === "" ? "the whole input" : where}: ${issue.message}`;
  });
  const more = error.issues.length - lines.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}
