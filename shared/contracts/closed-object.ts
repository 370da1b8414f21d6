import * as z from "zod";

/** An object of a request: a member that is not in `shape` is refused, and the refusal names those that are. */
export function closedObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const allowed = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? `is not known here; allowed: ${allowed}` : undefined),
  });
}
