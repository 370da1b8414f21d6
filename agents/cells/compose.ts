import * as z from "zod";
import { defineCell } from "../../shared/agents/cell.ts";
import { assemble } from "../assemble.ts";
import { Format, Length } from "../deliverable.ts";
import { Language } from "../language.ts";
import { outputsOf } from "./outputs.ts";

/** Puts what earlier steps made together into what a person reads. */
export const compose = defineCell({
  id: "compose",
  description:
    "Assembles the outputs of earlier steps into the deliverable. Always the last step: it depends on every step whose output the reader shall see, and no step depends on it.",
  input: z.strictObject({
    title: z.string().min(1),
    language: Language.default("en").describe("Language of the person."),
    format: Format.default("report"),
    length: Length.default("normal"),
    order: z.array(z.string()).default([]).describe("Step ids in the order their sections shall have."),
    source_ids: z.array(z.string()).default([]).describe("The sources that are named at the end; all when empty."),
  }),
  run: async (context, args, inputs) => {
    const named = context.sources.filter(({ id }) => args.source_ids.length === 0 || args.source_ids.includes(id));
    const sources = named.map(({ id, name }) => ({ id, name }));
    const content = assemble(args, outputsOf(inputs), sources);
    return { content, rests_on: content.sections.flatMap(({ claims }) => claims.map(({ id }) => id)) };
  },
});
