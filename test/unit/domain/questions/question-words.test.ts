import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  answeredTooLate,
  explainQuestion,
  pleaseNameIt,
  whatWasNotTaken,
  whichOneIsMeant,
} from "../../../../shared/domain/questions/question-words.ts";
import { languageOf, languages } from "../../../../shared/domain/text/language.ts";
import { aQuestion } from "../../../support/asked-questions.ts";

const color = aQuestion("color", z.enum(["red", "blue"]), { text: "{text}?", expires_in_ms: 60_000, default: "red" });
const count = aQuestion("count", z.int().min(1).max(9), { text: "42?" });
const question = { ...color, expires_at: 60_000 };
const refused = [
  { key: "color", why: { kind: "does_not_fit", schema: color.schema, detail: "Invalid option" } },
  { key: "size", why: { kind: "not_asked" } },
  { key: "x", why: { kind: "same_name", ids: ["q_1", "q_2"] } },
  { key: "count", why: { kind: "which_option", options: [1, 2] } },
] as const;

describe.each(languages)("in %s", (language) => {
  const said = [
    whichOneIsMeant([color, count], language),
    whatWasNotTaken({ refused, unknown: ["depth"], open: [count] }, language),
    explainQuestion(question, language),
    explainQuestion(count, language),
    pleaseNameIt(language),
  ];

  test("everything that matters is said, and every place is filled in", () => {
    expect(said.join("\n").replaceAll("{text}?", "")).not.toMatch(/[{}]|undefined/);
    expect(said[0]).toContain('"color": {text}? · "count": 42?');
    for (const word of ['"red", "blue"', "size", "q_1, q_2", "1, 2", "depth", '"count": 42?']) {
      expect(said[1]).toContain(word);
    }
    for (const word of ["{text}?", "color", '"red", "blue"', "1970-01-01 00:01"]) expect(said[2]).toContain(word);
    expect(said[3]).toMatch(/1 .*9/);
  });

  test("in no other language's words", () => {
    const tooLate = answeredTooLate([], language);
    expect(languageOf(tooLate)).toBe(language);
    expect(tooLate).not.toMatch(/[{}]/);
    const english = whichOneIsMeant([], "en");
    expect(whichOneIsMeant([], language) === english).toBe(language === "en");
    expect(languageOf(pleaseNameIt(language))).toBe(language);
  });
});
