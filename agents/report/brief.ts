import * as z from "zod";
import { Statistic } from "../cells/statistics.ts";
import { Format, Length } from "../deliverable.ts";
import { Language } from "../language.ts";
import { slugOf } from "../stable-id.ts";

/** What a report is made from. The plan follows from it alone, so every field changes some step or none. */
export const Brief = z.strictObject({
  topic: z.string().min(1),
  /** Names of the sources, when the first message named no topic and it could be any of them; open until it is chosen. */
  topic_choice: z.strictObject({ names: z.array(z.string()), is_open: z.boolean() }).optional(),
  /** What a correction may have meant that did not say it; open until one is chosen. `number` counts such questions. */
  choice: z
    .strictObject({
      number: z.int().min(1),
      is_open: z.boolean(),
      options: z.array(z.strictObject({ label: z.string().min(1), operation: z.record(z.string(), z.json()) })),
    })
    .optional(),
  /** The person's, for the words that are not taken from the sources. */
  language: Language.default("en"),
  format: Format,
  length: Length,
  point_count: z.int().min(1).max(20),
  statistic: Statistic,
  /** Columns of the tables; chosen per table when empty. */
  columns: z.array(z.string()),
  group_by: z.string().nullable(),
  /** Parts to go deeper into, in the order they were asked for. */
  expanded: z.array(
    z.strictObject({
      /** Id of a claim, or `#` and its number among the key points while there is no delivery yet. */
      point_id: z.string().min(1),
      text: z.string().nullable(),
      /** The section it stands in, which is the step that made it. */
      within: z.string().nullable(),
    }),
  ),
  /** Topics that have a section of their own. */
  sections: z.array(z.string().min(1)),
});
export type Brief = z.infer<typeof Brief>;

/** Most points a report has. */
export const pointsAtMost = 20;

/** What a person can do to a report. */
export const Operation = z.discriminatedUnion("op", [
  z
    .strictObject({
      op: z.literal("expand"),
      part_id: z.string().min(1).describe("Id of the claim, section or row to go deeper into."),
      text: z.string().nullable().default(null).describe("The words of that part."),
      within: z.string().nullable().default(null).describe("Id of the section it stands in; null when unknown."),
    })
    .describe("Go deeper into one part."),
  z.strictObject({ op: z.literal("change_format"), format: Format }).describe("Show it in another form."),
  z.strictObject({ op: z.literal("shorten") }).describe("Keep it short; takes earlier expansions out."),
  z.strictObject({ op: z.literal("lengthen") }).describe("Make it longer again."),
  z
    .strictObject({
      op: z.literal("recalculate"),
      statistic: Statistic.nullable().default(null).describe("Null keeps the statistic."),
      columns: z.array(z.string()).nullable().default(null).describe("Null keeps the columns."),
      group_by: z.string().nullable().default(null).describe("Null keeps the grouping."),
    })
    .describe("Compute the tables anew with another statistic, other columns or another grouping."),
  z
    .strictObject({ op: z.literal("add_section"), topic: z.string().trim().min(1) })
    .describe("Add a section on a topic."),
  z
    .strictObject({
      op: z.literal("remove_section"),
      topic: z.string().trim().min(1).describe("Topic or id of the section."),
    })
    .describe("Take a section or an expansion out."),
  z
    .strictObject({ op: z.literal("set_topic"), topic: z.string().trim().min(1) })
    .describe("Write about another topic."),
  z
    .strictObject({ op: z.literal("set_points"), count: z.int().min(1).max(pointsAtMost) })
    .describe("Another number of key points."),
]);
export type Operation = z.infer<typeof Operation>;

/**
 * The brief after one operation. Pure. Doing the same thing twice is the same as doing it once, but for `lengthen`. A choice
 * that is open is not asked any more.
 */
export function applyOperation(before: Brief, operation: Operation): Brief {
  const brief = withoutChoice(before);
  switch (operation.op) {
    case "expand":
      return expand(brief, operation);
    case "change_format":
      return { ...brief, format: operation.format };
    case "shorten":
      return { ...brief, length: "short", expanded: [] };
    case "lengthen":
      if (brief.length === "short") return { ...brief, length: "normal" };
      return { ...brief, point_count: Math.min(brief.point_count + 3, pointsAtMost) };
    case "recalculate":
      return {
        ...brief,
        statistic: operation.statistic ?? brief.statistic,
        columns: operation.columns ?? brief.columns,
        group_by: operation.group_by ?? brief.group_by,
      };
    case "add_section":
      return brief.sections.some((topic) => isSameTopic(topic, operation.topic))
        ? brief
        : { ...brief, sections: [...brief.sections, operation.topic] };
    case "remove_section":
      return removeSection(brief, operation.topic);
    case "set_topic":
      return { ...withTopicChosen(brief), topic: operation.topic, expanded: [] };
    case "set_points":
      return { ...brief, point_count: operation.count };
  }
}

function withoutChoice({ choice, ...brief }: Brief): Brief {
  return choice === undefined ? brief : { ...brief, choice: { ...choice, is_open: false } };
}

/** A topic that is named is not asked for any more. */
function withTopicChosen({ topic_choice: choice, ...brief }: Brief): Brief {
  return choice === undefined ? brief : { ...brief, topic_choice: { ...choice, is_open: false } };
}

function expand(brief: Brief, { part_id, text, within }: Extract<Operation, { op: "expand" }>): Brief {
  const others = brief.expanded.filter(({ point_id }) => point_id !== part_id);
  return { ...brief, expanded: [...others, { point_id: part_id, text, within }] };
}

function removeSection(brief: Brief, topic: string): Brief {
  return {
    ...brief,
    sections: brief.sections.filter((one) => !isSameTopic(one, topic) && sectionStep(one) !== topic),
    expanded: brief.expanded.filter(({ point_id }) => point_id !== topic && expandStep(point_id) !== topic),
  };
}

/** Name of the step that writes the section on a topic, and so the id of that section. */
export function sectionStep(topic: string): string {
  return `section:${slugOf(topic)}`;
}

/** Name of the step that goes deeper into a part. */
export function expandStep(pointId: string): string {
  return `expand:${slugOf(pointId.replace(/^#/, "point "))}`;
}

/** True when two topics are the same but for case, marks and a leading article. */
export function isSameTopic(one: string, other: string): boolean {
  return bareTopic(one) === bareTopic(other);
}

/** A topic without its article, in lower case. */
function bareTopic(topic: string): string {
  return topic
    .toLowerCase()
    .replace(/^(?:the|a|an|die|der|das|den|les|le|la|los|las|el|i|gli|il|lo)\s+|^(?:l|d)['’]/u, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "");
}
