import * as z from "zod";

/** One thing that is wrong with a request: where, and what would be right. */
export const ProblemError = z
  .object({
    pointer: z.string().optional().meta({ description: "JSON Pointer (RFC 6901) into the request body." }),
    parameter: z.string().optional().meta({ description: "Name of the path, query or header parameter." }),
    detail: z.string(),
  })
  .meta({ id: "ProblemError" });
export type ProblemError = z.infer<typeof ProblemError>;

/** RFC 9457. `code` never changes its meaning; `title` and `detail` are for people. */
export const Problem = z
  .object({
    type: z.string().meta({ description: "`urn:followthrough:problem:` and the code." }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    code: z.string().meta({ description: "Stable word for programs." }),
    request_id: z.string().meta({ description: "Names this request in the logs." }),
    errors: z.array(ProblemError).optional(),
  })
  .catchall(z.unknown())
  .meta({ id: "Problem", description: "What went wrong, as RFC 9457 describes it." });
export type Problem = z.infer<typeof Problem>;
