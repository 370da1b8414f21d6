import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolveReferences } from "../../../../shared/domain/references/reference.ts";
import { someParts } from "../../../support/report-view.ts";

const secondTable = [
  {
    id: "src_C.t1",
    kind: "table",
    ordinal: 2,
    label: "temp.csv: mean",
    text: "column, mean",
    within: "metrics:3",
    rests_on: [],
  },
  ...[1, 2].map((row) => ({
    id: `src_C.t1.r${row}`,
    kind: "row" as const,
    ordinal: 3 + row,
    label: `row ${row}`,
    text: `column: ${row}`,
    within: "src_C.t1",
    rests_on: [],
  })),
] as const;

const ids = (text: string, parts: typeof someParts = someParts) =>
  resolveReferences(text, parts).parts.map(({ id }) => id);

describe("a reference by position", () => {
  test.each([
    ["the third point", ["c_00000003"]],
    ["point 3", ["c_00000003"]],
    ["point three", ["c_00000003"]],
    ["#3", ["c_00000003"]],
    ["the 3rd", ["c_00000003"]],
    ["expand the third", ["c_00000003"]],
    ["expand the third one please", ["c_00000003"]],
    ["the last point", ["c_00000005"]],
    ["the first and second", ["c_00000001", "c_00000002"]],
    ["the first and the last points", ["c_00000001", "c_00000005"]],
    ["points 1, 2 and 4", ["c_00000001", "c_00000002", "c_00000004"]],
    ["points 2 to 4", ["c_00000002", "c_00000003", "c_00000004"]],
    ["points 2-4", ["c_00000002", "c_00000003", "c_00000004"]],
    ["point no. 2", ["c_00000002"]],
    ["the second claim", ["c_00000002"]],
    ["the table", ["src_B.t1"]],
    ["row 2", ["src_B.t1.r2"]],
    ["the third row of the table", ["src_B.t1.r3"]],
    ["the second section", ["metrics:2"]],
    ["the first source", ["src_A"]],
    ["der dritte Punkt", ["c_00000003"]],
    ["den dritten Punkt", ["c_00000003"]],
    ["der 3. Punkt", ["c_00000003"]],
    ["Punkt Nr. 3", ["c_00000003"]],
    ["den ersten und zweiten Punkt", ["c_00000001", "c_00000002"]],
    ["führe den dritten bitte aus", ["c_00000003"]],
    ["die Tabelle", ["src_B.t1"]],
    ["die zweite Zeile", ["src_B.t1.r2"]],
    ["le troisième point", ["c_00000003"]],
    ["le point 3", ["c_00000003"]],
    ["le 3e point", ["c_00000003"]],
    ["le premier et le deuxième point", ["c_00000001", "c_00000002"]],
    ["la dernière ligne du tableau", ["src_B.t1.r3"]],
    ["el tercer punto", ["c_00000003"]],
    ["el punto tercero", ["c_00000003"]],
    ["los puntos 1 y 3", ["c_00000001", "c_00000003"]],
    ["el último punto", ["c_00000005"]],
    ["la tabla", ["src_B.t1"]],
    ["il terzo punto", ["c_00000003"]],
    ["l'ultimo punto", ["c_00000005"]],
    ["la terza affermazione", ["c_00000003"]],
    ["la riga 2", ["src_B.t1.r2"]],
  ])("%s", (text, meant) => {
    expect(ids(text)).toEqual(meant);
  });
});

describe("a reference by name", () => {
  test.each([
    ["the risks section", ["section:risks"]],
    ["the section on risks", ["section:risks"]],
    ["expand the risks", ["section:risks"]],
    ["the key points", ["points"]],
    ["the second risk", ["c_0000000b"]],
    ["the first point of the risks section", ["c_0000000a"]],
    ["what energy-address.md says", ["src_A"]],
    ["c_00000004", ["c_00000004"]],
    ["why [c_00000004]?", ["c_00000004"]],
    ["src_B.t1.r2", ["src_B.t1.r2"]],
    ["section:risks", ["section:risks"]],
    ["where does “point 2 speaks of energy” come from", ["c_00000002"]],
    ["why 'Oil runs out'?", ["c_0000000b"]],
  ])("%s", (text, meant) => {
    expect(ids(text)).toEqual(meant);
  });
});

describe("what is no reference", () => {
  test.each([
    "make it a table",
    "as a table",
    "10 points instead",
    "two more points",
    "give me a second",
    "the second time",
    "in the first place",
    "first, make it short",
    "last year",
    "add risks",
    "point taken",
    "c_0000000",
    "xc_00000001",
    "check again in 30 minutes",
    "",
    "???",
  ])("%s", (text) => {
    expect(ids(text)).toEqual([]);
  });
});

describe("what cannot be told", () => {
  test("two tables are both meant by “the table”", () => {
    const { parts, mentions } = resolveReferences("sort the table", [...someParts, ...secondTable]);
    expect(parts.map(({ id }) => id)).toEqual(["src_B.t1", "src_C.t1"]);
    expect(mentions.map(({ is_ambiguous }) => is_ambiguous)).toEqual([true]);
  });

  test("a row is meant in each table, unless the table is named", () => {
    const parts = [...someParts, ...secondTable];
    expect(ids("row 2", parts)).toEqual(["src_B.t1.r2", "src_C.t1.r2"]);
    expect(ids("row 2 of the second table", parts)).toEqual(["src_C.t1.r2"]);
    expect(resolveReferences("row 2 of the second table", parts).mentions).toHaveLength(1);
  });

  test("quoted words stand for every part that has them", () => {
    expect(ids("“speaks of energy”")).toHaveLength(5);
  });

  test("a position that is not there is missing, and those beside it are not", () => {
    const found = resolveReferences("points 2 and 9", someParts);
    expect(found.parts.map(({ id }) => id)).toEqual(["c_00000002"]);
    expect(found.missing).toEqual([{ kind: "claim", position: 9 }]);
  });

  test("without parts every position is missing", () => {
    expect(resolveReferences("the third point", []).missing).toEqual([{ kind: "claim", position: 3 }]);
  });
});

describe("the annotated text", () => {
  test("has the ids behind each reference", () => {
    expect(resolveReferences("Expand the third point and row 1.", someParts).text).toBe(
      "Expand the third point [c_00000003] and row 1 [src_B.t1.r1].",
    );
  });

  test("resolves to the same parts and the same text again", () => {
    const anyText = fc.array(
      fc.constantFrom(
        "the third point",
        "row 2",
        "the table",
        "the risks",
        "expand",
        "and",
        "make it short",
        "c_00000001",
        "#9",
        "“Oil runs out”",
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(anyText, (words) => {
        const once = resolveReferences(words.join(" "), someParts);
        const twice = resolveReferences(once.text, someParts);
        expect(twice.parts.map(({ id }) => id).toSorted()).toEqual(once.parts.map(({ id }) => id).toSorted());
        expect(twice.text).toBe(once.text);
      }),
    );
  });

  test("never fails and never makes a part up, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const { parts, mentions } = resolveReferences(text, someParts);
        for (const part of parts) expect(someParts).toContain(part);
        for (const { from, to } of mentions) expect(text.slice(from, to)).not.toBe("");
      }),
    );
  });
});
