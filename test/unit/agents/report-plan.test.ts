import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyOperation, type Brief, type Operation } from "../../../agents/report/brief.ts";
import { planReport } from "../../../agents/report/plan.ts";
import { report } from "../../../agents/report/report.ts";
import type { PlanNode } from "../../../shared/contracts/plan-records.ts";
import { checkPlan } from "../../../shared/domain/runs/plan-check.ts";
import { cellChecks } from "../../../shared/steps/versions/cell-checks.ts";
import { sourcesOf } from "../../support/example-sources.ts";
import { aBrief } from "../../support/report-view.ts";

const statistic = fc.constantFrom("mean", "median", "sum", "min", "max", "count");
const format = fc.constantFrom("report", "table", "bullets", "email");
const topic = fc.oneof(
  fc.constantFrom("risks", "The risks", "costs", "Kosten", "énergie", "リスク", "a/b: c?"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((text) => text.trim() !== ""),
);
const partId = fc.constantFrom("#1", "#3", "c_0123abcd", "c_89abcdef", "section:risks", "src_0A.t1.r2");

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    op: fc.constant("expand" as const),
    part_id: partId,
    text: fc.constantFrom(null, "A claim."),
    within: fc.constantFrom(null, "points", "section:risks", "metrics:2"),
  }),
  fc.record({ op: fc.constant("change_format" as const), format }),
  fc.constant({ op: "shorten" as const }),
  fc.constant({ op: "lengthen" as const }),
  fc.record({
    op: fc.constant("recalculate" as const),
    statistic: fc.option(statistic),
    columns: fc.option(fc.constant("value").map((column) => [column])),
    group_by: fc.constantFrom(null, "kind"),
  }),
  fc.record({ op: fc.constant("add_section" as const), topic }),
  fc.record({
    op: fc.constant("remove_section" as const),
    topic: fc.oneof(topic, fc.constantFrom("section:risks", "expand:c_0123abcd")),
  }),
  fc.record({ op: fc.constant("set_topic" as const), topic }),
  fc.record({ op: fc.constant("set_points" as const), count: fc.integer({ min: 1, max: 20 }) }),
);
const brief = fc.array(operation, { maxLength: 8 }).map((operations) => operations.reduce(applyOperation, aBrief()));
const sources = fc
  .uniqueArray(fc.constantFrom("a.md", "b.csv", "c.txt", "d.json", "e.csv"), { maxLength: 5 })
  .map((names) => sourcesOf(Object.fromEntries(names.map((name) => [name, name]))).sources);

const changedSteps = (before: readonly PlanNode[], after: readonly PlanNode[]) => {
  const work = (node: PlanNode) => JSON.stringify([node.cell_id, node.args, node.depends_on]);
  const known = new Map(before.map((node) => [node.step_id, work(node)]));
  return after.filter((node) => known.get(node.step_id) !== work(node)).map(({ step_id }) => step_id);
};

describe("the plan of a report", () => {
  test("is accepted as it is, whatever was asked and given: known cells, good arguments, no circle, one end", () => {
    fc.assert(
      fc.property(brief, sources, (one, given) => {
        const nodes = planReport(one, given);
        const outcome = checkPlan(nodes, cellChecks(report));
        expect(outcome).toMatchObject({ kind: "good" });
        if (outcome.kind !== "good") return;
        expect(outcome.nodes.at(-1)?.depends_on).toEqual(["compose"]);
        expect(outcome.nodes).toHaveLength(nodes.length + 1);
        for (const node of nodes) {
          expect(outcome.nodes.find(({ step_id }) => step_id === node.step_id)?.args).toEqual(node.args);
        }
      }),
    );
  });

  test("is the same for the same brief, and changes neither brief nor sources", () => {
    fc.assert(
      fc.property(brief, sources, (one, given) => {
        const [briefBefore, givenBefore] = [structuredClone(one), structuredClone(given)];
        expect(planReport(one, given)).toEqual(planReport(structuredClone(one), structuredClone(given)));
        expect([one, given]).toEqual([briefBefore, givenBefore]);
      }),
    );
  });

  const only = (name: string, change: fc.Arbitrary<Operation>, isExpected: (step: string, one: Brief) => boolean) =>
    test(name, () => {
      fc.assert(
        fc.property(brief, sources, change, (one, given, operationDone) => {
          const steps = changedSteps(planReport(one, given), planReport(applyOperation(one, operationDone), given));
          for (const step of steps) expect(step).toSatisfy((changed: string) => isExpected(changed, one));
        }),
      );
    });

  only(
    "changes in its tables alone for another statistic",
    fc.record({
      op: fc.constant("recalculate" as const),
      statistic,
      columns: fc.constant(null),
      group_by: fc.constant(null),
    }),
    (step) => step.startsWith("metrics:"),
  );
  only(
    "changes in its last step alone for another form",
    fc.record({ op: fc.constant("change_format" as const), format }),
    (step) => step === "compose",
  );
  only(
    "changes in its last step alone when it is kept short",
    fc.constant({ op: "shorten" as const }),
    (step) => step === "compose",
  );
  only(
    "changes in the expansion and its last step alone for an expansion",
    fc.record({
      op: fc.constant("expand" as const),
      part_id: partId,
      text: fc.constant("A claim."),
      within: fc.constant("points"),
    }),
    (step) => step === "compose" || step.startsWith("expand:"),
  );
  only(
    "changes in its points, what rests on them and its last step for another number of points",
    fc.record({ op: fc.constant("set_points" as const), count: fc.integer({ min: 1, max: 20 }) }),
    (step) => step === "points" || step === "compose",
  );

  test("changes for a further section in that, what waits for all of them, and its last step", () => {
    const given = sourcesOf({ "a.md": "x", "b.csv": "y" }).sources;
    const before = aBrief({ expanded: [{ point_id: "c_0123abcd", text: "A claim.", within: "points" }] });
    const after = applyOperation(before, { op: "add_section", topic: "risks" });
    expect(changedSteps(planReport(before, given), planReport(after, given))).toEqual(["section:risks", "compose"]);
  });
});

describe("operations", () => {
  test("done twice are as done once, but for lengthen", () => {
    fc.assert(
      fc.property(brief, operation, (one, done) => {
        fc.pre(done.op !== "lengthen");
        const once = applyOperation(one, done);
        expect(applyOperation(once, done)).toEqual(once);
      }),
    );
  });

  test("never leave a brief that is not one", () => {
    if (report.kind !== "specialised") throw new Error("the report agent is specialised");
    const schema = report.policy.brief;
    fc.assert(
      fc.property(brief, (one) => {
        expect(schema.safeParse(one)).toMatchObject({ success: true });
      }),
    );
  });

  test("keep it short undoes an expansion before it, not one behind it", () => {
    const expand: Operation = { op: "expand", part_id: "c_0123abcd", text: "A claim.", within: "points" };
    expect([expand, { op: "shorten" } as const].reduce<Brief>(applyOperation, aBrief()).expanded).toEqual([]);
    expect([{ op: "shorten" } as const, expand].reduce<Brief>(applyOperation, aBrief()).expanded).toHaveLength(1);
  });

  test("a section is known by its topic, with or without an article, and by its id", () => {
    const withRisks = applyOperation(aBrief(), { op: "add_section", topic: "risks" });
    expect(applyOperation(withRisks, { op: "add_section", topic: "The Risks" })).toEqual(withRisks);
    for (const topicSaid of ["the risks", "Risks", "section:risks"]) {
      expect(applyOperation(withRisks, { op: "remove_section", topic: topicSaid }).sections).toEqual([]);
    }
  });
});
