import { defineAgent } from "../../shared/agents/define-agent.ts";
import type { Source } from "../../shared/contracts/records.ts";
import { askedTopic } from "../../shared/domain/references/asked-topic.ts";
import { languageOf } from "../../shared/domain/text/language.ts";
import { addSection } from "../cells/add-section.ts";
import { compose } from "../cells/compose.ts";
import { expandPoint } from "../cells/expand-point.ts";
import { keyPoints } from "../cells/key-points.ts";
import { readSource } from "../cells/read-source.ts";
import { searchSources } from "../cells/search-sources.ts";
import { tableMetrics } from "../cells/table-metrics.ts";
import { evidence } from "../evidence.ts";
import { parts } from "../parts.ts";
import { render } from "../render.ts";
import { applyOperation, Brief, Operation } from "./brief.ts";
import { readFirstInput } from "./first-input.ts";
import { otherOperations } from "./other.ts";
import { planReport } from "./plan.ts";
import { recognise } from "./recognise.ts";
import { reportForm } from "./report-form.ts";
import { suggestFollowUps } from "./suggest.ts";

/** Writes a report from texts and tables and takes follow-ups as operations on it. */
export const report = defineAgent({
  kind: "specialised",
  slug: "report",
  title: "Report",
  instructions: `You keep a report that is written from the sources a person gave: key points, figures from tables, and sections on further topics.
Every statement rests on a passage, a row or a claim that you can name by its id. You never add what the sources do not say.
Answer in the language the person writes in, in plain sentences, and say so when the sources leave something open.`,
  cells: [readSource, keyPoints, tableMetrics, expandPoint, addSection, searchSources, compose],
  policy: {
    brief: Brief,
    initial: (input, sources) => ({
      ...topicOf(input, sources),
      language: languageOf(input),
      format: "report",
      length: "normal",
      point_count: 5,
      statistic: "mean",
      columns: [],
      group_by: null,
      expanded: [],
      sections: [],
    }),
    operation: Operation,
    recognise: (message, view, brief) => recognise(message, view, Brief.parse(brief)),
    other: otherOperations,
    fallback: (message) => ({ op: "add_section", topic: sectionFor(message) }),
    apply: (brief, operation) => applyOperation(Brief.parse(brief), Operation.parse(operation)),
    suggest: (view, brief) => suggestFollowUps(view, Brief.parse(brief)),
    plan: (brief, sources) => planReport(Brief.parse(brief), sources),
    form: reportForm,
  },
  parts,
  render,
  evidence,
});

/** Sources that are named when nothing else is. */
const namesAtMost = 5;

/**
 * What the input is about; when it only points at the sources, their names. When it names nothing at all and there are
 * several sources, it could be about any of them: then it is asked.
 */
function topicOf(input: string, sources: readonly Source[]): Pick<Brief, "topic" | "topic_choice"> {
  const { topic, points_at_sources, is_request } = readFirstInput(input);
  if (topic !== "") return { topic };
  const names = sources
    .slice(0, namesAtMost)
    .map(({ name }) => name.replace(/\.[a-z]{2,4}$/i, "").replaceAll(/[-_]+/g, " "));
  const all = names.slice(0, 3).join(", ") || input.trim() || "The sources";
  const isOpen = is_request && !points_at_sources && names.length > 1;
  return isOpen ? { topic: all, topic_choice: { names, is_open: true } } : { topic: all };
}

/** The topic of a section that answers a message nothing else fits. */
function sectionFor(message: string): string {
  return (
    (askedTopic(message) ?? message)
      .replaceAll(/\s+/g, " ")
      .trim()
      .replace(/[.?!]+$/, "")
      .slice(0, 120) || "Further"
  );
}
