import { describe, expect, test } from "vitest";
import { Language } from "../../../agents/language.ts";
import { applyOperation, type Brief } from "../../../agents/report/brief.ts";
import { recognise } from "../../../agents/report/recognise.ts";
import { suggestFollowUps } from "../../../agents/report/suggest.ts";
import { routeByRules } from "../../../shared/domain/routing/route-rules.ts";
import { languageOf } from "../../../shared/domain/text/language.ts";
import { aBrief, aView, someParts } from "../../support/report-view.ts";

const textsOf = (over: Partial<Brief> = {}) => suggestFollowUps(aView(), aBrief(over)).map(({ text }) => text);

describe("what a report suggests", () => {
  test("is about its own points and tables", () => {
    expect(suggestFollowUps(aView(), aBrief())).toEqual([
      { text: "Expand point 1", anchor: "c_00000001" },
      { text: "Where does point 2 come from?", anchor: "c_00000002" },
      { text: "Use the median instead of the mean", anchor: "src_B.t1" },
      { text: "Make it a table", anchor: null },
    ]);
  });

  test("is nothing that was done already", () => {
    const expanded = [{ point_id: "c_00000001", text: null, within: null }];
    expect(textsOf({ expanded, statistic: "median", format: "table" })).toEqual([
      "Expand point 2",
      "Where does point 1 come from?",
      "Use the mean",
      "Make it shorter",
      "Turn it into an email",
    ]);
  });

  test("is about nothing that is not there", () => {
    expect(suggestFollowUps(aView([]), aBrief()).map(({ text }) => text)).toEqual(["Make it a table"]);
  });
});

/** Briefs under which every template is proposed by one or the other. */
const briefs: readonly Partial<Brief>[] = [
  {},
  { statistic: "median", format: "table", expanded: [{ point_id: "#1", text: null, within: null }] },
];

describe.each(Language.options)("in %s", (language) => {
  const suggested = briefs.flatMap((over) => suggestFollowUps(aView(), aBrief({ ...over, language })));

  test.each(suggested.map(({ text }) => text))("%s: is routed by rules", (text) => {
    const verdict = routeByRules({
      message: text,
      agent_kind: "specialised",
      has_delivery: true,
      parts: someParts,
      open_questions: [],
      is_busy: false,
    });
    expect(verdict?.route).toBe(/\?$/.test(text) ? "direct_answer" : "revise_run");
  });

  test.each(suggested.map(({ text }) => text).filter((text) => !/\?$/.test(text)))(
    "%s: is understood without a model, changes the brief, and is then not suggested again",
    (text) => {
      for (const over of briefs) {
        const brief = aBrief({ ...over, language });
        if (!suggestFollowUps(aView(), brief).some((one) => one.text === text)) continue;
        const operations = recognise(text, aView(), brief);
        expect(operations, text).not.toBeNull();
        const after = (operations ?? []).reduce(applyOperation, brief);
        expect(suggestFollowUps(aView(), after).map((one) => one.text)).not.toContain(text);
      }
    },
  );
});

test.each([
  ["en", "Write a report on energy use"],
  ["en", "energy-address"],
  ["de", "Schreib einen Bericht über Energie"],
  ["fr", "Écris un rapport sur l'énergie"],
  ["es", "Escribe un informe sobre la energía"],
  ["it", "Scrivi una relazione sull'energia"],
  ["de", "Was steht in den Quellen über die Kosten der Brücke?"],
  ["fr", "Que disent les sources sur le pont ?"],
])("%s: %s", (language, request) => {
  expect(languageOf(request)).toBe(language);
});
