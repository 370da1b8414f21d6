import { describe, expect, test } from "vitest";
import { Deliverable } from "../../../agents/deliverable.ts";
import { parts } from "../../../agents/parts.ts";
import { render } from "../../../agents/render.ts";
import { report } from "../../../agents/report/report.ts";
import type { DeliverableView, SpecialisedAgent } from "../../../shared/agents/define-agent.ts";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { exampleSources, type Given, sourcesOf } from "../../support/example-sources.ts";
import { type Ran, runPlan } from "../../support/run-plan.ts";

if (report.kind !== "specialised") throw new Error("the report agent is specialised");
const { policy } = report satisfies SpecialisedAgent;
const given = exampleSources();
const input = "Write a report on the energy crisis";

const viewOf = (ran: Ran): DeliverableView => ({ content: ran.delivery, parts: parts(ran.delivery) });

/** The brief after a message that rules alone understand. */
function revise(brief: JsonObject, message: string, view: DeliverableView): JsonObject {
  const operations = policy.recognise(message, view, brief);
  if (operations === null) throw new Error(`not recognised: ${message}`);
  return operations.reduce<JsonObject>((one, operation) => policy.apply(one, policy.operation.parse(operation)), brief);
}

async function first(text = input, sources: Given = given) {
  const empty = { content: null, parts: [] };
  const brief = revise(policy.initial(text, sources.sources), text, empty);
  return { brief, ran: await runPlan(report, policy.plan(brief, sources.sources), sources) };
}

describe("a report of the example sources", () => {
  test("has key points that rest on passages, and a table for each table source", async () => {
    const { ran } = await first();
    const { sections, sources, title } = Deliverable.parse(ran.delivery);
    expect(title).toBe("Energy crisis");
    expect(sections.map(({ id }) => id)).toEqual(["points", "metrics:2", "metrics:3"]);
    expect(sections[0]?.claims).toHaveLength(5);
    for (const claim of sections[0]?.claims ?? []) expect(claim.rests_on.join()).toMatch(/^src_0+1\.p\d+$/);
    expect(sections[2]?.table?.rows.map(({ cells }) => cells[0])).toEqual([
      "Fossil Fuels",
      "Nuclear Energy",
      "Renewables",
      "all",
    ]);
    expect(sources.map(({ name }) => name)).toEqual([
      "energy-address-1977.md",
      "global-temp.csv",
      "iowa-electricity.csv",
    ]);
  });

  test("is the same to the last id when it is made again", async () => {
    expect((await first()).ran.delivery).toEqual((await first()).ran.delivery);
  });

  test("gives each claim an id of c_ and eight hex digits, and never two the same", async () => {
    const ids = parts((await first()).ran.delivery)
      .filter(({ kind }) => kind === "claim")
      .map(({ id }) => id);
    for (const id of ids) expect(id).toMatch(/^c_[0-9a-f]{8}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("takes the wishes of the first message", async () => {
    const { brief } = await first("Write a short report on the energy crisis with the risks, as a table");
    expect(brief).toMatchObject({ topic: "energy crisis", length: "short", format: "table", sections: ["risks"] });
  });

  test("is named for its sources when the message only points at them", async () => {
    const { brief } = await first("Summarise these sources");
    expect(brief["topic"]).toBe("energy address 1977, global temp, iowa electricity");
  });
});

describe("a revision runs only what changed", () => {
  test("another statistic runs the tables and the composition", async () => {
    const { brief, ran } = await first();
    const next = revise(brief, "Use the median instead of the mean", viewOf(ran));
    const revised = await runPlan(report, policy.plan(next, given.sources), given, ran);
    expect(revised.ran).toEqual(["metrics:2", "metrics:3", "compose"]);
    expect(revised.model.asked).toEqual([]);
  });

  test("an expansion runs itself and the composition", async () => {
    const { brief, ran } = await first();
    const third = parts(ran.delivery).find(({ kind, ordinal }) => kind === "claim" && ordinal === 3);
    const next = revise(brief, "Expand the third point", viewOf(ran));
    const revised = await runPlan(report, policy.plan(next, given.sources), given, ran);
    expect(revised.ran).toEqual([`expand:${third?.id}`, "compose"]);
    const section = Deliverable.parse(revised.delivery).sections.find(({ heading }) => heading === "More on point 3");
    expect(section?.paragraphs?.length).toBeGreaterThan(0);
    expect(revised.rests_on[`expand:${third?.id}`]).toContain(third?.id);
  });

  test("an expansion of a text point is reused when the statistic changes", async () => {
    const { brief, ran } = await first();
    const expanded = revise(brief, "Expand the third point", viewOf(ran));
    const second = await runPlan(report, policy.plan(expanded, given.sources), given, ran);
    const median = revise(expanded, "Use the median instead of the mean", viewOf(second));
    const third = await runPlan(report, policy.plan(median, given.sources), given, second);
    expect(third.ran).toEqual(["metrics:2", "metrics:3", "compose"]);
  });

  test("another form runs the composition alone", async () => {
    const { brief, ran } = await first();
    const next = revise(brief, "Make it a table", viewOf(ran));
    const revised = await runPlan(report, policy.plan(next, given.sources), given, ran);
    expect(revised.ran).toEqual(["compose"]);
    expect(render(revised.delivery)).toContain("| # | Point | Source |");
  });

  test("a section runs itself and the composition", async () => {
    const { brief, ran } = await first();
    const next = revise(brief, "Add the shortages too", viewOf(ran));
    const revised = await runPlan(report, policy.plan(next, given.sources), given, ran);
    expect(revised.ran).toEqual(["section:shortages", "compose"]);
    expect(Deliverable.parse(revised.delivery).sections.at(-1)?.heading).toBe("Shortages");
  });

  test("three messages in a row leave no expansion, one section, and a short table", async () => {
    const { brief, ran } = await first();
    const messages = ["Expand the second point", "Add the risks too", "Actually keep it short and make it a table"];
    const next = messages.reduce((one, message) => revise(one, message, viewOf(ran)), brief);
    expect(next).toMatchObject({ expanded: [], sections: ["risks"], length: "short", format: "table" });
  });

  test("an expansion of a table's claim follows its numbers", async () => {
    const tables = sourcesOf({ "mix.csv": "kind,value\na,1\na,2\nb,3\nb,10\n" });
    const { brief, ran } = await first("Write a report on the mix", tables);
    const expanded = revise(brief, "Expand the first point", viewOf(ran));
    const second = await runPlan(report, policy.plan(expanded, tables.sources), tables, ran);
    const median = revise(expanded, "Use the maximum", viewOf(second));
    const third = await runPlan(report, policy.plan(median, tables.sources), tables, second);
    expect(render(second.delivery)).toContain("The mean of value by kind: b 6.5; a 1.5.");
    expect(render(third.delivery)).toContain("The largest value of value by kind: b 10; a 2.");
    expect(second.model.asked).toEqual([]);
  });
});

describe("what the sources do not hold", () => {
  test("a topic they do not speak of becomes a note, not a section", async () => {
    const { brief, ran } = await first();
    const next = revise(brief, "Add the zebras", viewOf(ran));
    const revised = await runPlan(report, policy.plan(next, given.sources), given, ran);
    const { sections, notes } = Deliverable.parse(revised.delivery);
    expect(sections.map(({ id }) => id)).not.toContain("section:zebras");
    expect(notes).toContain("The sources say nothing about “zebras”.");
  });

  test("without a source there is a report that says so, and no question to the model", async () => {
    const none = sourcesOf({});
    const { ran } = await first(input, none);
    expect(Deliverable.parse(ran.delivery)).toMatchObject({
      sections: [],
      notes: ["There is nothing in the sources to report on."],
    });
    expect(ran.model.asked).toEqual([]);
  });

  test("a point that is asked for before there are any is found by its number", async () => {
    const brief = policy.initial(input, given.sources);
    const next = revise(brief, "Expand the third point", { content: null, parts: [] });
    const ran = await runPlan(report, policy.plan(next, given.sources), given);
    const { sections } = Deliverable.parse(ran.delivery);
    expect(sections.map(({ heading }) => heading)).toContain("More on point 3");
  });

  test("a point that never was is said to be missing", async () => {
    const brief = policy.initial(input, given.sources);
    const next = revise(brief, "Expand point 19", { content: null, parts: [] });
    const ran = await runPlan(report, policy.plan(next, given.sources), given);
    expect(Deliverable.parse(ran.delivery).notes).toContain("There is nothing more in the sources on “Point 19”.");
  });
});
