import { describe, expect, it } from "vitest";
import * as z from "zod";
import { researcher } from "../../../agents/researcher/researcher.ts";
import { makePlan } from "../../../local/bedrock/model/structured/make-plan.ts";
import { JsonObject } from "../../../shared/contracts/json.ts";

const Plan = z.object({
  nodes: z.array(
    z.object({
      step_id: z.string(),
      cell_id: z.string(),
      title: z.string().min(1),
      args: JsonObject,
      depends_on: z.array(z.string()),
    }),
  ),
});
const cells = researcher.cells.map(({ id, description, input }) => ({
  id,
  description,
  input: JsonObject.parse(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })),
}));
const sources = [
  { id: "src_1", name: "ferry.md", media_type: "text/markdown" },
  { id: "src_2", name: "weather.csv", media_type: "text/csv" },
];
const planOf = (objective: string, followUps: readonly string[] = [], given: JsonObject = {}) =>
  Plan.parse(makePlan({ objective, follow_ups: followUps, cells, sources, previous: [], ...given })).nodes;
const stepsOf = (nodes: ReturnType<typeof planOf>) => nodes.map(({ step_id }) => step_id);

describe("a plan for a researcher", () => {
  const plan = planOf("Write a short report on the electric ferry pilot, including the risks.", [
    "Expand the second point",
    "What did the insurer say?",
    "use the median instead and make it a table",
  ]);

  it("reads each source, does what was asked, and composes", () => {
    expect(stepsOf(plan)).toEqual([
      "read:1",
      "read:2",
      "points",
      "metrics:2",
      "section:risks",
      "search:what-did-the-insurer-say",
      "expand:2",
      "compose",
    ]);
  });

  it("fills the arguments from what was said", () => {
    const argsOf = (step: string) => plan.find(({ step_id }) => step_id === step)?.args;
    expect(argsOf("points")).toEqual({ topic: "The electric ferry pilot" });
    expect(argsOf("metrics:2")).toEqual({ source_id: "src_2", statistic: "median" });
    expect(argsOf("expand:2")).toEqual({ point_id: "#2" });
    expect(argsOf("compose")).toMatchObject({ title: "The electric ferry pilot", format: "table", length: "short" });
  });

  it("has arguments that fit each cell, and depends on earlier steps only", () => {
    for (const [index, node] of plan.entries()) {
      const cell = researcher.cells.find(({ id }) => id === node.cell_id);
      expect(cell?.input.safeParse(node.args).success, node.step_id).toBe(true);
      for (const needed of node.depends_on) expect(stepsOf(plan.slice(0, index))).toContain(needed);
    }
  });

  it("ends in one step that nothing else needs", () => {
    const needed = new Set(plan.flatMap(({ depends_on }) => depends_on));
    expect(stepsOf(plan).filter((step) => !needed.has(step))).toEqual(["compose"]);
  });

  it("keeps every step a follow-up does not touch as it was", () => {
    const before = planOf("Write a report on the ferry");
    const after = planOf("Write a report on the ferry", ["Add a section on maintenance"]);
    expect(after.filter(({ step_id }) => step_id !== "compose" && step_id !== "section:maintenance")).toEqual(
      before.filter(({ step_id }) => step_id !== "compose"),
    );
  });

  it("takes a section out again when a later message says so", () => {
    expect(
      stepsOf(planOf("Report on the ferry", ["Add a section on maintenance", "Remove the maintenance section"])),
    ).not.toContain("section:maintenance");
  });

  it.each([
    ["Schreibe einen Bericht über das Nahwärmenetz", "Das Nahwärmenetz"],
    ["Résume les risques du projet de ferry", "Les risques du projet de ferry"],
    ["Please summarise whale migration in three points.", "Whale migration in three points"],
  ])("takes the topic from %s", (objective, topic) => {
    expect(planOf(objective).find(({ step_id }) => step_id === "points")?.args).toMatchObject({ topic });
  });

  it("without sources still works on the topic", () => {
    expect(stepsOf(planOf("Report on ferries", [], { sources: [] }))).toEqual(["points", "compose"]);
  });
});

describe("a plan from cells nobody knew", () => {
  const unknown: readonly JsonObject[] = [
    {
      id: "translate_text",
      description: "Translates a text into another language.",
      input: {
        type: "object",
        properties: { text: { type: "string" }, language: { type: "string", enum: ["german", "french"] } },
        required: ["text", "language"],
      },
    },
    {
      id: "send_invoice",
      description: "Sends an invoice to a customer.",
      input: { type: "object", properties: { amount: { type: "number", minimum: 1 } }, required: ["amount"] },
    },
  ];

  it("uses the one whose description speaks of what is asked", () => {
    const [node, ...more] = planOf("Translate the welcome text into French", [], { cells: unknown, sources: [] });
    expect(node).toMatchObject({ cell_id: "translate_text", args: { language: "french" } });
    expect(more).toEqual([]);
  });
});
