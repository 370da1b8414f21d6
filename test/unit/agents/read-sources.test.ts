import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPassages } from "../../../agents/cells/passages.ts";
import { describeColumns, numberIn, parseTable } from "../../../agents/cells/table.ts";

const source = (name: string, media_type: "text/plain" | "text/markdown" | "text/csv" | "application/json") => ({
  id: "src_A",
  name,
  media_type,
});
const markdown = (text: string) => readPassages(source("a.md", "text/markdown"), text);
const plain = (text: string) => readPassages(source("a.txt", "text/plain"), text);
const json = (value: unknown) => readPassages(source("a.json", "application/json"), JSON.stringify(value));
const texts = (reading: ReturnType<typeof markdown>) => reading.passages.map(({ text }) => text);

describe("the passages of a Markdown text", () => {
  test("are its paragraphs, list items, quotations and table rows, without their marks", () => {
    const reading = markdown(
      "# One\n\nA **bold** [link](http://x) & `code`.\n\n- first\n- second\n  - inner\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nnot this\n```\n\n## Two\n\nLast\nline.",
    );
    expect(texts(reading)).toEqual([
      "A bold link & code.",
      "first",
      "second",
      "inner",
      "said",
      "a: 1; b: 2",
      "Last line.",
    ]);
    expect(reading.sections).toEqual([
      { id: "src_A.s1", heading: "One", passages: 6 },
      { id: "src_A.s2", heading: "Two", passages: 1 },
    ]);
    expect(reading.passages.map(({ id }) => id).slice(0, 2)).toEqual(["src_A.p1", "src_A.p2"]);
  });

  test("before the first heading are in a section without one", () => {
    expect(markdown("Hello.\n\n# One").sections[0]).toEqual({ id: "src_A.s1", heading: "", passages: 1 });
  });

  test("keep characters that Markdown writes as entities", () => {
    expect(texts(markdown("a &lt; b &amp; c"))).toEqual(["a < b & c"]);
  });
});

describe("the passages of a plain text", () => {
  test("are parted by empty lines, with lines that were broken put together", () => {
    expect(texts(plain("One\nline.\r\n\r\nTwo lines\nhere."))).toEqual(["One line.", "Two lines here."]);
  });

  test("have short lines without a full stop as headings", () => {
    expect(plain("CHAPTER I\n\nIt began.").sections).toEqual([{ id: "src_A.s1", heading: "CHAPTER I", passages: 1 }]);
  });

  test("are its lines when no empty line parts it and the lines are long", () => {
    const line = `${"word ".repeat(60)}end.`;
    expect(plain(`${line}\n${line}`).passages).toHaveLength(2);
  });

  test("are never longer than a passage may be, and lose no word", () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}[.]?$/), { minLength: 1, maxLength: 600 });
    fc.assert(
      fc.property(words, (list) => {
        const reading = plain(`x ${list.join(" ")}.`);
        for (const { text } of reading.passages) expect(text.length).toBeLessThanOrEqual(1200);
        expect(texts(reading).join(" ").replaceAll(/\s+/g, "")).toBe(`x${list.join("")}.`);
      }),
    );
  });

  test("of an empty text are none", () => {
    expect(plain(" \n\n ").passages).toEqual([]);
  });
});

describe("the passages of a JSON text", () => {
  test("name where each value stands", () => {
    const reading = json({
      name: "A",
      size: 3,
      plan: { goal: "win", steps: ["go", "stop"] },
      notes: [{ by: "B", said: "x".repeat(130) }],
    });
    expect(texts(reading)).toEqual([
      "name = A; size = 3",
      "plan: goal = win",
      "plan.steps: go, stop",
      "notes[1]: by = B",
      `notes[1].said: ${"x".repeat(130)}`,
    ]);
    expect(reading.sections.map(({ heading }) => heading)).toEqual(["", "plan", "notes"]);
  });

  test("that is broken is a fault of the source", () => {
    expect(() => readPassages(source("a.json", "application/json"), "{")).toThrow("source_not_json");
  });
});

describe("a table", () => {
  const csv = (text: string) => parseTable(source("a.csv", "text/csv"), text);

  test.each([
    ["a,b\n1,2\n", ["a", "b"], [["1", "2"]]],
    ["\ufeffa;b\r\n1;2\r\n", ["a", "b"], [["1", "2"]]],
    ["a\tb\n1\t2", ["a", "b"], [["1", "2"]]],
    ['"a, b",c\n"1\n2",3', ["a, b", "c"], [["1\n2", "3"]]],
    ["a,,c\n1,2", ["a", "column 2", "c"], [["1", "2", ""]]],
  ])("of %j", (text, columns, rows) => {
    expect(csv(text)).toMatchObject({ kind: "table", columns, rows });
  });

  test("needs rows", () => {
    expect(csv("a,b\n")).toEqual({ kind: "not_a_table", reason: "it has no rows" });
    expect(csv("")).toMatchObject({ kind: "not_a_table" });
  });

  test("may be a JSON list of objects; nested values are no columns", () => {
    const table = parseTable(
      source("a.json", "application/json"),
      JSON.stringify([
        { a: 1, n: null, o: {} },
        { a: 2, b: "x", o: {} },
      ]),
    );
    expect(table).toMatchObject({
      columns: ["a", "n", "b"],
      rows: [
        ["1", "", ""],
        ["2", "", "x"],
      ],
    });
  });

  test.each([
    ["1", 1],
    ["-1.5", -1.5],
    ["1,234,567.5", 1_234_567.5],
    ["$1,200", 1200],
    ["-$3", -3],
    ["12 %", 12],
    ["1e3", 1000],
    [".5", 0.5],
    ["1,5", null],
    ["12 apples", null],
    ["NaN", null],
    ["Infinity", null],
    ["", null],
    ["2020-01-01", null],
  ])("reads %j as %j", (cell, value) => {
    expect(numberIn(cell)).toBe(value);
  });

  test("with decimal commas reads them as such", () => {
    const table = csv("a;b\n3,5;x\n1.234,5;y\n");
    expect(table).toMatchObject({ has_decimal_comma: true });
    expect(numberIn("1.234,5", true)).toBe(1234.5);
  });

  test("counts what is missing in a column", () => {
    const table = csv("a,b\n1,x\nNaN,\n3,n/a\n4,y\noops,z\n6,z\n7,z\n");
    if (table.kind !== "table") throw new Error("not a table");
    expect(describeColumns(table)).toEqual([
      { name: "a", type: "number", missing: 2, distinct: 6 },
      { name: "b", type: "text", missing: 2, distinct: 3 },
    ]);
  });
});
