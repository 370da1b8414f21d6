import type { Brief } from "../../agents/report/brief.ts";
import type { DeliverableView } from "../../shared/agents/define-agent.ts";
import type { Part } from "../../shared/contracts/part.ts";

const part = (over: Partial<Part> & Pick<Part, "id" | "kind" | "ordinal">): Part => ({
  label: "",
  text: "",
  within: null,
  rests_on: [],
  ...over,
});

/** A delivered report: five points, a table with three rows, a section on risks with two claims, one source. */
export const someParts: readonly Part[] = [
  part({ id: "points", kind: "section", ordinal: 1, label: "Key points" }),
  ...[1, 2, 3, 4, 5].map((ordinal) =>
    part({
      id: `c_0000000${ordinal}`,
      kind: "claim",
      ordinal,
      label: `point ${ordinal}`,
      text: `Point ${ordinal} speaks of energy.`,
      within: "points",
    }),
  ),
  part({ id: "metrics:2", kind: "section", ordinal: 2, label: "mix.csv: mean by source" }),
  part({
    id: "src_B.t1",
    kind: "table",
    ordinal: 1,
    label: "mix.csv: mean by source",
    text: "source, rows, mean of net_generation",
    within: "metrics:2",
  }),
  ...[1, 2, 3].map((ordinal) =>
    part({
      id: `src_B.t1.r${ordinal}`,
      kind: "row",
      ordinal,
      label: `row ${ordinal}`,
      text: `source: ${ordinal}`,
      within: "src_B.t1",
    }),
  ),
  part({ id: "section:risks", kind: "section", ordinal: 3, label: "Risks" }),
  part({
    id: "c_0000000a",
    kind: "claim",
    ordinal: 6,
    label: "Risks 1",
    text: "Prices rise.",
    within: "section:risks",
  }),
  part({
    id: "c_0000000b",
    kind: "claim",
    ordinal: 7,
    label: "Risks 2",
    text: "Oil runs out.",
    within: "section:risks",
  }),
  part({ id: "src_A", kind: "source", ordinal: 1, label: "energy-address.md", text: "energy-address.md" }),
];

/** What a policy sees of it. */
export const aView = (parts: readonly Part[] = someParts): DeliverableView => ({
  content: { kind: "deliverable" },
  parts,
});

/** A brief with every field at its beginning, but for what is given. */
export const aBrief = (over: Partial<Brief> = {}): Brief => ({
  topic: "energy",
  language: "en",
  format: "report",
  length: "normal",
  point_count: 5,
  statistic: "mean",
  columns: [],
  group_by: null,
  expanded: [],
  sections: [],
  ...over,
});
