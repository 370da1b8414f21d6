import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Metrics } from "../../../agents/cells/outputs.ts";
import { tableMetrics } from "../../../agents/cells/table-metrics.ts";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import { exampleSources, sourcesOf } from "../../support/example-sources.ts";
import { contextOf } from "../../support/run-plan.ts";

async function metrics(text: string, args: JsonObject = {}, name = "data.csv") {
  const given = sourcesOf({ [name]: text });
  const source_id = given.sources[0]?.id ?? "";
  return Metrics.parse((await tableMetrics.run(contextOf(given), { source_id, ...args }, {})).content);
}

const rows = (made: Metrics) => made.table?.rows.map(({ cells }) => cells);

describe("a statistic of a table", () => {
  test("is taken by group, with the whole in the last row", async () => {
    const made = await metrics("kind,value\na,1\na,2\nb,3\nb,10\n");
    expect(made.table?.columns).toEqual(["kind", "rows", "mean of value"]);
    expect(rows(made)).toEqual([
      ["a", 2, 1.5],
      ["b", 2, 6.5],
      ["all", 4, 4],
    ]);
    expect(made.claims.map(({ text }) => text)).toEqual([
      "By kind, the mean of value is highest for b (6.5) and lowest for a (1.5).",
      "Over all 4 values in data.csv the mean of value is 4.",
    ]);
  });

  test.each([
    ["mean", 4],
    ["median", 2.5],
    ["sum", 16],
    ["min", 1],
    ["max", 10],
    ["count", 4],
  ])("%s", async (statistic, value) => {
    expect(rows(await metrics("value,note\n1,a\n2,b\n3,c\n10,d\n", { statistic }))).toEqual([["value", value, 4]]);
  });

  test("leaves out cells without a number, and says how many", async () => {
    const made = await metrics("value\n1\nNaN\n\n3\n?\noops\n5\n7\n9\n11\n13\n15\n17\n");
    expect(rows(made)).toEqual([["value", 9, 9]]);
    expect(made.notes).toEqual(["data.csv: cells without a number were left out (3 of 12 in “value”)."]);
  });

  test("is not taken of years, ids and positions unless they are asked for", async () => {
    const text = "id,year,lat,height\n1,2001,5,10\n2,2002,6,20\n3,2003,7,30\n";
    expect(rows(await metrics(text))).toEqual([["height", 20, 3]]);
    expect(rows(await metrics(text, { columns: ["Year"] }))).toEqual([["year", 2002, 3]]);
  });

  test("is grouped by the column that is asked for, whatever its case", async () => {
    const made = await metrics("kind,place,value\na,x,1\na,y,2\nb,x,3\nb,y,4\n", { group_by: "Place" });
    expect(made.group_by).toBe("place");
    expect(rows(made)?.[0]).toEqual(["x", 2, 2]);
  });

  test("says which column there is not, and does what it can", async () => {
    const made = await metrics("value\n1\n2\n", { columns: ["weight"], group_by: "colour" });
    expect(made.unknown).toEqual(["weight", "colour"]);
    expect(rows(made)).toEqual([["value", 1.5, 2]]);
  });

  test("of groups that are all alike is not ranked", async () => {
    const made = await metrics("kind,value,more\na,1,1\na,2,2\nb,1,1\nb,2,2\n", { columns: ["value"] });
    expect(made.claims[0]?.text).toBe("By kind, the mean of value is the same for all 2 groups (1.5).");
  });

  test("can be taken of a JSON list of objects", async () => {
    const made = await metrics(JSON.stringify([{ a: 1 }, { a: null }, { a: 3 }]), {}, "data.json");
    expect(rows(made)).toEqual([["a", 2, 2]]);
  });

  test("needs a table and a number", async () => {
    expect(await metrics('{"a": 1}', {}, "data.json")).toMatchObject({ table: null, claims: [], notes: [] });
    expect((await metrics("a,b\nx,y\n")).notes).toEqual(["data.csv has no column of numbers."]);
  });

  test("of the examples is right", async () => {
    const given = exampleSources();
    const iowa = given.sources.find(({ name }) => name === "iowa-electricity.csv");
    const run = await tableMetrics.run(contextOf(given), { source_id: iowa?.id ?? "", statistic: "median" }, {});
    expect(rows(Metrics.parse(run.content))).toEqual([
      ["Fossil Fuels", 17, 36234],
      ["Nuclear Energy", 17, 4679],
      ["Renewables", 17, 8560],
      ["all", 51, 8560],
    ]);
  });

  test("has claims that keep their ids when the statistic changes, and rest on rows that exist", async () => {
    const given = exampleSources();
    const at = async (statistic: string, source_id: string) =>
      Metrics.parse((await tableMetrics.run(contextOf(given), { source_id, statistic }, {})).content);
    for (const { id } of given.sources.filter(({ media_type }) => media_type === "text/csv")) {
      const [mean, median] = [await at("mean", id), await at("median", id)];
      expect(median.claims.map((claim) => claim.id)).toEqual(mean.claims.map((claim) => claim.id));
      expect(median.claims.map(({ text }) => text)).not.toEqual(mean.claims.map(({ text }) => text));
      const known = new Set(mean.table?.rows.map((row) => row.id));
      for (const { rests_on } of mean.claims) for (const row of rests_on) expect(known).toContain(row);
    }
  });
});

test("whatever numbers stand in a table, none is lost or made up", async () => {
  const cell = fc.oneof(fc.integer({ min: -1e6, max: 1e6 }).map(String), fc.constantFrom("", "NaN", "n/a"));
  await fc.assert(
    fc.asyncProperty(fc.array(cell, { minLength: 1, maxLength: 40 }), async (cells) => {
      const numbers = cells.filter((one) => /\d/.test(one)).map(Number);
      fc.pre(numbers.length > 0);
      const made = await metrics(`value,x\n${cells.map((one) => `${one},"-"`).join("\n")}\n`, {
        statistic: "sum",
        columns: ["value"],
      });
      const sum = numbers.reduce((total, number) => total + number, 0);
      expect(rows(made)?.at(-1)).toEqual(["value", sum === 0 ? expect.closeTo(0) : sum, numbers.length]);
    }),
  );
});

describe("a rule", () => {
  const text = "supplier,price\nX,9\nY,3\nX,11\nSupplier Z,5\n";

  test("keeps out the rows of what it forbids, and the reader is told", async () => {
    const made = await metrics(text, { columns: ["price"], rules: ["Never use supplier X"] });
    expect(made.claims.map((claim) => claim.text).join(" ")).not.toContain("X");
    expect(made.notes).toContain("data.csv: 2 rows were left out because of “Never use supplier X”.");
  });

  test("that forbids nothing here changes nothing", async () => {
    const without = await metrics(text, { columns: ["price"] });
    expect(await metrics(text, { columns: ["price"], rules: ["always in euros", "never use supplier Q"] })).toEqual(
      without,
    );
  });
});
