import { describe, expect, test } from "vitest";
import { Deliverable } from "../../../agents/deliverable.ts";
import { evidence } from "../../../agents/evidence.ts";
import { parts } from "../../../agents/parts.ts";
import { render } from "../../../agents/render.ts";
import type { Json } from "../../../shared/contracts/json.ts";
import type { PlanNode } from "../../../shared/contracts/plan-records.ts";
import { findAgent } from "../../../shared/runtime/find-agent.ts";
import { exampleSources, type Given, sourcesOf } from "../../support/example-sources.ts";
import { contextOf, runPlan } from "../../support/run-plan.ts";

const deliverable = (over: Partial<Deliverable> = {}): Deliverable => ({
  kind: "deliverable",
  language: "en",
  title: "Wind",
  format: "report",
  length: "normal",
  sections: [
    {
      id: "points",
      heading: "Key points",
      claims: [
        { id: "c_00000001", text: "It blows | hard.", rests_on: ["src_A.p1", "src_A.p2"] },
        { id: "c_00000002", text: "It turns.", rests_on: ["src_B.p3"] },
      ],
    },
    {
      id: "metrics:2",
      heading: "b.csv: mean",
      claims: [{ id: "c_00000003", text: "The mean is 3.", rests_on: ["src_B.t1.r1"] }],
      table: { id: "src_B.t1", columns: ["column", "mean"], rows: [{ id: "src_B.t1.r1", cells: ["speed", 1234.5] }] },
    },
    {
      id: "expand:x",
      heading: "More on point 1",
      claims: [],
      paragraphs: [{ text: "Much more.", rests_on: ["src_A.p1"] }],
    },
  ],
  sources: [
    { id: "src_A", name: "a.md" },
    { id: "src_B", name: "b.csv" },
  ],
  notes: ["Something is missing."],
  ...over,
});

describe("the parts of a delivery", () => {
  test("number the key points first and on through the other claims", () => {
    const claims = parts(deliverable()).filter(({ kind }) => kind === "claim");
    expect(claims.map(({ id, ordinal, label, within }) => [id, ordinal, label, within])).toEqual([
      ["c_00000001", 1, "point 1", "points"],
      ["c_00000002", 2, "point 2", "points"],
      ["c_00000003", 3, "b.csv: mean 1", "metrics:2"],
    ]);
  });

  test("have a table with its rows, and what each rests on", () => {
    const found = parts(deliverable()).filter(({ kind }) => kind === "table" || kind === "row");
    expect(found).toMatchObject([
      { id: "src_B.t1", ordinal: 1, text: "column, mean", within: "metrics:2", rests_on: ["src_B"] },
      { id: "src_B.t1.r1", ordinal: 1, text: "column: speed; mean: 1234.5", within: "src_B.t1" },
    ]);
  });

  test("have every source", () => {
    expect(
      parts(deliverable())
        .filter(({ kind }) => kind === "source")
        .map(({ label }) => label),
    ).toEqual(["a.md", "b.csv"]);
  });

  test("of something that is no delivery are none", () => {
    const others: readonly Json[] = [null, 3, "text", [], {}, { kind: "deliverable" }];
    for (const other of others) expect(parts(other)).toEqual([]);
  });
});

describe("a delivery as Markdown", () => {
  test("is a report with numbered points, tables, notes and sources", () => {
    expect(render(deliverable())).toBe(
      [
        "# Wind",
        "## Key points",
        "1. It blows | hard. (a.md p1, p2)\n2. It turns. (b.csv p3)",
        "## b.csv: mean",
        "1. The mean is 3. (b.csv r1)",
        "| column | mean |\n| --- | --- |\n| speed | 1,235 |",
        "## More on point 1",
        "Much more. (a.md p1)",
        "> Something is missing.",
        "Sources: a.md, b.csv",
      ].join("\n\n"),
    );
  });

  test("as a table has the number, the point and the source, and bars in words do not break it", () => {
    expect(render(deliverable({ format: "table" }))).toContain(
      "| # | Point | Source |\n| --- | --- | --- |\n| 1 | It blows \\| hard. | a.md p1, p2 |\n| 2 | It turns. | b.csv p3 |",
    );
  });

  test("as an e-mail has a subject and an end", () => {
    const text = render(deliverable({ format: "email" }));
    expect(text.startsWith("Subject: Wind\n\nHello,")).toBe(true);
    expect(text.endsWith("Best regards")).toBe(true);
  });

  test("as bullets has them", () => {
    expect(render(deliverable({ format: "bullets" }))).toContain("- It turns. (b.csv p3)");
  });

  test("shows what is no delivery as it is", () => {
    expect(render({ answer: 42 })).toBe('```json\n{\n  "answer": 42\n}\n```');
  });
});

describe("a plan that a model made for the researcher", () => {
  const researcher = findAgent("researcher");
  if (!researcher) throw new Error("there is no researcher");
  const node = (
    step_id: string,
    cell_id: string,
    args: PlanNode["args"],
    depends_on: readonly string[] = [],
  ): PlanNode => ({
    step_id,
    cell_id,
    title: step_id,
    args,
    depends_on,
  });
  const given = exampleSources();
  const [address] = given.sources;

  test("may name its steps as it likes, and its order holds", async () => {
    const nodes = [
      node("look", "key_points", { topic: "oil", count: 3 }),
      node("b", "add_section", { topic: "coal" }),
      node("a", "add_section", { topic: "embargoes" }),
      node("find", "search_sources", { query: "solar power", limit: 2 }),
      node("end", "compose", { title: "Oil", order: ["b", "a"] }, ["find", "a", "b", "look"]),
    ];
    const { delivery } = await runPlan(researcher, nodes, given);
    const { sections, format } = Deliverable.parse(delivery);
    expect(format).toBe("report");
    expect(sections.map(({ id }) => id)).toEqual(["points", "b", "a", "find"]);
    expect(sections.at(-1)?.paragraphs?.[0]?.rests_on).toEqual([`${address?.id}.p13`]);
  });

  test("may end without composing: what it made is shown all the same", async () => {
    const { delivery } = await runPlan(researcher, [node("look", "key_points", { topic: "oil", count: 2 })], given);
    expect(parts(delivery).filter(({ kind }) => kind === "claim")).toHaveLength(2);
    expect(render(delivery)).toContain("## Key points");
  });

  test("points of two steps are one list, without the same point twice", async () => {
    const twice = ["one", "two"].map((step) => node(step, "key_points", { topic: "oil", count: 2 }));
    const { delivery } = await runPlan(
      researcher,
      [...twice, node("end", "compose", { title: "Oil" }, ["one", "two"])],
      given,
    );
    expect(Deliverable.parse(delivery).sections[0]?.claims).toHaveLength(2);
  });

  test("may ask for a source that is not there: that step fails for good", async () => {
    const read = researcher.cells.find(({ id }) => id === "read_source");
    await expect(read?.run(contextOf(given), { source_id: "src_X" }, {})).rejects.toMatchObject({
      code: "unknown_source",
      remedy: "reject",
    });
  });
});

describe("the search", () => {
  const search = findAgent("report")?.cells.find(({ id }) => id === "search_sources");
  const found = async (query: string, given: Given) =>
    ((await search?.run(contextOf(given), { query, limit: 3 }, {}))?.content ?? {}) as {
      results?: { id: string; text: string }[];
    };

  test("is a tool, and finds passages and rows", async () => {
    const given = sourcesOf({ "a.md": "Whales sing.\n\nOwls fly.", "b.csv": "animal,weight\nwhale,150000\nowl,2\n" });
    expect(search?.tool).toBe(true);
    const { results } = await found("whales weight", given);
    expect(results?.map(({ text }) => text)).toContain("animal: whale; weight: 150000");
    expect(results?.map(({ text }) => text)).toContain("Whales sing.");
  });

  test("finds nothing where there is nothing", async () => {
    expect((await found("zebra", sourcesOf({ "a.md": "Whales sing." }))).results).toEqual([]);
    expect((await found("the of and", sourcesOf({ "a.md": "Whales sing." }))).results).toEqual([]);
  });
});

test("the evidence of ids is the words behind them; unknown ids are left out", async () => {
  const given = exampleSources();
  const [address, , iowa] = given.sources;
  const ids = [`${address?.id}.p2`, `${iowa?.id}.p1`, `${address?.id}.p999`, "c_00000000", `${address?.id}.p2`];
  expect(await evidence(ids, given.sources, given.readSource)).toMatchObject([
    {
      id: `${address?.id}.p2`,
      source: "energy-address-1977.md",
      text: expect.stringMatching(/^The energy crisis has not yet/),
    },
    { id: `${iowa?.id}.p1`, text: "year: 2001-01-01; source: Fossil Fuels; net_generation: 35361" },
  ]);
});
