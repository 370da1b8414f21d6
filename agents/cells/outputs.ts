import * as z from "zod";
import { Claim, DeliverableTable, Paragraph } from "../deliverable.ts";
import { Language } from "../language.ts";
import { Statistic } from "./statistics.ts";

/** What the cells make. `kind` lets a later step, or a plan a model made, tell them apart whatever the step is called. */

/** Table of contents of one source. */
const SourceIndex = z.object({
  kind: z.literal("source_index"),
  source: z.object({ id: z.string(), name: z.string() }),
  media_type: z.string(),
  sha256: z.string(),
  sections: z.array(z.object({ id: z.string(), heading: z.string(), passages: z.number() })),
  passages: z.number(),
  rows: z.number(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), missing: z.number(), distinct: z.number() })),
});

const Points = z.object({ kind: z.literal("points"), topic: z.string(), points: z.array(Claim) });

/** A claim of a table also says which column it is about and how; that, not its numbers, makes its id. */
export const MetricClaim = Claim.extend({ column: z.string(), about: z.enum(["overall", "groups"]) });
export type MetricClaim = z.infer<typeof MetricClaim>;

export const Metrics = z.object({
  kind: z.literal("metrics"),
  source: z.object({ id: z.string(), name: z.string() }),
  statistic: Statistic,
  /** Of the words that are not taken from the source. */
  language: Language.default("en"),
  group_by: z.string().nullable(),
  /** Null when the source turned out to be no table, or to have no numbers. */
  table: DeliverableTable.nullable(),
  claims: z.array(MetricClaim),
  /** Words of the arguments that name no column of this table; another one may have it. */
  unknown: z.array(z.string()),
  notes: z.array(z.string()),
});
export type Metrics = z.infer<typeof Metrics>;

/** More on one claim. `text` is the claim's own; null when there is no such claim any more. */
const Expansion = z.object({
  kind: z.literal("expansion"),
  point_id: z.string(),
  text: z.string().nullable(),
  paragraphs: z.array(Paragraph),
});

const TopicSection = z.object({ kind: z.literal("section"), topic: z.string(), claims: z.array(Claim) });

const SearchResults = z.object({
  kind: z.literal("search_results"),
  query: z.string(),
  results: z.array(z.object({ id: z.string(), source: z.string(), text: z.string() })),
});

/** Everything a step that composes can make something of. */
export const Output = z.discriminatedUnion("kind", [
  SourceIndex,
  Points,
  Metrics,
  Expansion,
  TopicSection,
  SearchResults,
]);
export type Output = z.infer<typeof Output>;

/** The outputs among a step's inputs, by the step that made them; what has another shape is passed over. */
export function outputsOf(inputs: Readonly<Record<string, unknown>>): readonly (readonly [string, Output])[] {
  return Object.entries(inputs).flatMap(([step, content]) => {
    const parsed = Output.safeParse(content);
    return parsed.success ? [[step, parsed.data] as const] : [];
  });
}
