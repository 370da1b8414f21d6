import type { JsonObject } from "../../shared/contracts/json.ts";
import type { PlanNode } from "../../shared/contracts/plan-records.ts";
import type { Source } from "../../shared/contracts/records.ts";
import { capital } from "../assemble.ts";
import { type Brief, expandStep, sectionStep } from "./brief.ts";

/**
 * The whole plan of a report. Pure. A step's arguments hold only what changes its result, so another statistic runs
 * the tables again and nothing else, another form only `compose`, and an expansion only itself and `compose`.
 */
export function planReport(brief: Brief, sources: readonly Source[]): readonly PlanNode[] {
  const reads = sources.map((source, index) => ({ source, step: `read:${index + 1}` }));
  const texts = reads.filter(({ source }) => source.media_type !== "text/csv");
  const tables = reads.flatMap(({ source, step }, index) =>
    source.media_type === "text/csv" || source.media_type === "application/json"
      ? [{ source, step: `metrics:${index + 1}`, after: step }]
      : [],
  );
  const textIds = texts.map(({ source }) => source.id);
  const textSteps = texts.map(({ step }) => step);

  const read = reads.map(({ source, step }) =>
    node(step, "read_source", { title: `Read ${source.name}`, args: { source_id: source.id } }),
  );
  const metrics = tables.map(({ source, step, after }) => {
    const { statistic, columns, group_by, language } = brief;
    const args = { source_id: source.id, statistic, columns, group_by, language };
    return node(step, "table_metrics", {
      title: `Compute the ${statistic} of ${source.name}`,
      args,
      depends_on: [after],
    });
  });
  const pointArgs = { topic: brief.topic, count: brief.point_count, source_ids: textIds };
  const pointStep = node("points", "key_points", {
    title: "Find the key points",
    args: pointArgs,
    depends_on: textSteps,
  });
  const points = texts.length === 0 ? [] : [pointStep];
  const sections = unique(brief.sections).map(([step, topic]) => {
    const args = { topic, source_ids: textIds };
    return node(step, "add_section", {
      title: `Write the section “${topic}”`,
      args,
      depends_on: textSteps,
    });
  });
  const made = [...points, ...metrics, ...sections];
  const expansions = brief.expanded.map((one) => expansion(one, made));
  const parts = [...points, ...expansions, ...metrics, ...sections].map(({ step_id }) => step_id);
  const args = {
    title: capital(brief.topic),
    language: brief.language,
    format: brief.format,
    length: brief.length,
    order: parts,
    source_ids: sources.map(({ id }) => id),
  };
  const composed = node("compose", "compose", { title: "Put it together", args, depends_on: parts });
  return [...read, ...made, ...expansions, composed];
}

type Work = { readonly title: string; readonly args: JsonObject; readonly depends_on?: readonly string[] };

function node(step_id: string, cell_id: string, { title, args, depends_on = [] }: Work): PlanNode {
  return { step_id, cell_id, title, args, depends_on };
}

/** An expansion waits for the step that made its claim; when that is not known, for all that make claims. */
function expansion({ point_id, text, within }: Brief["expanded"][number], made: readonly PlanNode[]): PlanNode {
  const maker = made.filter(({ step_id }) => step_id === within);
  const points = made.filter(({ step_id }) => step_id === "points");
  const tables = made.filter(({ cell_id }) => cell_id === "table_metrics");
  const isPoint = point_id.startsWith("#") || within === "points";
  const others = isPoint ? tables : made;
  const after = [maker, isPoint ? points : [], others].find((steps) => steps.length > 0) ?? [];
  const title = point_id.startsWith("#") ? `Go deeper into point ${point_id.slice(1)}` : "Go deeper into one part";
  const depends_on = after.map(({ step_id }) => step_id);
  return node(expandStep(point_id), "expand_point", { title, args: { point_id, text }, depends_on });
}

/** Topics by the name of their step; of two that would have the same name the first stays. */
function unique(topics: readonly string[]): readonly (readonly [step: string, topic: string])[] {
  const named = new Map<string, string>();
  for (const topic of topics) if (!named.has(sectionStep(topic))) named.set(sectionStep(topic), topic);
  return [...named];
}
