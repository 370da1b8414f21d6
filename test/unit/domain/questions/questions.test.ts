import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toAsked } from "../../../../shared/agents/asked.ts";
import type { Question } from "../../../../shared/contracts/question.ts";
import {
  ask,
  fill,
  questionIdOf,
  withdrawn,
  withOpenQuestions,
} from "../../../../shared/domain/questions/questions.ts";
import { aQuestion, asker } from "../../../support/asked-questions.ts";

const asked = toAsked([{ name: "count", text: "How many?", schema: z.int() }]);
const count = aQuestion("count", z.int(), { text: "How many?" });
const nothing = { questions: [], answers: undefined };

describe("the id of a question", () => {
  const [one] = asked;
  if (one === undefined) throw new Error("nothing asked");
  const id = questionIdOf(asker, one);

  test("is the same in every version and for every input, as long as the same is asked", () => {
    expect(id).toMatch(/^q_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(questionIdOf({ ...asker, dag_version: 7, work: "other" }, one)).toBe(id);
    expect(questionIdOf({ ...asker, step_id: "other" }, one)).not.toBe(id);
    expect(questionIdOf({ ...asker, turn: 2 }, one)).not.toBe(id);
    expect(questionIdOf(asker, { ...one, text: "How many exactly?" })).not.toBe(id);
  });

  test("of an approval is another one when arguments or inputs are others", () => {
    const approval = { ...one, each_time: true };
    expect(questionIdOf({ ...asker, dag_version: 7 }, approval)).toBe(questionIdOf(asker, approval));
    expect(questionIdOf({ ...asker, work: "other" }, approval)).not.toBe(questionIdOf(asker, approval));
  });
});

describe("asking", () => {
  test("opens what was never asked", () => {
    const { open, withdrawn: gone, answers } = ask(asker, asked, nothing, 1_000);
    expect(open).toMatchObject([{ id: count.id, status: "open", asked_at: 1_000, asked_seq: 0, work: "work-1" }]);
    expect([gone, answers]).toEqual([[], undefined]);
  });

  test("leaves alone what is open already, so that its time does not begin anew", () => {
    const before = { ...count, expires_at: 5 };
    const again = ask(asker, asked, { ...nothing, questions: [before] }, 1_000);
    expect(again.open).toEqual([before]);
    expect([...again.unchanged]).toEqual([before.id]);
  });

  test("uses an answer that was given before, for the inputs that there are now", () => {
    const answered: Question = { ...count, status: "answered", answer: 3, work: "older" };
    const { open, answers } = ask(asker, asked, { ...nothing, questions: [answered] }, 1_000);
    expect([open, answers]).toEqual([[], { work: "work-1", values: { count: 3 } }]);
  });

  test("opens again what was withdrawn, what ran out, and what a step asks although it was told", () => {
    const gone = withdrawn(count, 5);
    expect(ask(asker, asked, { ...nothing, questions: [gone] }, 9).open).toMatchObject([
      { status: "open", asked_at: 9 },
    ]);
    const over: Question = { ...count, status: "expired" };
    expect(ask(asker, asked, { ...nothing, questions: [over] }, 9).open).toHaveLength(1);
    const told: Question = { ...count, status: "answered", answer: 3 };
    const known = { questions: [told], answers: { work: "work-1", values: { count: 3 } } };
    const [again] = ask(asker, asked, known, 9).open;
    expect(again).toMatchObject({ status: "open" });
    expect(again).not.toHaveProperty("answer");
  });

  test("withdraws what the step asked before and asks no more", () => {
    const other = aQuestion("other", z.int());
    const elsewhere = aQuestion("elsewhere", z.int(), { step_id: "else" });
    const { withdrawn: gone } = ask(asker, asked, { ...nothing, questions: [other, elsewhere] }, 9);
    expect(gone).toMatchObject([{ id: other.id, status: "withdrawn", closed_at: 9 }]);
  });
});

describe("filling in", () => {
  const entry = { event_id: "evt_01J00000000000000000000007", text: "42, please" };

  test("notes who answered, and keeps what the step was told before", () => {
    const width = aQuestion("width", z.int());
    const run = { answers: { ask: { work: "work-1", values: { width: 5 } }, else: { work: "x", values: { a: 1 } } } };
    const { questions, answers } = fill(run, [{ question: count, value: 42 }], { entry, at: 7 });
    expect(questions).toMatchObject([{ status: "answered", answer: 42, answered_by: entry.event_id, closed_at: 7 }]);
    expect(answers).toEqual({ ask: { work: "work-1", values: { width: 5, count: 42 } }, else: run.answers.else });
    expect(width.status).toBe("open");
  });

  test("drops answers to other inputs of the step", () => {
    const run = { answers: { ask: { work: "older", values: { count: 1 } } } };
    const { answers } = fill(run, [{ question: aQuestion("width", z.int()), value: 2 }], { entry, at: 7 });
    expect(answers).toEqual({ ask: { work: "work-1", values: { width: 2 } } });
  });

  test("with a default leaves open that nobody answered", () => {
    const { questions } = fill({}, [{ question: count, value: 1 }], { entry: null, at: 7 });
    expect(questions).toMatchObject([{ status: "expired", answer: 1 }]);
    expect(questions[0]).not.toHaveProperty("answered_by");
  });
});

test("a run without open questions has no list of them", () => {
  const run = { open_questions: [count.id] } as unknown as Parameters<typeof withOpenQuestions>[0];
  expect(withOpenQuestions(run, [])).toEqual({});
});
