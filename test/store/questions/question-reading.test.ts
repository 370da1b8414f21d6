import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../shared/contracts/json.ts";
import type { Model } from "../../../shared/ports/model.ts";
import { DeskSession } from "../../support/desk-world.ts";
import { startDynoxide, type TestTable } from "../../support/dynoxide.ts";
import { localModel } from "../../support/local-model.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startDynoxide();
});
afterAll(() => table.stop());

/** A model that reads every message as these answers, whatever it says; it counts how often it is asked. */
function reading(answers: (questions: readonly JsonObject[]) => readonly JsonObject[]): Model & { asked: number } {
  const model = {
    asked: 0,
    call: async (request: Parameters<Model["call"]>[0]) => {
      if (request.force_tool !== "read_answers") return localModel.call(request);
      model.asked += 1;
      const [part] = request.messages.at(-1)?.parts ?? [];
      const input = JSON.parse(/<input>\n(.*)\n<\/input>/s.exec(part?.type === "text" ? part.text : "")?.[1] ?? "{}");
      return {
        parts: [
          {
            type: "tool_use" as const,
            id: "1",
            name: "read_answers",
            input: { answers: answers(input.questions ?? []) },
          },
        ],
        stop: "tool_use" as const,
        usage: { input_tokens: 1, output_tokens: 1, calls: 1 },
      };
    },
  };
  return model;
}

describe("a message that no rule can read", () => {
  test("is read by the model, and its verdict says so", async () => {
    const desk = await DeskSession.start(table, "ask count", localModel);
    await desk.say("Something like 40 would be good I guess");
    expect(await desk.run()).toMatchObject({ status: "completed" });
    expect(await desk.question("count")).toMatchObject({ answer: 40 });
    expect(await desk.verdicts()).toMatchObject([{ route: "resume_need_input", by: "model" }]);
  });

  test("is no answer when what the model reads does not fit, or was not said", async () => {
    const model = reading((questions) =>
      questions.map(({ id, name }) => ({ id: id ?? "", value: name === "count" ? 5_000 : "bob@example.com" })),
    );
    const desk = await DeskSession.start(table, "ask count, ask mail", model);
    await desk.say("Send it to whoever wants it I guess, maybe many");
    expect(model.asked).toBeGreaterThan(0);
    expect((await desk.questions()).map(({ status }) => status)).toEqual(["open", "open"]);
  });

  test("is never an approval: the model is not even asked", async () => {
    const model = reading((questions) => questions.map(({ id }) => ({ id: id ?? "", value: true })));
    const desk = await DeskSession.start(table, "ask delete", model);
    await desk.say("I suppose one might do that");
    expect(model.asked).toBe(0);
    expect(desk.desk.deleted).toEqual([]);
    expect(await desk.run()).toMatchObject({ status: "awaiting_input" });
  });

  test("goes where the rules send it without the model when it is clearly something else", async () => {
    const model = reading((questions) => questions.map(({ id }) => ({ id: id ?? "", value: 3 })));
    const desk = await DeskSession.start(table, "ask count", model);
    for (const words of ["What do you mean?", "Add the risks", "Is it late?"]) await desk.say(words);
    expect(model.asked).toBe(0);
    expect(await desk.question("count")).toMatchObject({ status: "open" });
  });
});
