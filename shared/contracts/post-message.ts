import type * as z from "zod";
import { boundedObject } from "./bounded-json.ts";
import { closedObject } from "./closed-object.ts";
import { OnBusyChoice } from "./on-busy-choice.ts";
import { SourceInputs } from "./source.ts";
import { wireLimits } from "./wire-limits.ts";
import { MaybeText } from "./wire-text.ts";

/** Body of `POST /api/runs/{run_id}/messages`: a follow-up. */
export const PostMessage = closedObject({
  content: closedObject({
    text: MaybeText.default("").meta({
      description: "What the person says, up to 256 KB. May be left out beside an attachment or answers.",
    }),
    attachments: SourceInputs.optional(),
  }),
  answers: boundedObject(wireLimits.answersBytes)
    .optional()
    .meta({ description: "Answers to open questions, by question id or field." }),
  on_busy: OnBusyChoice.optional(),
})
  .refine(
    ({ content, answers = {} }) =>
      content.text !== "" || (content.attachments ?? []).length > 0 || Object.keys(answers).length > 0,
    {
      path: ["content", "text"],
      error: "must hold at least one visible character, or come with an attachment or an answer",
    },
  )
  .meta({ id: "PostMessage", description: "A follow-up." });
export type PostMessage = z.infer<typeof PostMessage>;
