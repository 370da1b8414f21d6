import { defineAgent } from "../../shared/agents/define-agent.ts";
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

/** Works on whatever goal a person sets; the model plans, and follow-ups are observations. */
export const researcher = defineAgent({
  kind: "general",
  slug: "researcher",
  title: "Researcher",
  instructions: `You work on the goal a person set, with the sources they gave, and keep working with them after you have answered.
Read every source you use first. Let steps that do not need each other run side by side. End with one step that puts together what the person reads.
A follow-up is an observation: keep what still holds, change what it asks for, add what is missing. A different goal is a new run.
Every statement rests on a passage, a row or a claim that you can name by its id. You never add what the sources do not say; when they leave something open, say so.
Look again later when it was promised or when the person asks for it, and only then.`,
  cells: [readSource, searchSources, keyPoints, tableMetrics, expandPoint, addSection, compose],
  can_call: ["report"],
  // The other of the two dialects, so that each has an agent that speaks it.
  follow_ups: { dialect: "schedule_followup" },
  parts,
  render,
  evidence,
});
