import * as z from "zod";

/** A question or wish that a person may send next. It never stands in the deliverable's text. */
export const SuggestionView = z
  .object({
    text: z.string().meta({ description: "To be sent as a message, word for word." }),
    route: z
      .enum(["direct_answer", "resume_need_input", "revise_run", "new_run"])
      .meta({ description: "Where it goes when it is sent." }),
    anchor: z.string().nullable().meta({ description: "Id of the part of the delivery that it is about." }),
    withdrawn_by: z
      .int()
      .positive()
      .nullable()
      .meta({ description: "The version that made it pointless; null while it makes sense." }),
  })
  .meta({ id: "Suggestion", description: "A follow-up that is suggested with a delivery." });
export type SuggestionView = z.infer<typeof SuggestionView>;
