import { describe, expect, test } from "vitest";
import { applyOperation, type Operation } from "../../../agents/report/brief.ts";
import { otherOperations } from "../../../agents/report/other.ts";
import { reportForm } from "../../../agents/report/report-form.ts";
import { aBrief, aView, someParts } from "../../support/report-view.ts";

const expand = (part_id: string): Operation => ({ op: "expand", part_id, text: null, within: null });
const other = (last: readonly Operation[], over: Partial<Parameters<typeof otherOperations>[0]> = {}) =>
  otherOperations({ last, brief: aBrief({ sections: ["Risks", "Costs"] }), view: aView(), noun: "", ...over });

describe("“no, the other one” after a change", () => {
  test.each([
    ["of the first of two points", expand("c_0000000a"), { op: "expand", part_id: "c_0000000b" }],
    ["of the second of two points", expand("c_0000000b"), { op: "expand", part_id: "c_0000000a" }],
    [
      "that took one of two sections out",
      { op: "remove_section", topic: "Costs" },
      { op: "remove_section", topic: "Risks" },
    ],
    ["to shorter", { op: "shorten" }, { op: "lengthen" }],
    ["to longer", { op: "lengthen" }, { op: "shorten" }],
  ] as const)("%s is the other", (_, last, meant) => {
    expect(other([last as Operation])?.operations).toMatchObject([meant]);
  });

  test("of one of many points asks which, with all of them in their places", () => {
    const asked = other([expand("c_00000003")]);
    expect(asked?.operations).toEqual([]);
    const brief = asked?.brief ?? {};
    const [question] = reportForm.missing(brief);
    expect(question).toMatchObject({ name: "which", text: "Which one do you mean instead?" });
    const labels = asked?.brief.choice?.options.map(({ label }) => label);
    expect(labels).toEqual([1, 2, 3, 4, 5].map((n) => `point ${n}: Point ${n} speaks of energy.`));
    const filled = reportForm.fill(brief, { which: "point 4: Point 4 speaks of energy." });
    expect(filled).toMatchObject({ expanded: [{ point_id: "c_00000004" }], choice: { is_open: false } });
    expect(reportForm.missing(filled)).toEqual([]);
  });

  test("of the format or the statistic asks which, in the person's language", () => {
    const brief = aBrief({ language: "de" });
    const format = other([{ op: "change_format", format: "table" }], { brief });
    expect(format?.brief.choice?.options.map(({ label }) => label)).toEqual(["Tabelle", "Stichpunkte", "E-Mail"]);
    const statistic = other([{ op: "recalculate", statistic: "sum", columns: null, group_by: null }], { brief });
    expect(statistic?.brief.choice?.options.map(({ label }) => label)).not.toContain("Mittelwert");
    expect(reportForm.missing(statistic?.brief ?? {})[0]?.text).toBe("Was ist stattdessen gemeint?");
  });

  test.each([
    ["nothing was changed", []],
    ["two things were", [{ op: "shorten" }, { op: "change_format", format: "table" }]],
    ["it has no others", [{ op: "set_points", count: 3 }]],
    ["the part is not there", [expand("c_ffffffff")]],
  ] as const)("cannot be told when %s", (_, last) => expect(other(last as readonly Operation[])).toBeNull());

  test("is no point when another table is spoken of", () => {
    expect(other([expand("c_0000000a")], { noun: "table" })).toBeNull();
    expect(other([expand("c_0000000a")], { noun: "point" })?.operations).toHaveLength(1);
  });
});

test("a choice that is open is not asked any more after another wish, and the next has a name of its own", () => {
  const asked = other([expand("c_00000003")]);
  const brief = applyOperation(asked?.brief ?? aBrief(), { op: "change_format", format: "table" });
  expect(reportForm.missing(brief)).toEqual([]);
  const again = other([expand("c_00000003")], { brief });
  expect(reportForm.missing(again?.brief ?? {})).toMatchObject([{ name: "which_2" }]);
  const [first] = someParts.filter(({ kind }) => kind === "claim");
  expect(reportForm.fill(again?.brief ?? {}, { which: `point 1: ${first?.text}` })).toEqual(again?.brief);
});
