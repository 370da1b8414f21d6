import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createAskModel } from "../../../shared/agents/structured-answer.ts";
import { converse } from "../../support/conversation.ts";
import { localModel } from "../../support/local-model.ts";

const question = (id: string, text: string, schema: z.ZodType) => ({
  id,
  name: id,
  text,
  schema: z.toJSONSchema(schema),
});

async function read(message: string, questions: readonly ReturnType<typeof question>[]) {
  const { answers } = await createAskModel(localModel).structured({
    name: "read_answers",
    system: "",
    input: JSON.parse(JSON.stringify({ message, questions })),
    schema: z.object({ answers: z.array(z.object({ id: z.string(), value: z.json() })) }),
  });
  return Object.fromEntries(answers.map(({ id, value }) => [id, value]));
}

describe("reading answers", () => {
  const count = question("count", "How many?", z.int());
  const color = question("color", "Which color?", z.enum(["red", "green"]));

  test.each([
    ["Something like 40 would be good I guess", [count], { count: 40 }],
    ["My wife says seven", [count], { count: 7 }],
    ["Between 3 and 5", [count], {}],
    ["I have always loved green cars", [color], { color: "green" }],
    ["Either red or green", [color], {}],
    ["Anything but not red", [color], {}],
    ["No idea", [count, color], {}],
    ["40 in green", [count, color], { count: 40, color: "green" }],
    ["la médiane", [question("statistic", "Which one?", z.enum(["mean", "median"]))], { statistic: "median" }],
    ["prendo la mediana", [question("statistic", "Which one?", z.enum(["mean", "median"]))], { statistic: "median" }],
    ["40", [count, question("age", "How old?", z.int())], {}],
  ])("%s", async (message, questions, answers) => {
    expect(await read(message, questions)).toEqual(answers);
  });
});

test("asking back is explained in the person's language, with what an answer may be", async () => {
  const open_questions = [
    { id: "q_1", name: "size", text: "Which size?", schema: { enum: ["small", "large"] }, default: "small" },
  ];
  const parts = [
    { id: "c_1", kind: "claim", ordinal: 1, label: "point 1", text: "Size matters.", within: null, rests_on: [] },
  ];
  const english = await converse({ artifacts: { parts, open_questions }, message: "What do you mean?" });
  expect(english).toMatchObject({ supported: true, text: expect.stringContaining("Which size?") });
  expect(english.text).toMatch(/small, large.*“small”/);
  const german = await converse({ artifacts: { parts, open_questions }, message: "Was meinst du damit?" });
  expect(german.text).toMatch(/^Ich habe gefragt/);
  const other = await converse({ artifacts: { parts, open_questions }, message: "What does the first point say?" });
  expect(other.text).toContain("Size matters.");
});
