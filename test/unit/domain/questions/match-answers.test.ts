import { describe, expect, test } from "vitest";
import * as z from "zod";
import { checkAnswer } from "../../../../shared/agents/asked.ts";
import type { JsonObject } from "../../../../shared/contracts/json.ts";
import type { Question } from "../../../../shared/contracts/question.ts";
import { type Match, matchNamed, matchText } from "../../../../shared/domain/questions/match-answers.ts";
import { aQuestion } from "../../../support/asked-questions.ts";

const count = aQuestion("count", z.int().min(1).max(100));
const age = aQuestion("age", z.int().min(0).max(200));
const color = aQuestion("color", z.enum(["red", "green"]));
const topic = aQuestion("topic", z.string().min(1).max(50));
const title = aQuestion("page_title", z.string().min(1));
const agree = aQuestion("agree", z.boolean(), { text: "Delete the old report?" });

const fits = checkAnswer;
const inWords = (text: string, questions: readonly Question[], takesAnyWords = true) =>
  shown(matchText(text, questions, { fits, takesAnyWords }));
const byName = (answers: JsonObject, questions: readonly Question[]) => shown(matchNamed(answers, questions, fits));

/** A match in short. */
function shown(match: Match): unknown {
  if (match.kind === "none") return "none";
  if (match.kind === "ambiguous") return match.between.map(({ name }) => name);
  const given = Object.fromEntries(match.given.map(({ question, value }) => [question.name, value]));
  return match.refused.length + match.unknown.length === 0
    ? given
    : { given, refused: match.refused.map(({ key }) => key), unknown: match.unknown };
}

describe("an answer in words", () => {
  test.each([
    ["42", [count], { count: 42 }],
    ["yes", [agree], { agree: true }],
    ["yes", [agree, count], { agree: true }],
    ["42", [agree, count, color], { count: 42 }],
    ["The energy crisis", [topic], { topic: "The energy crisis" }],
    ["The energy crisis", [topic, count], { topic: "The energy crisis" }],
    ["count: 12", [count, age], { count: 12 }],
    ["count = 12\nage: 30", [count, age], { count: 12, age: 30 }],
    ["Page title: The sun", [title, topic], { page_title: "The sun" }],
    [`${age.id}: 30`, [count, age], { age: 30 }],
    ["12\nred", [count, color], { count: 12, color: "red" }],
    ["yes; red", [agree, color], { agree: true, color: "red" }],
  ] as const)("%s", (text, questions, answers) => {
    expect(inWords(text, questions)).toEqual(answers);
  });

  test("with two open questions that it fits, it needs an id or a name", () => {
    expect(inWords("42", [count, age])).toEqual(["count", "age"]);
    expect(inWords(`${count.id}: 42`, [count, age])).toEqual({ count: 42 });
  });

  test("that fits a number and any words could be either", () => {
    expect(inWords("42", [count, topic])).toEqual(["count", "topic"]);
  });

  test("that is out of bounds is none", () => {
    expect(inWords("0", [count])).toBe("none");
    expect(inWords("x".repeat(51), [topic])).toBe("none");
  });

  test("that is a wish of its own is not taken for a question that takes any words", () => {
    expect(inWords("Make it a table", [topic], false)).toBe("none");
    expect(inWords("Make it a table", [topic, title], false)).toBe("none");
    expect(inWords("42", [count], false)).toEqual({ count: 42 });
  });

  test("for which two questions take any words could be either", () => {
    expect(inWords("The sun", [topic, title])).toEqual(["topic", "page_title"]);
  });

  test("of which one line is not understood answers nothing", () => {
    expect(inWords("12\nblue", [count, color])).toBe("none");
    expect(inWords("red\ngreen", [color, count])).toBe("none");
  });

  test("answers nothing when nothing is asked", () => {
    expect(inWords("42", [])).toBe("none");
  });
});

describe("an answer by name", () => {
  test("takes values as they are, and text as the schema reads it", () => {
    expect(byName({ count: 42 }, [count])).toEqual({ count: 42 });
    expect(byName({ count: "42", agree: "ja" }, [count, agree])).toEqual({ count: 42, agree: true });
    expect(byName({ [color.id]: "red" }, [count, color])).toEqual({ color: "red" });
  });

  test("that is partly wrong is taken in part, and says what was not", () => {
    expect(byName({ count: 500, color: "red", size: 1 }, [count, color])).toEqual({
      given: { color: "red" },
      refused: ["count"],
      unknown: ["size"],
    });
    const match = matchNamed({ count: 500 }, [count], fits);
    expect(match).toMatchObject({
      refused: [{ key: "count", why: { kind: "does_not_fit", detail: expect.stringContaining("100") } }],
    });
  });

  test("that several open questions have is refused; their ids are not", () => {
    const other = aQuestion("count", z.int(), { step_id: "other" });
    expect(byName({ count: 3 }, [count, other])).toEqual({ given: {}, refused: ["count"], unknown: [] });
    expect(matchNamed({ [other.id]: 3 }, [count, other], fits)).toMatchObject({ given: [{ question: other }] });
  });

  test("goes to the open question of that name before older ones, and never to one that is withdrawn", () => {
    const older = aQuestion("count", z.int(), { step_id: "other", status: "answered", answer: 1 });
    expect(matchNamed({ count: 3 }, [older, count], fits)).toMatchObject({ given: [{ question: count }] });
    expect(matchNamed({ count: 3 }, [older], fits)).toMatchObject({ given: [{ question: older }] });
    const gone: Question = { ...count, status: "withdrawn" };
    expect(byName({ count: 3 }, [gone])).toEqual({ given: {}, refused: [], unknown: ["count"] });
    expect(byName({ [gone.id]: 3 }, [gone])).toEqual({ given: {}, refused: [gone.id], unknown: [] });
  });

  test("takes nothing from the prototype", () => {
    const answers = JSON.parse('{"__proto__": {"count": 3}, "constructor": 1}') as JsonObject;
    expect(byName(answers, [count])).toEqual({ given: {}, refused: [], unknown: ["__proto__", "constructor"] });
  });
});
